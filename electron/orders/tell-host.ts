import { isZero, parseDecimal } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import {
  CANCELLED_WORDS,
  isCancelNews,
  whoCancelled,
  wordCancelReason,
} from '../../shared/orders/outcome/cancel-reason.ts';
import { hasFilledMore, readFills } from '../../shared/orders/outcome/filled.ts';
import { isLookUpOwed } from '../../shared/orders/outcome/look-up-owed.ts';
import { readLostSight } from '../../shared/orders/outcome/lost-sight.ts';
import { isResting } from '../../shared/orders/outcome/resting.ts';
import { traitsOf } from '../../shared/orders/side.ts';
import type { Clock } from '../clock.ts';
import type { Notify } from '../assembly/services-interface.ts';

/** What becomes known within this time is told together. */
const TOGETHER_MS = 1500;
/** An order that fills piece by piece is told of no more often. */
const LEAST_PAUSE_MS = 10_000;
/** More than these are told as one. */
const MOST_SINGLY = 3;

interface Told {
  readonly title: string;
  readonly body: string;
  readonly isUrgent: boolean;
}

/** Tells the system what became of orders while nobody looks at the terminal. */
export interface OrderTeller {
  /** Takes rows as they are known already: that is no news. */
  readonly remember: (rows: readonly OrderRow[]) => void;
  readonly note: (rows: readonly OrderRow[]) => void;
  readonly close: () => void;
}

export function createOrderTeller(notify: Notify, clock: Clock): OrderTeller {
  const seen = new Map<string, OrderRow>();
  let waiting = new Map<string, Told>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;

  function tell(): void {
    cancel = null;
    toldAt = clock.monotonic();
    const news = [...waiting.values()];
    waiting = new Map();
    if (news.length <= MOST_SINGLY) for (const one of news) notify({ ...one, isForAway: true });
    else {
      const body = news.map(({ title }) => title).join('; ');
      const isUrgent = news.some((one) => one.isUrgent);
      notify({ title: `${news.length} orders have news`, body, isUrgent, isForAway: true });
    }
  }

  return {
    remember: (rows) => {
      for (const row of rows) seen.set(row.intent_id, row);
    },
    note: (rows) => {
      for (const row of rows) {
        const told = readNews(seen.get(row.intent_id) ?? null, row);
        seen.set(row.intent_id, row);
        // Newer news of an order says what older news said.
        if (told !== null) waiting.set(row.intent_id, told);
      }
      if (waiting.size === 0 || cancel !== null) return;
      const pauseMs = Math.max(TOGETHER_MS, toldAt + LEAST_PAUSE_MS - clock.monotonic());
      cancel = clock.after(pauseMs, tell);
    },
    close: () => cancel?.(),
  };
}

/** What is new of an order for somebody who was away; null where nothing is. */
function readNews(before: OrderRow | null, row: OrderRow): Told | null {
  if (before === null) return null;
  const name = `${row.direction} ${row.amount} ${row.instrument_name}`;
  if (needsPerson(row) && !needsPerson(before)) {
    const body = `Look for its label at the service before you send again: ${row.label}`;
    return { title: `An order needs you: ${name}`, body, isUrgent: true };
  }
  if (row.outcome === 'refused' && before.outcome !== 'refused')
    return { title: `Refused: ${name}`, body: row.refusal?.name ?? '', isUrgent: false };
  if (isAbsent(row) && !isAbsent(before)) return { title: `Never arrived: ${name}`, body: row.label, isUrgent: false };
  if (row.outcome === 'accepted' && isAbsent(before)) {
    const body = `It had been called absent, and the service shows it: ${row.label}`;
    return { title: `Found after all: ${name}`, body, isUrgent: true };
  }
  return (
    readRejected(before, row, name) ??
    readLost(before, row, name) ??
    readEnd(before, row, name) ??
    readFill(before, row)
  );
}

/** One that is not found yet is no news: the last look-up for it has yet to come. */
function isAbsent(row: OrderRow): boolean {
  return row.outcome === 'absent' && !isLookUpOwed(row);
}

function needsPerson({ notices }: OrderRow): boolean {
  return notices.some(({ code }) => code === 'needs_a_person');
}

/** What the service had taken and then rejects, as a stop whose trigger fires in vain: what it was to guard is not guarded. */
function readRejected(before: OrderRow, row: OrderRow, name: string): Told | null {
  if (row.order?.order_state !== 'rejected' || before.order?.order_state === 'rejected') return null;
  const reason = row.order.cancel_reason?.replaceAll('_', ' ');
  const why = reason === undefined ? 'the service gives no reason' : reason;
  const title = row.trigger === null ? `Rejected: ${name}` : `Rejected as it fired: ${name}`;
  return { title, body: `${why}; ${row.label}`, isUrgent: true };
}

/** Its fills, when it ended and look-ups have forgotten it; else the question to a person, or that it works again. */
function readLost(before: OrderRow, row: OrderRow, name: string): Told | null {
  const lost = readLostSight(row);
  if (lost === null && readLostSight(before) !== null && isResting(row)) {
    const body = `It rests, and was told as not known any more: ${row.label}`;
    return { title: `Found again: ${name}`, body, isUrgent: true };
  }
  if (lost === null || readLostSight(before) !== null) return null;
  const traded = parseDecimal(lost.traded ?? '');
  if (lost.isNeverShown) {
    const some = traded === null || isZero(traded) ? '' : `; your trades have ${traded} of it`;
    const body = `It may rest: look for its label at the service${some}: ${row.label}`;
    return { title: `Not known any more: ${name}`, body, isUrgent: true };
  }
  if (traded === null) {
    const body = `Look for it among your trades: ${row.label}`;
    return { title: `Over, not known how: ${name}`, body, isUrgent: true };
  }
  const body = isZero(traded) ? 'your trades have none of it' : `your trades have ${traded} of it`;
  return { title: `Over: ${name}`, body: `${body}; ${row.label}`, isUrgent: false };
}

function readFill(before: OrderRow, row: OrderRow): Told | null {
  if (!hasFilledMore(before, row)) return null;
  return { title: sayFilled(row), body: sayAverage(row) ?? row.label, isUrgent: false };
}

function sayFilled(row: OrderRow): string {
  const { amount, of, isInPieces } = readFills(row);
  const pieces = isInPieces ? ' in pieces' : '';
  return `${traitsOf(row.direction).past} ${amount} of ${of} ${row.instrument_name}${pieces}`;
}

/** Of pieces, that of the last one alone. */
function sayAverage(row: OrderRow): string | null {
  const average = row.order?.average_price ?? null;
  if (average === null) return null;
  return readFills(row).isInPieces ? `the last at ${average} on average` : `at ${average} on average`;
}

/** It ended unasked: by whom and why, and its fills so far. */
function readEnd(before: OrderRow, row: OrderRow, name: string): Told | null {
  if (!isCancelNews(before, row)) return null;
  const reason = row.order?.cancel_reason;
  const why = reason === undefined ? null : (wordCancelReason(reason) ?? reason.replaceAll('_', ' '));
  const sold = isZero(readFills(row).amount) ? null : [sayFilled(row), sayAverage(row)].filter(Boolean).join(' ');
  const body = [why, sold].filter((part) => part !== null).join('; ');
  return { title: `${CANCELLED_WORDS[whoCancelled(row)]}: ${name}`, body, isUrgent: false };
}
