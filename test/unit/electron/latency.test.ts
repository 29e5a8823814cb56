import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/clock.ts';
import { createTimedClient, type TimedClient } from '../../../electron/latency.ts';
import { createServiceDouble, replyJson, type ServiceDouble } from '../../support/service-double.ts';

let service: ServiceDouble;
let client: TimedClient;
beforeEach(async () => {
  service = await createServiceDouble(replyJson(200, () => ({})));
  client = createTimedClient({
    profile: {
      id: 'test',
      name: 'test',
      kind: 'custom',
      origin: service.origin,
      form: 'get_body',
      credentials: { scheme: 'basic', clientId: 'a', clientSecret: 'b' },
    },
    clock: systemClock,
    random: Math.random,
  });
});
afterEach(async () => {
  await client.close();
  await service.close();
});

const TICKER = { instrument_name: 'BTC-PERPETUAL' };

describe('the round trips of a client', () => {
  it('are none before the first answer, and those of answers alone', async () => {
    expect(client.latency()).toEqual({ sells: null, reads: null });
    service.behave((_call, response) => void response.destroy());
    await client.call('public/ticker', TICKER, { deadlineMs: 200 });
    expect(client.latency().reads).toBeNull();
  });

  it('count refusals too, of reads apart from sells, the latest 500', async () => {
    service.behave((call, response) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code: 10_020, message: 'no' } }));
    });
    for (let made = 0; made < 502; made += 1) await client.call('public/ticker', TICKER);
    const { reads, sells } = client.latency();
    expect(sells).toBeNull();
    expect(reads?.count).toBe(500);
    const { p50 = 0, p90 = 0, p99 = 0, longest = 0 } = reads ?? {};
    expect(p50).toBeGreaterThan(0);
    expect([p50, p90, p99, longest]).toEqual([p50, p90, p99, longest].toSorted((a, b) => a - b));
  });
});
