import type { LatencyView, MethodLatency, SessionStatus } from '../../shared/ipc/schemas/session-schema.ts';
import { SIDES, traitsOf } from '../../shared/orders/side.ts';
import type { Result } from '../../shared/result.ts';
import { createServiceClient } from '../service/client.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { decorate } from '../service/decorate.ts';
import type { Answer, CallFailure } from '../service/failure.ts';

/** Answers that the percentiles rest on. */
const MOST_ANSWERS = 500;

/** The round trips of the latest answers. */
interface Latency {
  readonly note: (roundTripMs: number) => void;
  /** Null before the first. */
  readonly view: () => LatencyView | null;
}

function createLatency(): Latency {
  const roundTrips: number[] = [];
  return {
    note: (roundTripMs) => {
      roundTrips.push(roundTripMs);
      if (roundTrips.length > MOST_ANSWERS) roundTrips.shift();
    },
    view: () => {
      const sorted = roundTrips.toSorted((a, b) => a - b);
      const longest = sorted.at(-1);
      if (longest === undefined) return null;
      /** The shortest that so large a part of them stays within: one that was measured, never one in between. */
      const within = (part: number): number => sorted[Math.ceil(part * sorted.length) - 1] ?? longest;
      return { count: sorted.length, p50: within(0.5), p90: within(0.9), p99: within(0.99), longest };
    },
  };
}

const NO_ANSWER = { times: null };

/** What places an order. */
const PLACING: ReadonlySet<string> = new Set(SIDES.map((side) => traitsOf(side).method));

export type TimedClientSetup = Parameters<typeof createServiceClient>[0] & {
  /** Hears what came of each call; null where it had its result. */
  readonly onOutcome?: (failure: CallFailure | null) => void;
};

/** A client that knows how long the service took to answer. */
export interface TimedClient extends ServiceClient {
  readonly latency: () => SessionStatus['latency'];
  /** Of each method that was answered, by name; worked out when it is asked for, and not with every status. */
  readonly latencies: () => MethodLatency[];
}

/** A client that notes the round trips of what the service answered: those of orders, and of all else. */
export function createTimedClient({ onOutcome = () => undefined, ...setup }: TimedClientSetup): TimedClient {
  const client = createServiceClient(setup);
  const [sells, reads] = [createLatency(), createLatency()];
  const methods = new Map<string, Latency>();
  function ofMethod(method: string): Latency {
    const latency = methods.get(method) ?? createLatency();
    methods.set(method, latency);
    return latency;
  }
  function note<T>(method: string, result: Result<Answer<T>, CallFailure>): Result<Answer<T>, CallFailure> {
    onOutcome(result.ok ? null : result.error);
    const { times } = result.ok ? result.value : result.error.kind === 'service_error' ? result.error : NO_ANSWER;
    if (times === null) return result;
    (PLACING.has(method) ? sells : reads).note(times.roundTripMs);
    ofMethod(method).note(times.roundTripMs);
    return result;
  }
  return {
    ...decorate(client, async ({ method, options }, next) => note(method, await next(options))),
    latency: () => ({ sells: sells.view(), reads: reads.view() }),
    latencies: () =>
      [...methods]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([method, latency]) => {
          const view = latency.view();
          return view === null ? [] : [{ method, ...view }];
        }),
  };
}
