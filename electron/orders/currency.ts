import { isInverse } from '../../shared/orders/facts.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import type { OrderGroup } from '../service/limits/budget.ts';

type OrderCurrency = (typeof ORDER_CURRENCIES)[number];

/**
 * The currency of an instrument's look-ups: the settlement currency (contract, look-ups by label), for spot the quote
 * currency. Without metadata, the name decides.
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

/** The currencies to look an order up in. A spot pair has two: no source says by which the service knows its orders. */
export function lookUpCurrencies(row: Pick<OrderRow, 'currency' | 'instrument_name'>): OrderCurrency[] {
  const pair = row.instrument_name.includes('-') ? [] : row.instrument_name.split('_');
  const others = ORDER_CURRENCIES.filter((currency) => pair.includes(currency) && currency !== row.currency);
  return [row.currency as OrderCurrency, ...others];
}

/** Whose limits an order counts against: those of some currencies, and of spot pairs, may have one of their own. */
export function orderGroupOf(instrument: Instrument | null, instrumentName: string): OrderGroup {
  return { currency: lookUpCurrency(instrument, instrumentName), isSpot: instrument?.kind === 'spot' };
}
