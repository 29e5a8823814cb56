import { MAX_PAGE } from '../../shared/history/query.ts';
import { intersectSpans } from '../../shared/history/spans.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { UserTradesPage } from '../../shared/service/trade.ts';
import type { CallFailure } from '../service/failure.ts';
import type { Keeper } from './keeper.ts';
import { meet } from './proof.ts';
import { type Source, splitByKind } from './source.ts';
import type { Ask, TradeReader } from './trade-reader.ts';

/** Gives whether the millisecond is complete. */
export type Untangle = (source: Source, store: Ask['store'], at: number) => Promise<Result<boolean, CallFailure>>;

/**
 * Fetches a millisecond with more trades than a page: from both ends, by kind and by instrument. Notes it as complete
 * or as a gap.
 */
export function createUntangler(reader: TradeReader, keeper: Keeper): Untangle {
  const untangle: Untangle = async (source, store, at) => {
    const span = { from: at, to: at };
    const ends: UserTradesPage[] = [];
    let isBelieved = true;
    for (const sorting of ['asc', 'desc'] as const) {
      if (ends[0]?.has_more === false) break;
      const reply = await reader.request({ source, store, span, sorting, count: MAX_PAGE });
      if (!reply.ok) return reply;
      const { page, trusted } = reply.value;
      isBelieved &&= intersectSpans([span], [trusted]).length > 0;
      ends.push(page);
      keeper.keep(source, store, page, []);
    }
    const [first = [], last = []] = ends.map(({ trades }) => trades);
    let isWhole = ends.some((page) => !page.has_more) || meet(first, last, source.by === 'instrument');
    if (!isWhole) {
      const seen = new Set([...first, ...last].map((trade) => trade.instrument_name));
      const parts = await untangleParts(source, store, at, seen);
      if (!parts.ok) return parts;
      isWhole = parts.value;
    }
    if (!isWhole && !reader.isCancelled()) keeper.note(source, 'same_millisecond', span);
    if (isWhole && isBelieved) keeper.note(source, 'complete', span);
    return ok(isWhole);
  };

  /** A currency's kinds are complete; its instruments, which may not be, prove nothing. */
  async function untangleParts(source: Source, store: Ask['store'], at: number, seen: ReadonlySet<string>) {
    const kinds = splitByKind(source);
    const isKind = source.by === 'currency' && source.kind !== null;
    const instruments = [...(isKind ? seen : [])].map((name): Source => ({ by: 'instrument', instrument_name: name }));
    let areWhole = kinds.length > 0;
    for (const part of [...kinds, ...instruments]) {
      if (reader.isCancelled()) return ok(false);
      const through = await untangle(part, store, at);
      if (!through.ok) return through;
      areWhole &&= through.value;
    }
    return ok(areWhole);
  }

  return untangle;
}
