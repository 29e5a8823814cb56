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
 * Unit of an instrument's amounts by name alone (contract, `amount`): USD for inverse futures, else the coin. Serves
 * expired instruments, which no list has.
 */
export function amountUnitOfName(instrumentName: string): string {
  const [pair = ''] = instrumentName.split('-');
  const [base = '', quote] = pair.split('_');
  const kind = kindOfName(instrumentName);
  return quote === undefined && (kind === 'future' || kind === 'future_combo') ? 'USD' : base;
}

/**
 * Unit of an instrument's prices by name alone: the coin for inverse options, else the quote (contract, convention 2).
 * Serves expired instruments.
 */
export function priceUnitOfName(instrumentName: string): string {
  const [pair = ''] = instrumentName.split('-');
  const [base = '', quote] = pair.split('_');
  const kind = kindOfName(instrumentName);
  return quote ?? (kind === 'option' || kind === 'option_combo' ? base : 'USD');
}
