import { compare, decimal, type DecimalString, isZero } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import { CANCELLED_WORDS, isCancelNews, whoCancelled, wordCancelReason } from '../../shared/orders/cancel-reason.ts';
import type { Clock } from '../clock.ts';
import type { Notify } from '../services-interface.ts';

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
    const body = `Look for its label at the service, and do not send it again before: ${row.label}`;
    return { title: `An order needs you: ${name}`, body, isUrgent: true };
  }
  if (row.outcome === 'refused' && before.outcome !== 'refused')
    return { title: `Refused: ${name}`, body: row.refusal?.name ?? '', isUrgent: false };
  if (row.outcome === 'absent' && before.outcome !== 'absent')
    return { title: `Never arrived: ${name}`, body: row.label, isUrgent: false };
  return readEnd(before, row, name) ?? readFill(before, row);
}

function needsPerson({ notices }: OrderRow): boolean {
  return notices.some(({ code }) => code === 'needs_a_person');
}

function readFill(before: OrderRow, row: OrderRow): Told | null {
  const filled = filledOf(row);
  if (compare(filled, filledOf(before)) <= 0) return null;
  return { title: sayFilled(row, filled), body: sayAverage(row) ?? row.label, isUrgent: false };
}

function sayFilled(row: OrderRow, filled: DecimalString): string {
  return `${row.direction === 'sell' ? 'Sold' : 'Bought'} ${filled} of ${row.amount} ${row.instrument_name}`;
}

function sayAverage({ order }: OrderRow): string | null {
  const average = order?.average_price ?? null;
  return average === null ? null : `at ${average} on average`;
}

function filledOf({ order }: OrderRow): DecimalString {
  return order?.filled_amount ?? decimal(0);
}

/** It ended, and nobody here asked for that: by whom and why, with all that it has filled, which may not be told yet. */
function readEnd(before: OrderRow, row: OrderRow, name: string): Told | null {
  if (!isCancelNews(before, row)) return null;
  const reason = row.order?.cancel_reason;
  const why = reason === undefined ? null : (wordCancelReason(reason) ?? reason.replaceAll('_', ' '));
  const filled = filledOf(row);
  const sold = isZero(filled) ? null : [sayFilled(row, filled), sayAverage(row)].filter(Boolean).join(' ');
  const body = [why, sold].filter((part) => part !== null).join('; ');
  return { title: `${CANCELLED_WORDS[whoCancelled(row)]}: ${name}`, body, isUrgent: false };
}
