import { decimal } from '../../../shared/decimal.ts';
import type { PlaceCommand } from '../../../shared/execution/command.ts';
import type { Evidence, EvidenceOf, QueryTimes } from '../../../shared/execution/evidence.ts';
import type { Order } from '../../../shared/service/order.ts';
import { type UserTrade, userTradeSchema } from '../../../shared/service/trade.ts';
import { placedOrder, soldTrade } from '../records/records.ts';

/** When the command of these tests is written, by every clock; it is good for five seconds. */
export const SENT_MS = 1_700_000_000_000;
export const VALID_MS = 5000;

/** A sell of 10 at 97,450 under a label of the terminal's own, or a typed one. */
export function placeOf(changes: Partial<PlaceCommand['target']> = {}, params = {}): PlaceCommand {
  const target = {
    label: 'placed',
    is_own_label: true,
    instrument_name: 'BTC-PERPETUAL',
    direction: 'sell' as const,
    ...changes,
  };
  return {
    command_id: '00000000-0000-4000-8000-000000000002',
    kind: 'place',
    target,
    params: {
      instrument_name: target.instrument_name,
      amount: decimal(10),
      type: 'limit',
      label: target.label,
      price: decimal(97_450),
      time_in_force: 'good_til_cancelled',
      valid_until: SENT_MS + VALID_MS,
      ...params,
    },
    created_at: SENT_MS,
    submitted_at: SENT_MS,
    valid_until: SENT_MS + VALID_MS,
  };
}

/** The command's order, made a tenth of a second after it was written. */
export function orderOf(changes: Record<string, unknown> = {}): Order {
  const at = SENT_MS + 100;
  return placedOrder({
    label: 'placed',
    amount: 10,
    filled_amount: 0,
    price: 97_450,
    creation_timestamp: at,
    last_update_timestamp: at,
    ...changes,
  });
}

/** A trade of that order. */
export function tradeOf(changes: Partial<UserTrade> = {}): UserTrade {
  const sold = soldTrade({ label: 'placed', instrument_name: 'BTC-PERPETUAL', price: '97450', amount: '10' });
  return userTradeSchema.parse({ ...sold, trade_seq: 1, timestamp: SENT_MS + 200, ...changes });
}

/** A query that is asked so long after the command, and answered at once. */
export function timesAt(afterMs: number, changes: Partial<QueryTimes> = {}): QueryTimes {
  const nowMs = SENT_MS + afterMs;
  return {
    asked_at: afterMs,
    answered_at: afterMs,
    now_ms: nowMs,
    is_clock_known: true,
    earliest_ms: nowMs,
    told_ms: nowMs,
    proven_ms: nowMs,
    allowed_lag_ms: 1900,
    seen_lag_ms: 100,
    is_clock_set: false,
    set_back_ms: 0,
    ...changes,
  };
}

export function shown(
  afterMs: number,
  orders: Order[],
  changes: Partial<Omit<EvidenceOf<'shown'>, 'times'>> & { readonly times?: Partial<QueryTimes> } = {},
): EvidenceOf<'shown'> {
  const { times, ...others } = changes;
  return {
    kind: 'shown',
    at: SENT_MS + afterMs,
    query: 'orders_by_label',
    orders,
    of_others: [],
    ...others,
    times: timesAt(afterMs, times),
  };
}

export function traded(afterMs: number, trades: UserTrade[], failed: string | null = null): EvidenceOf<'trades'> {
  return { kind: 'trades', at: SENT_MS + afterMs, trades, failed, of_others: [], times: timesAt(afterMs) };
}

/** All that is asked together to prove an absence, and shows nothing. */
export function emptyRound(afterMs: number, times: Partial<QueryTimes> = {}): Evidence[] {
  return [
    shown(afterMs, [], { times }),
    shown(afterMs, [], { query: 'open_orders', times }),
    { ...traded(afterMs, []), times: timesAt(afterMs, times) },
  ];
}

export const NO_REPLY: Evidence = { kind: 'no_reply', at: SENT_MS + 5000, reason: 'deadline' };
/** The first query past the deadline, and the round that completes the proof. */
export const FIRST_EMPTY_MS = VALID_MS + 400;
export const LAST_EMPTY_MS = VALID_MS + 1900;
