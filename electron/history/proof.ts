import type { Span } from '../../shared/history/spans.ts';
import type { UserTrade, UserTradesPage } from '../../shared/service/trade.ts';

/** Tells trades apart. A trade with oneself is two records with one trade id and two orders. */
export function tradeKey({ trade_id, order_id, instrument_name }: UserTrade): string {
  return `${instrument_name} ${trade_id} ${order_id}`;
}

/** What a page of trades proves; the oldest trade comes first. */
export type PageProof =
  /** Nothing else is in the window. */
  | { readonly kind: 'whole' }
  /** `next` begins the next page, as more trades may share its millisecond. */
  | { readonly kind: 'up_to'; readonly next: number }
  /** All its trades are of the window's first millisecond. */
  | { readonly kind: 'stuck' }
  /** The trades are not in order of time. */
  | { readonly kind: 'unordered' }
  /** The page is not what was asked for. */
  | { readonly kind: 'contradiction' };

export function provePage({ trades, has_more }: UserTradesPage, window: Span): PageProof {
  if (trades.some(({ timestamp }) => timestamp < window.from || timestamp > window.to))
    return { kind: 'contradiction' };
  if (!has_more) return { kind: 'whole' };
  const last = trades.at(-1)?.timestamp;
  if (last === undefined) return { kind: 'contradiction' };
  if (trades.some(({ timestamp }, at) => timestamp < (trades[at - 1]?.timestamp ?? 0))) return { kind: 'unordered' };
  return last > window.from ? { kind: 'up_to', next: last } : { kind: 'stuck' };
}

/**
 * Whether the oldest and newest trades of a millisecond leave none out: they overlap in order, or their numbers run on.
 */
export function meet(first: readonly UserTrade[], last: readonly UserTrade[], isOneInstrument: boolean): boolean {
  const rising = last.toReversed();
  return (
    overlap(first, rising) ||
    runOn(first, rising, readNumber) ||
    (isOneInstrument && runOn(first, rising, readSequence))
  );
}

function overlap(first: readonly UserTrade[], last: readonly UserTrade[]): boolean {
  const keys = first.map(tradeKey);
  const start = last[0] === undefined ? -1 : keys.indexOf(tradeKey(last[0]));
  if (start === -1) return false;
  return keys.slice(start).every((key, at) => last[at] !== undefined && tradeKey(last[at]) === key);
}

type Numbered = { readonly prefix: string; readonly number: bigint } | null;

/** `ETH-2696097` is number 2696097 of its prefix. */
function readNumber({ trade_id }: UserTrade): Numbered {
  const parts = /^(.*?)(\d+)$/.exec(trade_id);
  return parts === null ? null : { prefix: parts[1] ?? '', number: BigInt(parts[2] ?? 0) };
}

function readSequence({ trade_seq }: UserTrade): Numbered {
  return { prefix: '', number: BigInt(trade_seq) };
}

/** Rising numbers of one prefix throughout, and not a number between the two. */
function runOn(first: readonly UserTrade[], last: readonly UserTrade[], read: (trade: UserTrade) => Numbered): boolean {
  const all = [...first, ...last].map(read);
  const rises = all.every((at, index) => {
    const before = all[index - 1];
    return at !== null && (before == null || (before.prefix === at.prefix && before.number < at.number));
  });
  const [end, start] = [all[first.length - 1], all[first.length]];
  return rises && end != null && start != null && start.number === end.number + 1n;
}
