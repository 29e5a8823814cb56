import { z } from 'zod';
import { decimalField, openEnum, wireObject } from './fields.ts';
import { INSTRUMENT_KINDS } from './instrument.ts';

/**
 * A position (facts, section 9). `size` is signed, in the amount unit; `size_currency` in coins; profits and margins in
 * the settlement currency.
 */
export const positionSchema = wireObject({
  instrument_name: z.string(),
  kind: openEnum(INSTRUMENT_KINDS),
  direction: openEnum(['buy', 'sell', 'zero']),
  size: decimalField,
  size_currency: decimalField.optional(),
  average_price: decimalField,
  average_price_usd: decimalField.optional(),
  mark_price: decimalField.optional(),
  index_price: decimalField.optional(),
  settlement_price: decimalField.nullish(),
  delta: decimalField.optional(),
  gamma: decimalField.optional(),
  vega: decimalField.optional(),
  theta: decimalField.optional(),
  floating_profit_loss: decimalField.optional(),
  floating_profit_loss_usd: decimalField.optional(),
  realized_profit_loss: decimalField.optional(),
  total_profit_loss: decimalField.optional(),
  initial_margin: decimalField.optional(),
  maintenance_margin: decimalField.optional(),
  open_orders_margin: decimalField.optional(),
  estimated_liquidation_price: decimalField.nullish(),
  leverage: decimalField.optional(),
  realized_funding: decimalField.optional(),
  interest_value: decimalField.optional(),
});
export type Position = z.infer<typeof positionSchema>;
