import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { BreakerState } from '../../../shared/ipc/schemas/session-schema.ts';
import { limitsSchema } from '../../../shared/service/account.ts';
import { createQuotes, type Quotes } from '../../../electron/market/quotes.ts';
import { createRateBudget, type RateBudget } from '../../../electron/service/limits/budget.ts';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import { createRequestGate, type RequestGate } from '../../../electron/service/limits/gate.ts';
import { createServiceClock, type ServiceClock } from '../../../electron/service/service-clock.ts';
import { perpetualTicker } from '../records/records.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.ts';
import { createVirtualService, type VirtualService, type VirtualServiceOptions } from '../wire/virtual-service.ts';

export interface ReadsBench {
  readonly clock: VirtualClock;
  readonly service: VirtualService;
  readonly client: ServiceClient;
  readonly gate: RequestGate;
  readonly budget: RateBudget;
  readonly serviceClock: ServiceClock;
  readonly quotes: Quotes;
  /** `atMs` by the virtual monotonic clock. */
  readonly batches: { windowId: string; quotes: Quote[]; atMs: number }[];
  readonly breakerStates: BreakerState[];
}

/** The real client, gate, budget and poller against a virtual service that quotes every instrument. */
export function createReadsBench(
  limit: { rate: number; burst: number },
  options?: (clock: VirtualClock) => VirtualServiceOptions,
): ReadsBench {
  const clock = createVirtualClock();
  const service = createVirtualService(clock, options?.(clock));
  const budget = createRateBudget(clock);
  budget.configure(limitsSchema.parse({ non_matching_engine: limit }));
  const breakerStates: BreakerState[] = ['closed'];
  const gate = createRequestGate(clock, budget, (_from, to) => breakerStates.push(to));
  const client = createServiceClient({
    profile: {
      id: 'test',
      name: 'test',
      kind: 'custom',
      origin: 'http://127.0.0.1:1',
      form: 'get_body',
      credentials: { scheme: 'basic', clientId: 'client', clientSecret: 'secret-of-the-test' },
    },
    clock,
    random: () => 0.5,
    gate,
    connect: service.connect,
  });
  const serviceClock = createServiceClock(clock);
  const batches: ReadsBench['batches'] = [];
  const quotes = createQuotes({
    client,
    clock,
    serviceClock,
    budget,
    gate,
    publish: (windowId, batch) => batches.push({ windowId, quotes: batch, atMs: clock.monotonic() }),
    onAnswer: () => undefined,
  });
  service.answer('public/ticker', ({ instrument_name }) =>
    perpetualTicker({ instrument_name, timestamp: clock.now() }),
  );
  return { clock, service, client, gate, budget, serviceClock, quotes, batches, breakerStates };
}
