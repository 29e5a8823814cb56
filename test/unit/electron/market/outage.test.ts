import { describe, expect, it } from 'vitest';
import type { Attention } from '../../../../shared/ipc/contract.ts';
import { POLL_INTERVAL_MS } from '../../../../electron/market/poll-rates.ts';
import { createReadsBench, type ReadsBench } from '../../../support/bench/reads-bench.ts';
import { placedOrder } from '../../../support/records/records.ts';
import type { ServiceCondition } from '../../../support/wire/virtual-service.ts';

const OUTAGE_MS = 60_000;
const OUTAGES = ['refusing', 'silent', 'bad_gateway'] as const satisfies readonly ServiceCondition[];

/** As much polling as a default account's limits carry. */
const WATCHED: Readonly<Record<Attention, readonly string[]>> = {
  focused: ['F0', 'F1'],
  visible: Array.from({ length: 8 }, (_, index) => `V${index}`),
  background: Array.from({ length: 8 }, (_, index) => `B${index}`),
};

async function startPolling(): Promise<ReadsBench> {
  const bench = createReadsBench({ rate: 20, burst: 100 });
  for (const [attention, names] of Object.entries(WATCHED)) {
    bench.quotes.watch(
      attention,
      names.map((instrument_name) => ({ instrument_name, attention: attention as Attention })),
    );
  }
  await bench.clock.advance(20_000);
  return bench;
}

async function attemptsIn(bench: ReadsBench, milliseconds: number): Promise<number> {
  const before = bench.service.attempts.length;
  await bench.clock.advance(milliseconds);
  return bench.service.attempts.length - before;
}

describe('an outage of a minute at full polling', () => {
  it.each(OUTAGES)('causes no more attempts than no outage (%s)', async (condition) => {
    const undisturbed = await attemptsIn(await startPolling(), OUTAGE_MS);
    expect(undisturbed).toBeGreaterThan(1000);
    const bench = await startPolling();
    bench.service.setCondition(condition);
    expect(await attemptsIn(bench, OUTAGE_MS)).toBeLessThanOrEqual(1.1 * undisturbed);
    expect(bench.gate.breakerState()).not.toBe('closed');
  });

  it('in which every reply is a refusal that may pass causes at most a tenth more', async () => {
    const undisturbed = await attemptsIn(await startPolling(), OUTAGE_MS);
    const bench = await startPolling();
    bench.service.refuse('public/ticker', 11_051);
    expect(await attemptsIn(bench, OUTAGE_MS)).toBeLessThanOrEqual(1.1 * undisturbed);
  });

  it.each(OUTAGES)('is over for every poller within two of its intervals (%s)', async (condition) => {
    // However the end of the outage falls among the probes.
    for (const phaseMs of [0, 70, 140, 210, 333, 487]) {
      const bench = await startPolling();
      bench.service.setCondition(condition);
      await bench.clock.advance(OUTAGE_MS + phaseMs);
      bench.service.setCondition('up');
      const backAt = bench.clock.now();
      for (const attention of ['focused', 'visible', 'background'] as const) {
        const untilMs = 2 * POLL_INTERVAL_MS[attention];
        await bench.clock.advance(backAt + untilMs - bench.clock.now());
        for (const name of WATCHED[attention]) {
          expect(bench.quotes.latest(name)?.ticker.timestamp, `${name} ${phaseMs}`).toBeGreaterThanOrEqual(backAt);
        }
      }
      expect(bench.gate.breakerState()).toBe('closed');
    }
  });

  it.each(OUTAGES)(
    'over 100 instruments ends without a rush, and each is new within two intervals (%s)',
    async (condition) => {
      const limits = { rate: 20, burst: 100 };
      const names = Array.from({ length: 100 }, (_, index) => `I${index}`);
      const bench = createReadsBench(limits);
      bench.quotes.watch(
        'w',
        names.map((instrument_name) => ({ instrument_name, attention: 'background' as const })),
      );
      await bench.clock.advance(30_000);
      bench.service.setCondition(condition);
      await bench.clock.advance(OUTAGE_MS);
      bench.service.setCondition('up');
      const backAt = bench.clock.now();
      const before = bench.service.attempts.length;
      // Polling takes nine tenths of the rate, and so 100 instruments wait longer than they would.
      const intervalMs = names.length / ((0.9 * limits.rate) / 1000);
      for (let passedMs = 100; passedMs <= 2 * intervalMs; passedMs += 100) {
        await bench.clock.advance(100);
        const allowed = limits.burst + (limits.rate * passedMs) / 1000;
        expect(bench.service.attempts.length - before).toBeLessThanOrEqual(allowed);
      }
      const old = names.filter((name) => (bench.quotes.latest(name)?.ticker.timestamp ?? 0) < backAt);
      expect(old).toEqual([]);
    },
  );

  it('ends for a service that has become slow too', async () => {
    let backMs = 5;
    const bench = createReadsBench({ rate: 20, burst: 100 }, () => ({ trip: () => ({ outMs: 5, backMs }) }));
    bench.quotes.watch('w', [{ instrument_name: 'A', attention: 'visible' }]);
    bench.service.setCondition('silent');
    await bench.clock.advance(OUTAGE_MS);
    expect(bench.gate.breakerState()).not.toBe('closed');
    backMs = 3000;
    bench.service.setCondition('up');
    await bench.clock.advance(10_000);
    expect(bench.gate.breakerState()).toBe('closed');
    expect(bench.quotes.latest('A')).not.toBeNull();
  });
});

describe('a sell while reads are held back', () => {
  async function startOutage(condition: ServiceCondition): Promise<ReadsBench> {
    const bench = await startPolling();
    bench.service.setCondition(condition);
    await bench.clock.advance(10_000);
    expect(bench.gate.breakerState()).not.toBe('closed');
    return bench;
  }
  const sells = (bench: ReadsBench) => bench.service.attempts.filter(({ method }) => method === 'private/sell');
  const PARAMS = { instrument_name: 'F0', amount: '10', type: 'market' } as const;

  it.each([
    ['refusing', 'not_sent'],
    ['silent', 'no_answer'],
    ['bad_gateway', 'no_answer'],
  ] as const)('is one attempt at once (%s)', async (condition, kind) => {
    const bench = await startOutage(condition);
    const sold = bench.client.call('private/sell', PARAMS, { deadlineMs: 1000 });
    await bench.clock.advance(0);
    expect(sells(bench)).toHaveLength(1);
    await bench.clock.advance(30_000);
    expect(await sold).toMatchObject({ ok: false, error: { kind } });
    expect(sells(bench)).toHaveLength(1);
  });

  it('closes the breaker by its answer', async () => {
    const bench = await startOutage('refusing');
    bench.service.setCondition('up');
    bench.service.answer('private/sell', () => ({ order: placedOrder({}), trades: [] }));
    const sold = bench.client.call('private/sell', PARAMS);
    await bench.clock.advance(20);
    expect(await sold).toMatchObject({ ok: true });
    expect(bench.breakerStates.at(-1)).toBe('closed');
  });

  it('is looked up as soon as the service is back', async () => {
    const bench = await startOutage('silent');
    bench.service.answer('private/get_order_state_by_label', () => []);
    const found = bench.client.call(
      'private/get_order_state_by_label',
      { currency: 'BTC', label: 'x' },
      { priority: 'reconciliation' },
    );
    bench.service.setCondition('up');
    await bench.clock.advance(1000);
    expect(await found).toMatchObject({ ok: true });
  });

  it('leaves what is only looked at to fail at once', async () => {
    const bench = await startOutage('silent');
    const looked = await Promise.all([
      bench.client.call('public/get_instrument', { instrument_name: 'A' }),
      bench.client.call('public/get_instrument', { instrument_name: 'B' }),
      bench.clock.advance(0),
    ]);
    expect(looked[1]).toMatchObject({ ok: false, error: { kind: 'not_sent', reason: 'service_away' } });
  });
});
