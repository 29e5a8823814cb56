import { useStore } from 'zustand';
import { type DecimalString, toNumber } from '../../../shared/decimal.ts';
import type { Chain } from '../../../shared/rfq/templates.ts';
import { marketStore } from '../../stores/market-store.ts';
import { useLook } from '../../stores/watch-store.ts';

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');

/** The day that a name's expiry stands for, in milliseconds; 0 for none. */
function dayOf(expiry: string): number {
  const [, day, month = '', year] = /^(\d{1,2})([A-Z]{3})(\d{2})$/.exec(expiry) ?? [];
  return year === undefined ? 0 : Date.UTC(2000 + Number(year), MONTHS.indexOf(month), Number(day));
}

/** Every expiry among the names, nearest first. */
export function expiriesOf(names: readonly string[]): string[] {
  const all = new Set(names.map((name) => name.split('-')[1] ?? ''));
  return [...all].filter((expiry) => expiry !== '').toSorted((a, b) => dayOf(a) - dayOf(b));
}

/** The chain of an expiry with the deltas of its calls, which are watched from here on; a put's is the call's less one. */
export function useChain(
  calls: readonly string[],
  expiry: string,
): Chain & { readonly forwardText: DecimalString | null } {
  const own = calls.filter((name) => name.split('-')[1] === expiry);
  useLook(own, 'background');
  const quotes = useStore(marketStore, (state) => state.quotes);
  const tickers = own.map((name) => quotes.get(name)?.quote.ticker ?? null);
  const forwardText = tickers.find((ticker) => ticker?.underlying_price != null)?.underlying_price ?? null;
  const strikes = own.map((callName, at) => {
    const delta = tickers[at]?.greeks?.delta ?? null;
    return {
      strike: Number((callName.split('-')[2] ?? '').replace('d', '.')),
      callName,
      putName: callName.replace(/-C$/, '-P'),
      callDelta: delta === null ? null : toNumber(delta),
    };
  });
  return {
    strikes: strikes.toSorted((a, b) => a.strike - b.strike),
    forward: forwardText === null ? null : toNumber(forwardText),
    forwardText,
  };
}
