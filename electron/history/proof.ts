import type { Span } from '../../shared/history/spans.ts';
import type { UserTrade, UserTradesPage } from '../../shared/service/trade.ts';

/**
 * What tells one trade from another. A trade with oneself has one trade id and two orders, and is two records.
 */
export function tradeKey({ trade_id, order_id, instrument_name }: UserTrade): string {
  return `${instrument_name} ${trade_id} ${order_id}`;
}

/**
 * What a page of a window, oldest first, proves. `whole`: there is nothing else in the window. `up_to`: nothing else
 * before `next`, which is where the next page begins: more trades may share its millisecond. `stuck`: the page is full
 * of trades of the window's first millisecond. `unordered`: the page is not in the order that was asked for. `contradiction`: the page is not what was asked for.
 */
export type PageProof =
  | { readonly kind: 'whole' }
  | { readonly kind: 'up_to'; readonly next: number }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'unordered' }
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
 * Whether the first trades of a millisecond and its last ones, newest first, leave none out between them: they overlap
 * in the same order, or the numbers of trades (of one instrument: of its sequence) run on from one to the other.
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
