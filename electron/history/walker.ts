import type { HistoryQuery } from '../../shared/history/query.ts';
import { intersectSpans, lengthMs, type Span, subtractSpans } from '../../shared/history/spans.ts';
import { assertNever, ok, type Result } from '../../shared/result.ts';
import type { CallFailure } from '../service/failure.ts';
import { planStep, STORE_TIMES, type StoreTimes } from './plan.ts';
import { createKeeper } from './keeper.ts';
import { provePage } from './proof.ts';
import { coveringKeys, listSources, type Source, sourceKey } from './source.ts';
import { type Ask, createTradeReader, type TradeReaderOptions } from './trade-reader.ts';
import type { TradeStore } from './trade-store.ts';
import { createUntangler } from './untangle.ts';

/** What the walk has done so far. */
export interface WalkProgress {
  readonly requests: number;
  /** Trades that were not stored before. */
  readonly trades: number;
  /** Milliseconds of the window, for each of its sources, that are still to be asked for, and those there were at first. */
  readonly openMs: number;
  readonly wholeMs: number;
}

export interface WalkerOptions extends Omit<TradeReaderOptions, 'times'> {
  readonly store: TradeStore;
  readonly onProgress: (progress: WalkProgress) => void;
  readonly times?: StoreTimes;
}

export interface Walker {
  /**
   * Fetches what of a query is not proven complete. What can't be proven is noted in the store; a failed request ends
   * the walk.
   */
  readonly walk: (query: HistoryQuery) => Promise<Result<'done' | 'cancelled', CallFailure>>;
  readonly cancel: () => void;
}

type Store = Ask['store'];
type Done = Result<null, CallFailure>;

/** What an ended walk left open is asked again only by a new walk. */
const UNPROVEN = ['not_indexed', 'same_millisecond', 'contradiction'] as const;

/** Walks windows of the account's trades; one walk at a time. */
export function createWalker({ store, onProgress, times = STORE_TIMES, ...service }: WalkerOptions): Walker {
  const reader = createTradeReader({ ...service, times });
  const keeper = createKeeper(store);
  const untangle = createUntangler(reader, keeper);
  /** Milliseconds of the sources that are still to be walked, all that there were, and those of this source. */
  let laterMs = 0;
  let wholeMs = 0;
  let openMs = 0;

  function tell(open: number): void {
    openMs = open;
    onProgress({ requests: reader.requests(), trades: keeper.added(), openMs: openMs + laterMs, wholeMs });
  }

  /** Pages from the old end of a span to its new one, keeping what each page proves. */
  async function pageThrough(source: Source, from: Store, span: Span, count: number): Promise<Done> {
    const ask = (start: number): Ask => {
      return { source, store: from, span: { from: start, to: span.to }, sorting: 'asc', count };
    };
    let at = span.from;
    let coming = reader.request(ask(at));
    for (;;) {
      const reply = await coming;
      if (!reply.ok) return reply;
      const { page, trusted } = reply.value;
      const start = at;
      const proof = provePage(page, { from: start, to: span.to });
      // The next page is on its way while this one is stored, which holds up the process: so it is written first.
      const goesOn = proof.kind === 'up_to' && !reader.isCancelled();
      if (goesOn) {
        at = proof.next;
        coming = reader.request(ask(at));
        await reader.written();
      }
      const keepUpTo = (to: number): void => {
        keeper.keep(source, from, page, intersectSpans([{ from: start, to }], [trusted]));
        tell(Math.max(0, openMs - (to - start + 1)));
      };
      switch (proof.kind) {
        case 'whole':
          keepUpTo(span.to);
          return ok(null);
        case 'up_to':
          keepUpTo(proof.next - 1);
          if (!goesOn) return ok(null);
          break;
        case 'stuck': {
          keeper.keep(source, from, page, []);
          const through = await untangle(source, from, start);
          if (!through.ok) return through;
          if (start === span.to || reader.isCancelled()) return ok(null);
          tell(Math.max(0, openMs - 1));
          at = start + 1;
          coming = reader.request(ask(at));
          break;
        }
        case 'unordered':
          keeper.keep(source, from, page, []);
          return await halve(source, from, { from: start, to: span.to }, count);
        case 'contradiction':
          keeper.keep(source, from, page, []);
          keeper.note(source, 'contradiction', { from: start, to: span.to });
          return ok(null);
        default:
          return assertNever(proof);
      }
    }
  }

  /** A window of at most one page is whole in any order. */
  async function halve(source: Source, from: Store, span: Span, count: number): Promise<Done> {
    if (reader.isCancelled()) return ok(null);
    if (span.from === span.to) {
      const through = await untangle(source, from, span.from);
      return through.ok ? ok(null) : through;
    }
    const middle = Math.floor((span.from + span.to) / 2);
    const first = await pageThrough(source, from, { from: span.from, to: middle }, count);
    if (!first.ok || reader.isCancelled()) return first;
    return await pageThrough(source, from, { from: middle + 1, to: span.to }, count);
  }

  async function walkSource(source: Source, query: HistoryQuery): Promise<Done> {
    const window: Span = { from: query.from_ms, to: query.to_ms };
    const key = sourceKey(source);
    const covering = coveringKeys(source);
    store.reopen(key, window);
    /** Where neither store proves anything: asked once. */
    const seams: Span[] = [];
    for (;;) {
      const unproven = UNPROVEN.flatMap((state) => store.spans([key], state));
      const open = subtractSpans([window], [...store.spans(covering, 'complete'), ...unproven, ...seams]);
      tell(lengthMs(open));
      if (reader.isCancelled()) return ok(null);
      const step = planStep(open, service.serviceClock.now(), times);
      if (step.kind === 'done') return ok(null);
      if (step.kind === 'wait') {
        await reader.pause(Math.max(1, step.ms));
        continue;
      }
      const paged = await pageThrough(source, step.kind === 'recent' ? 'recent' : 'historical', step.span, query.count);
      if (!paged.ok) return paged;
      if (step.kind !== 'seam' || reader.isCancelled()) continue;
      seams.push(step.span);
      for (const span of subtractSpans([step.span], store.spans(covering, 'complete'))) {
        keeper.note(source, 'not_indexed', span);
      }
    }
  }

  return {
    walk: async (query) => {
      reader.begin();
      keeper.begin();
      const sources = listSources(query.scope);
      const eachMs = query.to_ms - query.from_ms + 1;
      wholeMs = sources.length * eachMs;
      for (const [index, source] of sources.entries()) {
        laterMs = (sources.length - index - 1) * eachMs;
        const walked = await walkSource(source, query);
        if (reader.isCancelled()) return ok('cancelled');
        if (!walked.ok) return walked;
      }
      return ok('done');
    },
    cancel: reader.cancel,
  };
}
