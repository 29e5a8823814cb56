import { z } from 'zod';
import { decimalField, lenientFields, openEnum, timestampField, wireObject } from './fields.ts';

export const INSTRUMENT_STATES = [
  'open',
  'settlement',
  'delivered',
  'inactive',
  'locked',
  'halted',
  'archivized',
] as const;
export const INSTRUMENT_KINDS = ['future', 'option', 'spot', 'future_combo', 'option_combo'] as const;
export type InstrumentKind = (typeof INSTRUMENT_KINDS)[number];

/** Expiry that the service gives to perpetuals and spot pairs (facts, section 4). */
export const NO_EXPIRY_MS = 32_503_708_800_000;

/** From `above_price` on, `tick_size` replaces the base tick; at equality both grids agree (facts, section 8). */
export const tickStepSchema = wireObject({ above_price: decimalField, tick_size: decimalField });
export type TickStep = z.infer<typeof tickStepSchema>;

/**
 * Result of `public/get_instrument` (facts, section 4); optional fields vary. Minimum, contract and block amounts are
 * USD for inverse futures, else coins.
 */
export const instrumentSchema = wireObject({
  instrument_name: z.string(),
  kind: openEnum(INSTRUMENT_KINDS),
  base_currency: z.string(),
  quote_currency: z.string(),
  counter_currency: z.string().optional(),
  settlement_currency: z.string().optional(),
  settlement_period: openEnum(['month', 'week', 'day', 'perpetual']).optional(),
  price_index: z.string().optional(),
  is_active: z.boolean(),
  state: openEnum(INSTRUMENT_STATES).optional(),
  creation_timestamp: timestampField,
  expiration_timestamp: timestampField.optional(),
  contract_size: decimalField,
  min_trade_amount: decimalField,
  tick_size: decimalField,
  tick_size_steps: z.array(tickStepSchema).optional(),
  maker_commission: decimalField.optional(),
  taker_commission: decimalField.optional(),
  block_trade_commission: decimalField.optional(),
  block_trade_tick_size: decimalField.optional(),
  block_trade_min_trade_amount: decimalField.optional(),
  strike: decimalField.optional(),
  option_type: openEnum(['call', 'put']).optional(),
  instrument_type: openEnum(['linear', 'reversed']).optional(),
  lot_size: decimalField.optional(),
  ...lenientFields({
    instrument_id: z.number().int().optional(),
    /** Deprecated by the service in favour of `instrument_type`. */
    future_type: openEnum(['linear', 'reversed']).optional(),
    max_leverage: decimalField.optional(),
    max_non_default_leverage: decimalField.optional(),
    max_liquidation_commission: decimalField.optional(),
    underlying_type: openEnum(['crypto', 'equity', 'equity_etf', 'commodity', 'crypto_index', 'preipo']).optional(),
    rfq: z.boolean().optional(),
    product_group: z.string().optional(),
  }),
});
export type Instrument = z.infer<typeof instrumentSchema>;

/** What profit, margin and fees of the instrument are in. */
export function settlementCurrency(instrument: Instrument): string {
  return instrument.settlement_currency ?? instrument.base_currency;
}
