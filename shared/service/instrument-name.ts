import type { InstrumentKind } from './instrument.ts';

/** The kind of an instrument by its name alone (facts, names of instruments): what has expired is in no list. */
export function kindOfName(instrumentName: string): InstrumentKind {
  const [, second, ...rest] = instrumentName.split('-');
  if (second === undefined) return 'spot';
  if (second === 'FS') return 'future_combo';
  if (rest.length === 0) return 'future';
  return /^\d{1,2}[A-Z]{3}\d{2}$/.test(second) ? 'option' : 'option_combo';
}

/**
 * What an instrument's amounts are in, by its name alone: US dollars for futures that settle in their coin, else the coin
 * (contract, `amount`). What has expired is in no list, and is shown all the same.
 */
export function amountUnitOfName(instrumentName: string): string {
  const [pair = ''] = instrumentName.split('-');
  const [base = '', quote] = pair.split('_');
  const kind = kindOfName(instrumentName);
  return quote === undefined && (kind === 'future' || kind === 'future_combo') ? 'USD' : base;
}

/**
 * What an instrument's prices are in, by its name alone: the coin for options that settle in it, else what is paid
 * (contract, convention 2). What has expired is in no list, and is shown all the same.
 */
export function priceUnitOfName(instrumentName: string): string {
  const [pair = ''] = instrumentName.split('-');
  const [base = '', quote] = pair.split('_');
  const kind = kindOfName(instrumentName);
  return quote ?? (kind === 'option' || kind === 'option_combo' ? base : 'USD');
}
