import { isInverse } from '../../shared/orders/facts.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import type { OrderGroup } from '../service/limits/budget.ts';

type OrderCurrency = (typeof ORDER_CURRENCIES)[number];

/**
 * The currency under which look-ups know an instrument's orders: the one it settles in (contract,
 * `currency` of the look-ups by label). Spot pairs have none; theirs is taken to be the quote currency, and look-ups ask
 * for both (`lookUpCurrencies`).
 * Without metadata, the name tells: `BTC_USDC-PERPETUAL` settles in USDC, `BTC-PERPETUAL` in BTC.
 */
export function lookUpCurrency(instrument: Instrument | null, instrumentName: string): string {
  if (instrument !== null) {
    if (instrument.settlement_currency !== undefined) return instrument.settlement_currency;
    return isInverse(instrument) ? instrument.base_currency : instrument.quote_currency;
  }
  const [pair = ''] = instrumentName.split('-');
  const [base = '', quote] = pair.split('_');
  return quote ?? base;
}

/**
 * The currencies under which look-ups are asked for an order: its own, and of a spot pair (`BTC_USDC`) the other too where
 * look-ups take it, since nothing published says by which of the two it is known.
 */
export function lookUpCurrencies(row: Pick<OrderRow, 'currency' | 'instrument_name'>): OrderCurrency[] {
  const pair = row.instrument_name.includes('-') ? [] : row.instrument_name.split('_');
  const others = ORDER_CURRENCIES.filter((currency) => pair.includes(currency) && currency !== row.currency);
  return [row.currency as OrderCurrency, ...others];
}

/** Whose limits an order counts against: those of some currencies, and of spot pairs, may have one of their own. */
export function orderGroupOf(instrument: Instrument | null, instrumentName: string): OrderGroup {
  return { currency: lookUpCurrency(instrument, instrumentName), isSpot: instrument?.kind === 'spot' };
}
