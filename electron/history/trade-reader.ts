import type { Span } from '../../shared/history/spans.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { UserTradesPage } from '../../shared/service/trade.ts';
import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure, NotSent } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { type StoreTimes, trustedSpan } from './plan.ts';
import type { Source } from './source.ts';

/** One page of one of the service's two stores. */
export interface Ask {
  readonly source: Source;
  readonly store: 'recent' | 'historical';
  readonly span: Span;
  readonly sorting: 'asc' | 'desc';
  readonly count: number;
}

export interface Reply {
  readonly page: UserTradesPage;
  /** The time for which the store's answer is believed. */
  readonly trusted: Span;
}

export interface TradeReaderOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: Pick<ServiceClock, 'now' | 'observe'>;
  readonly times: StoreTimes;
}

/** Asks for pages of trades behind everything else that the terminal asks for. */
export interface TradeReader {
  /** Asks again, some times and ever later, where that may help. Fails at once when it is cancelled: nobody waits for an answer. */
  readonly request: (ask: Ask) => Promise<Result<Reply, CallFailure>>;
  /** Settles when the last request begins to be written, is over, or has to wait for longer than a moment. */
  readonly written: () => Promise<void>;
  /** Waits, unless it is or becomes cancelled. */
  readonly pause: (delayMs: number) => Promise<void>;
  /** Requests since the last `begin`. */
  readonly requests: () => number;
  readonly begin: () => void;
  readonly cancel: () => void;
  readonly isCancelled: () => boolean;
}

const CALL_DEADLINE_MS = 30_000;
/** A request that nothing holds back is written sooner. */
const MOMENT_MS = 5;
/** A request that nobody answers is asked again after each of these. */
const RETRY_AFTER_MS: readonly number[] = [500, 1000, 2000];
/** The service's `too_many_requests` (facts, section 6). */
const TOO_MANY_REQUESTS = 10_028;

const WITHDRAWN: NotSent = { kind: 'not_sent', reason: 'withdrawn', detail: 'the walk was cancelled' };

/** From `begin` to the next. */
interface Run {
  isCancelled: boolean;
  /** Told when it is cancelled. */
  readonly waiting: Set<() => void>;
}

function beginRun(): Run {
  return { isCancelled: false, waiting: new Set() };
}

/** The answer, or null once the run is cancelled. Not a race with what outlasts it, which would hold every answer until then. */
function unlessCancelled<T>({ waiting }: Run, answer: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(null);
    waiting.add(stop);
    void answer.then(resolve, reject).finally(() => waiting.delete(stop));
  });
}

export function createTradeReader({ client, clock, serviceClock, times }: TradeReaderOptions): TradeReader {
  let run = beginRun();
  let requests = 0;
  let writing = Promise.resolve();
  let noteWriting: () => void = () => undefined;
  let wake: () => void = () => undefined;

  function pause(delayMs: number): Promise<void> {
    if (run.isCancelled) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = clock.after(delayMs, () => resolve());
      wake = () => {
        stop();
        resolve();
      };
    });
  }

  function waitForWriting(): void {
    writing = new Promise((resolve) => {
      const stop = clock.after(MOMENT_MS, resolve);
      noteWriting = () => {
        stop();
        resolve();
      };
    });
  }

  function send({ source, span, sorting, count, store }: Ask, of: Run) {
    const bounds = { start_timestamp: span.from, end_timestamp: span.to };
    const window = { ...bounds, count, sorting, historical: store === 'historical' };
    const mayWrite = (): boolean => {
      noteWriting();
      return !of.isCancelled;
    };
    const options = { priority: 'bulk', deadlineMs: CALL_DEADLINE_MS, mayWrite } as const;
    if (source.by === 'instrument') {
      const { instrument_name } = source;
      return client.call('private/get_user_trades_by_instrument_and_time', { instrument_name, ...window }, options);
    }
    const kind = source.kind === null ? {} : { kind: source.kind };
    const params = { currency: source.currency, ...kind, ...window };
    return client.call('private/get_user_trades_by_currency_and_time', params, options);
  }

  return {
    request: async (ask) => {
      waitForWriting();
      const of = run;
      for (let attempt = 0; ; attempt += 1) {
        if (of.isCancelled) return fail(WITHDRAWN);
        const askedMs = serviceClock.now();
        requests += 1;
        const answer = await unlessCancelled(of, send(ask, of));
        noteWriting();
        if (answer === null) return fail(WITHDRAWN);
        if (answer.ok) {
          serviceClock.observe(answer.value.times);
          const trusted = trustedSpan(ask.store, askedMs, serviceClock.now(), times);
          return ok({ page: answer.value.value, trusted });
        }
        const delayMs = RETRY_AFTER_MS[attempt];
        if (delayMs === undefined || !mayPass(answer.error) || of.isCancelled) return fail(answer.error);
        await pause(delayMs);
      }
    },
    written: () => writing,
    pause,
    requests: () => requests,
    begin: () => {
      run = beginRun();
      requests = 0;
    },
    cancel: () => {
      run.isCancelled = true;
      for (const stop of run.waiting) stop();
      wake();
    },
    isCancelled: () => run.isCancelled,
  };
}

/** Whether asking again may help: rejections repeat, except for the rate. */
function mayPass(failure: CallFailure): boolean {
  if (failure.kind === 'no_answer') return true;
  if (failure.kind === 'service_error') return failure.class === 'transient' || failure.code === TOO_MANY_REQUESTS;
  return failure.reason !== 'bad_params' && failure.reason !== 'no_credentials' && failure.reason !== 'login_failed';
}
