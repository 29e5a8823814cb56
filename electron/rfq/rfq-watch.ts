import type { RfqRow } from '../../shared/ipc/schemas/rfq-schema.ts';
import type { BlockRfq } from '../../shared/service/block-rfq.ts';
import { ERROR_CODE, isForbidden } from '../../shared/service/error-codes.ts';
import type { Clock } from '../clock.ts';
import { observeTimes } from '../orders/observe-times.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { RfqStep } from './rfq-journal.ts';
import {
  acceptRfq,
  hasRunOut,
  isByWord,
  isRfqLive,
  isSameRequest,
  mayHaveEnded,
  noteOthers,
  type Told,
  withNotice,
} from './rfq-outcome.ts';

/** Pauses before each look for an unknown request; the last one again and again. */
const SEARCH_PAUSES_MS = [500, 1500, 4000, 10_000, 30_000] as const;
/** The list is paged: a request of the last minutes is among this many. */
const SEARCH_COUNT = 200;
/** What a person has spoken of is looked for this much longer. */
const AFTER_WORD_MS = 10 * 60_000;
/** Live requests are looked at this often while there are any. */
const FOLLOW_MS = 3000;
/** Where all that are left ran out while the service told nothing. */
const FOLLOW_LATE_MS = 15_000;
/** Where the key may not look: it may be given the right. */
const FOLLOW_FORBIDDEN_MS = 60_000;
/** While requests live, the list is read this often for more of the same: a repeated call makes a second one. */
const LIST_EVERY_MS = 10_000;
const MAKERS_AGAIN_MS = 5000;
/** A few looks may fail before what is known of live requests counts as old. */
const UNREAD_AFTER_MS = 10_000;

export interface RfqWatchOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly rows: () => readonly RfqRow[];
  readonly advance: (row: RfqRow, kind: RfqStep, detail: unknown) => void;
  readonly onMakers: () => void;
}

export interface RfqWatch {
  /** Looks for a request whose reply was lost until it is found: one that a person has spoken of, for some minutes from now. */
  readonly search: (row: RfqRow) => void;
  /**
   * Follows live requests, and finds how those ended that ran out unseen. `told` is one that the service has just
   * reported.
   */
  readonly follow: (told: RfqRow | null) => void;
  /** For how long nothing could be read of one of them; null while they can be. */
  readonly unreadMs: () => number | null;
  /** Null where the service lists none. */
  readonly listedMakers: () => string[] | null;
  readonly close: () => void;
}

/**
 * Reads the service's lists of requests, quotes and makers (facts, section 9). A request missing there may still be on
 * its way.
 */
export function createRfqWatch(options: RfqWatchOptions): RfqWatch {
  const { client, clock, serviceClock, advance } = options;
  const timers = new Set<() => void>();
  /** Requests that are looked for, and since when, by our monotonic clock. */
  const sought = new Map<string, number>();
  /** Requests seen since they expired, which are final. */
  const concluded = new Set<string>();
  /** When the service told of a request last, by our monotonic clock. */
  const toldAt = new Map<string, number>();
  const startedAt = clock.monotonic();
  let makers: string[] | null = null;
  let listedAtMs = Number.NEGATIVE_INFINITY;
  let isFollowing = false;
  /** Ends the pause before the next look at live requests where that is a long one; null else. */
  let endLongPause: (() => void) | null = null;
  let isClosed = false;

  /** Gives back the function that takes it back. */
  function later(pauseMs: number, act: () => Promise<void>): () => void {
    if (isClosed) return () => undefined;
    const stop = clock.after(pauseMs, () => {
      timers.delete(stop);
      void act();
    });
    timers.add(stop);
    return () => {
      timers.delete(stop);
      stop();
    };
  }

  function readNow(): Told {
    return { nowMs: clock.now(), serviceNowMs: serviceClock.now() };
  }

  function find(requestId: string): RfqRow | null {
    return options.rows().find((row) => row.request_id === requestId) ?? null;
  }

  function isSought(row: RfqRow): boolean {
    const sinceMs = sought.get(row.request_id) ?? Number.NEGATIVE_INFINITY;
    return row.outcome === 'unknown' || (isByWord(row) && clock.monotonic() - sinceMs < AFTER_WORD_MS);
  }

  async function searchOnce(requestId: string, round: number): Promise<void> {
    const result = await client.callExtension(
      'private/get_block_rfqs',
      { role: 'taker', count: SEARCH_COUNT },
      { priority: 'reconciliation' },
    );
    observeTimes(serviceClock, result);
    const row = find(requestId);
    if (isClosed) return;
    if (row === null || !isSought(row)) {
      sought.delete(requestId);
      return;
    }
    const isUnknown = row.outcome === 'unknown';
    if (!result.ok && isNotOffered(result.error)) {
      sought.delete(requestId);
      if (isUnknown) advance(withNotice(row, 'look_up_not_offered'), 'look_up', result.error);
      return;
    }
    const listed = result.ok ? result.value.value.block_rfqs : [];
    const rfq = listed.find((known) => isSameRequest(row, known));
    if (rfq !== undefined) {
      const found = withNotice(acceptRfq(row, rfq, readNow()), 'found_by_look_up');
      sought.delete(requestId);
      advance(found, 'look_up', { block_rfq_id: rfq.block_rfq_id });
      noteAllOthers(listed);
      follow(found);
      return;
    }
    const code = result.ok ? 'not_found_yet' : 'look_up_failing';
    // Said once: the rounds that follow bring no news.
    if (isUnknown && !row.notices.some((notice) => notice.code === code)) {
      advance(withNotice(row, code), 'look_up', result.ok ? { found: 0 } : result.error);
    }
    later(pauseAt(round + 1), () => searchOnce(requestId, round + 1));
  }

  /** Tells of requests that the service has twice. */
  function noteAllOthers(listed: readonly BlockRfq[]): void {
    const rows = options.rows();
    const known = new Set(rows.flatMap(({ rfq }) => rfq?.block_rfq_id ?? []));
    for (const row of rows) {
      const noted = noteOthers(row, listed, known);
      if (noted !== null) advance(noted, 'look_up', { others: noted.notices.at(-1)?.params });
    }
  }

  async function readList(): Promise<void> {
    if (clock.monotonic() - listedAtMs < LIST_EVERY_MS) return;
    listedAtMs = clock.monotonic();
    const result = await client.callExtension(
      'private/get_block_rfqs',
      { role: 'taker', count: SEARCH_COUNT },
      { priority: 'visible' },
    );
    observeTimes(serviceClock, result);
    if (result.ok && !isClosed) noteAllOthers(result.value.value.block_rfqs);
  }

  function listFollowed(): RfqRow[] {
    const nowMs = serviceClock.now();
    return options.rows().filter((row) => mayHaveEnded(row, nowMs) && !concluded.has(row.request_id));
  }

  async function followOnce(): Promise<void> {
    endLongPause = null;
    let isBarred = false;
    for (const row of listFollowed()) {
      const id = row.rfq?.block_rfq_id;
      if (isClosed || id === undefined) return;
      const askedAtMs = serviceClock.now();
      const result = await client.callExtension(
        'private/get_block_rfqs',
        { block_rfq_id: id },
        { priority: 'visible' },
      );
      observeTimes(serviceClock, result);
      if (!result.ok && isNotThere(result.error)) {
        isFollowing = false;
        return;
      }
      if (!result.ok && isNotOffered(result.error)) isBarred = true;
      const rfq = result.ok ? result.value.value.block_rfqs.find((known) => known.block_rfq_id === id) : undefined;
      const latest = find(row.request_id);
      if (latest === null || isClosed) continue;
      if (rfq !== undefined) toldAt.set(row.request_id, clock.monotonic());
      const isNews = rfq !== undefined && JSON.stringify(rfq) !== JSON.stringify(latest.rfq);
      const told = isNews ? acceptRfq(latest, rfq, readNow()) : latest;
      if (result.ok && hasRunOut(told, askedAtMs)) concluded.add(row.request_id);
      if (isNews) advance(told, 'look_up', { state: rfq.state });
    }
    const followed = listFollowed();
    isFollowing = followed.length > 0;
    if (!isFollowing) return;
    const isAnyLive = followed.some((row) => isRfqLive(row, serviceClock.now()));
    if (isAnyLive && !isBarred) await readList();
    if (isClosed) return;
    if (isAnyLive && !isBarred) later(FOLLOW_MS, followOnce);
    else endLongPause = later(isBarred ? FOLLOW_FORBIDDEN_MS : FOLLOW_LATE_MS, followOnce);
  }

  function follow(told: RfqRow | null): void {
    if (told !== null) toldAt.set(told.request_id, clock.monotonic());
    if (isFollowing && endLongPause === null) return;
    endLongPause?.();
    endLongPause = null;
    isFollowing = true;
    later(FOLLOW_MS, followOnce);
  }

  function unreadMs(): number | null {
    const nowMs = clock.monotonic();
    // What an earlier run has left is as old as nobody here knows.
    const unread = listFollowed().flatMap(({ request_id: id }) => {
      const agoMs = nowMs - (toldAt.get(id) ?? startedAt);
      return !toldAt.has(id) || agoMs > UNREAD_AFTER_MS ? [agoMs] : [];
    });
    return unread.length === 0 ? null : Math.max(...unread);
  }

  async function readMakers(): Promise<void> {
    const result = await client.callExtension('private/get_block_rfq_makers', {}, { priority: 'visible' });
    if (isClosed) return;
    if (result.ok) {
      makers = result.value.value;
      options.onMakers();
    } else if (!isNotOffered(result.error)) later(MAKERS_AGAIN_MS, readMakers);
  }
  later(0, readMakers);

  return {
    search: ({ request_id: id }) => {
      const isBegun = sought.has(id);
      sought.set(id, clock.monotonic());
      if (!isBegun) later(pauseAt(0), () => searchOnce(id, 0));
    },
    follow,
    unreadMs,
    listedMakers: () => makers,
    close: () => {
      isClosed = true;
      for (const stop of timers) stop();
      timers.clear();
    },
  };
}

function pauseAt(round: number): number {
  return SEARCH_PAUSES_MS[Math.min(round, SEARCH_PAUSES_MS.length - 1)] ?? 0;
}

/** The service has no such list. */
function isNotThere(failure: CallFailure): boolean {
  return failure.kind === 'service_error' && failure.code === ERROR_CODE.methodNotFound;
}

/** The service has no such list, or this key may not read it: asking again brings nothing. */
function isNotOffered(failure: CallFailure): boolean {
  return isNotThere(failure) || (failure.kind === 'service_error' && isForbidden(failure.code));
}
