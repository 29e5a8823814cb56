import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../electron/clock.ts';
import { createTimedClient, type TimedClient } from '../../../../electron/session/latency.ts';
import { createServiceDouble, replyJson, type ServiceDouble } from '../../../support/wire/service-double.ts';

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

/** A refusal is an answer too. */
function refuseAll(): void {
  service.behave((call, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, error: { code: 10_020, message: 'no' } }));
  });
}

describe('the round trips of a client', () => {
  it('are none before the first answer, and those of answers alone', async () => {
    expect(client.latency()).toEqual({ sells: null, reads: null });
    expect(client.latencies()).toEqual([]);
    service.behave((_call, response) => void response.destroy());
    await client.call('public/ticker', TICKER, { deadlineMs: 200 });
    expect(client.latency().reads).toBeNull();
  });

  it('count refusals too, of reads apart from sells, the latest 500', async () => {
    refuseAll();
    for (let made = 0; made < 502; made += 1) await client.call('public/ticker', TICKER);
    const { reads, sells } = client.latency();
    expect(sells).toBeNull();
    expect(reads?.count).toBe(500);
    expect(client.latencies()).toEqual([{ method: 'public/ticker', ...reads }]);
    const { p50 = 0, p90 = 0, p99 = 0, longest = 0 } = reads ?? {};
    expect(p50).toBeGreaterThan(0);
    expect([p50, p90, p99, longest]).toEqual([p50, p90, p99, longest].toSorted((a, b) => a - b));
  });

  it('are told by method, extensions too, in the order of their names', async () => {
    refuseAll();
    await client.callExtension('public/get_time', {});
    await client.call('public/ticker', TICKER);
    await client.call('public/ticker', TICKER);
    expect(client.latencies().map(({ method, count }) => [method, count])).toEqual([
      ['public/get_time', 1],
      ['public/ticker', 2],
    ]);
  });
});
