import type { RfqRow } from '../../shared/ipc/rfq-schema.ts';
import { ERROR_CODE, isForbidden } from '../../shared/service/error-codes.ts';
import type { Clock } from '../clock.ts';
import { observeTimes } from '../orders/observe-times.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { RfqStep } from './rfq-journal.ts';
import { acceptRfq, isByWord, isRfqLive, isSameRequest, withNotice } from './rfq-outcome.ts';

/** Pauses before each look for an unknown request; the last one again and again. */
const SEARCH_PAUSES_MS = [500, 1500, 4000, 10_000, 30_000] as const;
/** The list is paged: a request of the last minutes is among this many. */
const SEARCH_COUNT = 200;
/** What a person has spoken of is looked for this much longer. */
const AFTER_WORD_MS = 10 * 60_000;
/** Live requests are looked at this often while there are any. */
const FOLLOW_MS = 3000;
const MAKERS_AGAIN_MS = 5000;

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
  /** Keeps live requests up to date from now on. */
  readonly follow: () => void;
  /** Null where the service lists none. */
  readonly listedMakers: () => string[] | null;
  readonly close: () => void;
}

/**
 * What the service's own lists tell, where it has them (facts, section 9): requests with their quotes, and makers. A list
 * without a request proves nothing about one that may still be on its way.
 */
export function createRfqWatch(options: RfqWatchOptions): RfqWatch {
  const { client, clock, serviceClock, advance } = options;
  const timers = new Set<() => void>();
  /** Requests that are looked for, and since when, by our monotonic clock. */
  const sought = new Map<string, number>();
  let makers: string[] | null = null;
  let isFollowing = false;
  let isClosed = false;

  function later(pauseMs: number, act: () => Promise<void>): void {
    if (isClosed) return;
    const stop = clock.after(pauseMs, () => {
      timers.delete(stop);
      void act();
    });
    timers.add(stop);
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
    const rfq = result.ok ? result.value.value.block_rfqs.find((known) => isSameRequest(row, known)) : undefined;
    if (rfq !== undefined) {
      const found = withNotice(acceptRfq(row, rfq, clock.now()), 'found_by_look_up');
      sought.delete(requestId);
      advance(found, 'look_up', { block_rfq_id: rfq.block_rfq_id });
      follow();
      return;
    }
    const code = result.ok ? 'not_found_yet' : 'look_up_failing';
    // Said once: the rounds that follow bring no news.
    if (isUnknown && !row.notices.some((notice) => notice.code === code)) {
      advance(withNotice(row, code), 'look_up', result.ok ? { found: 0 } : result.error);
    }
    later(pauseAt(round + 1), () => searchOnce(requestId, round + 1));
  }

  async function followOnce(): Promise<void> {
    for (const row of options.rows().filter((known) => isRfqLive(known, serviceClock.now()))) {
      const id = row.rfq?.block_rfq_id;
      if (isClosed || id === undefined) return;
      const result = await client.callExtension(
        'private/get_block_rfqs',
        { block_rfq_id: id },
        { priority: 'visible' },
      );
      observeTimes(serviceClock, result);
      if (!result.ok && isNotOffered(result.error)) {
        isFollowing = false;
        return;
      }
      const rfq = result.ok ? result.value.value.block_rfqs.find((known) => known.block_rfq_id === id) : undefined;
      const latest = find(row.request_id);
      if (rfq === undefined || latest === null || isClosed) continue;
      const isNews = JSON.stringify(rfq) !== JSON.stringify(latest.rfq);
      if (isNews) advance(acceptRfq(latest, rfq, clock.now()), 'look_up', { state: rfq.state });
    }
    isFollowing = options.rows().some((row) => isRfqLive(row, serviceClock.now()));
    if (isFollowing) later(FOLLOW_MS, followOnce);
  }

  function follow(): void {
    if (isFollowing) return;
    isFollowing = true;
    later(FOLLOW_MS, followOnce);
  }

  async function readMakers(): Promise<void> {
    const result = await client.callExtension('private/get_block_rfq_makers', {}, { priority: 'background' });
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

/** The service has no such list, or this key may not read it: asking again brings nothing. */
function isNotOffered(failure: CallFailure): boolean {
  if (failure.kind !== 'service_error') return false;
  return failure.code === ERROR_CODE.methodNotFound || isForbidden(failure.code);
}
