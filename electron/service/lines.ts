import type { ExtensionName } from '../../shared/service/extensions.ts';
import type { Clock } from '../clock.ts';
import type { Call } from './call.ts';
import type { Deadline } from './deadline.ts';
import { createOrderLane } from './order-lane.ts';
import {
  type Connection,
  createConnection,
  type HttpRequest,
  leastLoaded,
  openSocketTransport,
} from './wire/connection.ts';

/** One for every read that is under way at once; each is opened only when those before it are busy. */
const READ_CONNECTIONS = 4;
/** Beyond those, for what decides an order, and beyond these for cancels: neither waits behind prices that hang. */
const LOOK_UP_CONNECTIONS = 2;
const CANCEL_CONNECTIONS = 2;

/** What ends many orders at once waits behind no sell that hangs. */
const MASS_CANCELS: ReadonlySet<string> = new Set<ExtensionName>([
  'private/cancel_all',
  'private/cancel_all_by_currency',
  'private/cancel_all_by_instrument',
]);

/** The connections of a client: what must not wait for one another goes over its own. */
export interface Lines {
  /** Writes a request that is safe to repeat over one of many connections, any other over a lane that keeps their order. */
  readonly exchange: (call: Call, request: HttpRequest, deadline: Deadline) => ReturnType<Connection['exchange']>;
  readonly close: () => Promise<void>;
}

/** `connect` opens a connection to the service; HTTP when not given. */
export function createLines(
  origin: URL,
  clock: Clock,
  connect = (to: URL, by: Clock): Connection => createConnection(openSocketTransport(to), by),
): Lines {
  const orders = createOrderLane(() => connect(origin, clock));
  /** Written once, too, and behind no sell that hangs: it is what rests now that is to go. */
  const accountCancels = createOrderLane(() => connect(origin, clock));
  const open = (count: number): readonly Connection[] => Array.from({ length: count }, () => connect(origin, clock));
  const reads = open(READ_CONNECTIONS);
  const lookUps = [...reads, ...open(LOOK_UP_CONNECTIONS)];
  const cancels = [...lookUps, ...open(CANCEL_CONNECTIONS)];

  function laneOf(method: string): typeof orders {
    return MASS_CANCELS.has(method) ? accountCancels : orders;
  }

  function connectionsOf({ definition, priority }: Call): readonly Connection[] {
    if (definition.limit === 'matching_engine') return cancels;
    return priority === 'orders' || priority === 'reconciliation' ? lookUps : reads;
  }

  return {
    exchange: (call, request, deadline) =>
      call.definition.safeToRepeat
        ? leastLoaded(connectionsOf(call)).exchange(request, deadline, call.mayWrite)
        : laneOf(call.method).exchange(request, deadline, subjectOf(call.params), call.mayWrite),
    close: async () => {
      await Promise.all([orders, accountCancels, ...cancels].map((connection) => connection.close()));
    },
  };
}

/** Orders of one instrument keep their order; what names none keeps its place among all. */
function subjectOf({ instrument_name: name }: Call['params']): string | null {
  return typeof name === 'string' ? name : null;
}
