import type { IpcError } from '../../shared/ipc/error.ts';
import type { MeterView, RequestBudget, SessionStatus } from '../../shared/ipc/schemas/session-schema.ts';
import type { Issue } from '../../shared/orders/issue.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { Bucket } from '../service/limits/bucket.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { CallFailure, NotSent } from '../service/failure.ts';
import type { RequestGate, Waiting } from '../service/limits/gate.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';

/** What keeps a call from being sent where it is the service that can't be reached. */
const NOBODY_THERE: readonly NotSent['reason'][] = [
  'connection_refused',
  'host_unreachable',
  'tls_failed',
  'login_unanswered',
  'service_away',
  'deadline',
];
/** The status is told again this often, for its meters; changes of the connection at once. */
const STATUS_MS = 1000;

export interface SessionOptions {
  readonly opening: string;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly gate: Pick<RequestGate, 'breakerState' | 'refusedAsTooMany' | 'waiting'>;
  readonly journal: () => SessionStatus['journal'];
  readonly mayTakeOver: () => boolean;
  /** Null: the journal can't be read. */
  readonly unknownOrders: () => number | null;
  readonly unreadMs: () => number | null;
  readonly rfqsUnreadMs: () => number | null;
  readonly isTradingStopped: () => boolean;
  readonly ladder: () => SessionStatus['ladder'];
  readonly guards: () => SessionStatus['guards'];
  readonly cancels: () => SessionStatus['cancels'];
  readonly forecastsMissed: () => number;
  readonly tradingBlocked: () => Issue | null;
  readonly overduePolls: () => Pick<Waiting, 'focused' | 'visible' | 'background'>;
  readonly pollsPerSecond: () => number;
  readonly watched: () => SessionStatus['watched'];
  readonly latency: () => SessionStatus['latency'];
  readonly log: ServicesOptions['log'];
  readonly onChange: (status: SessionStatus) => void;
}

export interface SessionTracker {
  readonly status: () => SessionStatus;
  /** A price that was asked for was answered (null), or was not. */
  readonly notePoll: (failure: IpcError | null) => void;
  /** Any call had its result (null) or failed: it says whether the service is there while no price is asked for. */
  readonly noteCall: (failure: CallFailure | null) => void;
  /** Something else in the status changed. */
  readonly touch: () => void;
  readonly close: () => void;
}

/** The one line about how things stand that every window shows. */
export function createSessionTracker(options: SessionOptions): SessionTracker {
  const { clock, serviceClock, budget, gate } = options;
  let connection: SessionStatus['connection'] = 'connecting';
  let failure: IpcError | null = null;
  let isClosed = false;

  function requestBudget(): RequestBudget {
    const waiting = { ...gate.waiting() };
    for (const [priority, count] of Object.entries(options.overduePolls())) waiting[priority as Overdue] += count;
    return {
      reserve: budget.reserveFor('visible'),
      waiting,
      own_order_meters: budget
        .orderBuckets()
        .slice(1)
        .map(({ name, bucket }) => ({ name, ...meter(bucket) })),
      breaker: gate.breakerState(),
      refused_as_too_many: gate.refusedAsTooMany(),
    };
  }

  function status(): SessionStatus {
    const [trading] = budget.orderBuckets();
    const watched = options.watched();
    const isAssumed = budget.basis() === 'assumed';
    return {
      opening: options.opening,
      connection,
      failure,
      round_trip_ms: serviceClock.roundTripMs(),
      latency: options.latency(),
      clock_offset_ms: serviceClock.offsetMs(),
      clock_error_ms: serviceClock.errorMs(),
      clock_drift: serviceClock.drift(),
      clock_readings_ignored: serviceClock.ignored(),
      journal: options.journal(),
      may_take_over: options.mayTakeOver(),
      unknown_orders: options.unknownOrders(),
      orders_unread_ms: options.unreadMs(),
      rfqs_unread_ms: options.rfqsUnreadMs(),
      trading_stopped: options.isTradingStopped(),
      ladder: options.ladder(),
      guards: options.guards(),
      cancels: options.cancels(),
      forecasts_missed: options.forecastsMissed(),
      selling_blocked: options.tradingBlocked(),
      limits: budget.basis(),
      order_meter: trading !== undefined && (budget.isCommonTold() || isAssumed) ? meter(trading.bucket) : null,
      read_meter: budget.areReadsTold() || isAssumed ? meter(budget.reads) : null,
      request_budget: requestBudget(),
      polls_per_second: options.pollsPerSecond(),
      watched_instruments: watched.focused + watched.visible + watched.background,
      watched,
    };
  }

  function touch(): void {
    if (!isClosed) options.onChange(status());
  }

  function note(next: IpcError | null): void {
    const now = next === null ? 'online' : 'offline';
    const reason = next?.params['reason'] ?? null;
    if (now === connection && next?.code === failure?.code && reason === (failure?.params['reason'] ?? null)) return;
    connection = now;
    failure = next;
    options.log('info', 'connection', { online: next === null, reason });
    touch();
  }

  function repeat(): () => void {
    return clock.after(STATUS_MS, () => {
      touch();
      if (!isClosed) cancel = repeat();
    });
  }
  let cancel = repeat();

  return {
    status,
    touch,
    notePoll: note,
    noteCall: (next) => {
      if (options.pollsPerSecond() > 0) return;
      if (next === null || next.kind === 'service_error') note(null);
      else if (next.kind === 'no_answer' || NOBODY_THERE.includes(next.reason)) note(toIpcError(next));
    },
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}

type Overdue = 'focused' | 'visible' | 'background';

function meter(bucket: Bucket): MeterView {
  return { available: Math.max(0, bucket.available()), burst: bucket.burst(), rate: bucket.rate() };
}
