import { createConnection } from '../../electron/service/wire/connection.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import type { ServiceClient } from '../../electron/service/client-interface.ts';
import { makeLabel } from '../../electron/orders/label.ts';
import { lookUpCurrency } from '../../electron/orders/currency.ts';
import { decimalField } from '../../shared/service/fields.ts';
import { Random } from '../../simulator/random.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts';
import { ACCOUNT } from './back-end.ts';
import { Line } from './line.ts';
import { type Plan, type Press, startOf } from './plan.ts';
import { AMOUNTS, onTick } from './draft-order.ts';
import { ServiceSide } from './service-side.ts';
import { Wire } from './wire.ts';

type Verdict = 'accepted' | 'rejected';
type Sell = Parameters<ServiceClient['call']>[1] & { label: string };

/** How another program judges a sell that it sends. */
type Policy = (client: ServiceClient, clock: VirtualClock, sell: Sell, currency: 'BTC') => Promise<Verdict>;

const LOOK_UPS = 5;
const LOOK_UP_EVERY_MS = 2000;

/** What other trading programs do with a sell that got no answer, as their sources have it. */
export const PEERS = {
  /** Exception = failed: whatever is not an answer of success is a failure. */
  'exception = failed': async (client, _clock, sell) => {
    const result = await client.call('private/sell', sell as never);
    return result.ok ? 'accepted' : 'rejected';
  },
  /** Five look-ups, one every two seconds; found in none of them, it is rejected. */
  'five look-ups, then rejected': async (client, clock, sell, currency) => {
    const result = await client.call('private/sell', sell as never);
    if (result.ok) return 'accepted';
    if (result.error.kind !== 'no_answer') return 'rejected';
    for (let tries = 0; tries < LOOK_UPS; tries += 1) {
      await new Promise<void>((resolve) => clock.after(LOOK_UP_EVERY_MS, resolve));
      const found = await client.call('private/get_order_state_by_label', { currency, label: sell.label });
      if (found.ok && found.value.value.length > 0) return 'accepted';
    }
    return 'rejected';
  },
} as const satisfies Record<string, Policy>;

export type PeerName = keyof typeof PEERS;
export const PEER_NAMES = Object.keys(PEERS) as readonly PeerName[];

/** What a policy made of a seed's sells. */
export interface PeerReport {
  readonly verdicts: number;
  readonly wrong: number;
}

/** The same seed, sells, network and service under another program's policy; it never crashes, to its favour. */
export async function runPeer(plan: Plan, peer: PeerName): Promise<PeerReport> {
  const clock = createVirtualClock(startOf(plan));
  const service = new ServiceSide(plan, clock);
  const wire = new Wire({ plan, clock, service, log: null, onSell: () => undefined });
  const random = new Random(plan.seed, 401);
  const { clientId, clientSecret } = service.core.key;
  const client = createServiceClient({
    profile: {
      id: ACCOUNT,
      name: 'Peer',
      kind: 'test',
      origin: 'http://127.0.0.1:1',
      form: plan.form,
      credentials: { scheme: 'basic', clientId, clientSecret },
    },
    clock,
    random: () => random.next(),
    connect: (_origin, by) => createConnection(new Line(wire.end), by),
  });
  const verdicts = new Map<string, Verdict>();

  async function press({ instrument, priceFactor, validForMs }: Press): Promise<void> {
    const { instrument: terms, ticker } = service.quote(instrument);
    const label = makeLabel(clock.now(), (size) => Uint8Array.from({ length: size }, () => random.integer(0, 255)));
    const sell = {
      instrument_name: instrument,
      amount: decimalField.parse(AMOUNTS[instrument]),
      price: decimalField.parse(onTick(Number(ticker.mark_price) * priceFactor, terms)),
      post_only: false,
      label,
      valid_until: service.core.now() + validForMs,
    };
    verdicts.set(label, await PEERS[peer](client, clock, sell, lookUpCurrency(terms, instrument) as 'BTC'));
  }

  for (const planned of plan.presses) clock.after(planned.atMs, () => void press(planned));
  for (let minutes = 0; verdicts.size < plan.presses.length && minutes < 60; minutes += 1) await clock.advance(60_000);
  await clock.advance(90_000);
  const made = new Set(service.made.filter(({ by }) => by === 'terminal').map(({ label }) => label));
  const wrong = [...verdicts].filter(([label, verdict]) => made.has(label) !== (verdict === 'accepted')).length;
  return { verdicts: verdicts.size, wrong };
}
