import { type DecimalString, toNumber } from '../../../../shared/decimal.ts';
import { parseExpiry } from '../../../../shared/service/option-name.ts';
import type { Chain } from '../../../../shared/rfq/templates.ts';
import { useMarket } from '../../../stores/market-store.ts';
import { useLook } from '../../../stores/watch-store.ts';

/** Every expiry among the names, nearest first. */
export function expiriesOf(names: readonly string[]): string[] {
  const all = new Set(names.map((name) => name.split('-')[1] ?? ''));
  return [...all].filter((expiry) => expiry !== '').toSorted((a, b) => (parseExpiry(a) ?? 0) - (parseExpiry(b) ?? 0));
}

export interface WatchedChain extends Chain {
  readonly forwardText: DecimalString | null;
}

/**
 * The chains of some expiries with the deltas of their calls, watched from here on; a put's is the call's less one. An
 * expiry is shown once all of it was answered: the nearest of a part may be far off.
 */
export function useChains(calls: readonly string[], expiries: readonly string[]): readonly WatchedChain[] {
  const own = expiries.map((expiry) => calls.filter((name) => name.split('-')[1] === expiry));
  useLook(own.flat(), 'background');
  const quotes = useMarket((state) => state.quotes);
  return own.map((names) => {
    const tickers = names.map((name) => quotes.get(name)?.quote.ticker ?? null);
    const forwardText = tickers.find((ticker) => ticker?.underlying_price != null)?.underlying_price ?? null;
    const isWhole = names.every((name) => quotes.has(name));
    const strikes = names.map((callName, at) => {
      const delta = isWhole ? (tickers[at]?.greeks?.delta ?? null) : null;
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
  });
}
