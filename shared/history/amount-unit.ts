import { kindOfName } from './query.ts';

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
