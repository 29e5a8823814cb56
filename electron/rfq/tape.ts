import type { IpcError } from '../../shared/ipc/error.ts';
import type { Tape, TapeRead } from '../../shared/ipc/schemas/tape-schema.ts';
import { printFamily } from '../../shared/rfq/tape/print.ts';
import { joinPage, nextContinuation, type TapeSpan } from '../../shared/rfq/tape/spans.ts';
import type { BlockRfqTrade } from '../../shared/service/block-rfq.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import { observeTimes } from '../orders/observe-times.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { isHeld } from '../storage/database.ts';
import { reasonOf } from '../storage/reason-of.ts';
import type { TapeStore } from './tape-store.ts';

const PAGE = 100;
/** While a window reads the tape, its newest page is asked for this often. */
export const HEAD_AGE_MS = 10_000;
/** Pages that are fetched by themselves to meet what an earlier run knew; more only when asked for. */
const MOST_OWN_PAGES = 20;

export interface TapeOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** Opened when the tape is first looked at. Throws where that can't be done. */
  readonly openStore: () => TapeStore;
  /** There is more to read, or another state. */
  readonly onChange: () => void;
  /** Hears the prints of each page that was read. */
  readonly onPrints: (prints: readonly BlockRfqTrade[]) => void;
}

/** The public tape: what is stored of it, and the walk that stores more. */
export interface TapeReader {
  /** Gives what is stored; asks for news when old, and calls `onChange`. */
  readonly read: (wanted: TapeRead) => Tape;
  /** Asks for the newest page when that is old, though no window looks. */
  readonly lookAhead: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Joins pages into stretches known whole. Always asks for every currency, so that one chain of pages proves
 * completeness.
 */
export function createTape({ client, clock, serviceClock, openStore, onChange, onPrints }: TapeOptions): TapeReader {
  let store: TapeStore | null = null;
  let spans: readonly TapeSpan[] = [];
  let readAt: number | null = null;
  let headAskedAt = Number.NEGATIVE_INFINITY;
  let walk: { readonly until: number; readonly pages: number; readonly isOwn: boolean } | null = null;
  let failure: IpcError | null = null;
  let changed = 0;
  /** Prints of this run that can't be read, as they came: a later page does not make up for them. */
  const unread = new Set<string>();
  let working: Promise<void> | null = null;
  /** Whether there is anything that no window was told of. */
  let isNews = false;
  let isClosed = false;

  function open(): TapeStore {
    if (store === null) {
      store = openStore();
      spans = store.spans();
    }
    return store;
  }

  /** One page into the store; gives whether it came and went further. */
  async function fetchPage(sent: string | null): Promise<boolean> {
    const params = { currency: 'any' as const, count: PAGE, ...(sent === null ? {} : { continuation: sent }) };
    const result = await client.call('public/get_block_rfq_trades', params);
    observeTimes(serviceClock, result);
    if (isClosed) return false;
    if (!result.ok) {
      note(toIpcError(result.error));
      return false;
    }
    const { block_rfqs: prints, continuation = null, unreadable = [] } = result.value.value;
    const isStuck = sent !== null && continuation === sent;
    const positions = prints.map(({ timestamp, id }) => ({ timestamp, id }));
    const joined = joinPage(spans, { positions, continuation: isStuck ? null : continuation }, sent);
    onPrints(prints);
    // Nothing is known whole before the store has its prints.
    const taken = keep(prints, joined);
    if (taken === null) return false;
    spans = joined;
    changed += taken.changed;
    isNews ||= taken.added + taken.changed > 0;
    for (const print of unreadable) unread.add(JSON.stringify(print));
    note(isStuck ? brokenPaging() : unread.size > 0 ? unreadablePrints(unread.size) : null);
    return !isStuck;
  }

  /** Null where the store could not take them; that is noted. */
  function keep(prints: readonly BlockRfqTrade[], joined: readonly TapeSpan[]) {
    try {
      return open().take(prints.map(describe), joined);
    } catch (error) {
      note(notKept(error));
      return null;
    }
  }

  function note(next: IpcError | null): void {
    isNews ||= next?.code !== failure?.code;
    failure = next;
  }

  function tell(): void {
    if (isNews && !isClosed) onChange();
    isNews = false;
  }

  async function fetchHead(): Promise<void> {
    headAskedAt = clock.monotonic();
    const [top] = spans;
    if (!(await fetchPage(null))) return;
    readAt = serviceClock.now();
    // What an earlier run knew is met by going back to it, unless a person asked for more than that.
    if (top !== undefined && spans.length > 1 && walk === null) {
      walk = { until: top.newest.timestamp, pages: 0, isOwn: true };
    }
  }

  async function goBack(): Promise<void> {
    while (walk !== null) {
      const next = nextContinuation(spans, walk.until);
      if (next === null || (walk.isOwn && walk.pages >= MOST_OWN_PAGES)) break;
      if (!(await fetchPage(next))) break;
      // It may have been stopped, or asked for more, while the page was under way.
      if (walk !== null) walk = { ...walk, pages: walk.pages + 1 };
      tell();
    }
    isNews ||= walk !== null;
    walk = null;
  }

  async function work(): Promise<void> {
    if (clock.monotonic() - headAskedAt >= HEAD_AGE_MS || spans.length === 0) await fetchHead();
    await goBack();
  }

  function start(): void {
    if (working !== null || isClosed) return;
    const isDue = clock.monotonic() - headAskedAt >= HEAD_AGE_MS;
    if (!isDue && walk === null) return;
    working = work().finally(() => {
      working = null;
      tell();
    });
  }

  return {
    read: ({ currency, limit, fetch }) => {
      const opened = open();
      if (fetch === 'stop') walk = null;
      else if (fetch !== null) walk = { until: fetch, pages: walk?.pages ?? 0, isOwn: false };
      start();
      return {
        prints: opened.list(currency, limit),
        stored: opened.count(currency),
        spans: [...spans],
        read_at: readAt,
        walk: walk && { until: walk.until, pages: walk.pages },
        failure,
        changed,
      };
    },
    lookAhead: () => {
      try {
        open();
        start();
      } catch (error) {
        note(notKept(error));
      }
    },
    close: async () => {
      isClosed = true;
      await working;
    },
  };
}

/** Currencies as the service's filter has them: of a coin's own contracts the coin, of others what they are priced in. */
function describe(print: BlockRfqTrade): { readonly currency: string; readonly print: BlockRfqTrade } {
  const [base = '', quote] = printFamily(print).split('_');
  return { currency: quote ?? base, print };
}

function notKept(error: unknown): IpcError {
  return { code: isHeld(error) ? 'StorageBusy' : 'StorageFailed', message: reasonOf(error), params: {} };
}

function brokenPaging(): IpcError {
  const message = 'the service repeated a page; older prints can’t be reached';
  return { code: 'InvalidResponse', message, params: {} };
}

function unreadablePrints(count: number): IpcError {
  return {
    code: 'InvalidResponse',
    message: `${count} ${count === 1 ? 'print' : 'prints'} could not be read`,
    params: {},
  };
}
