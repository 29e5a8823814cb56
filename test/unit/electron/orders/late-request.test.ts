import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { createScriptedService, noAnswer, type ScriptedService } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';
import { OPEN, STATE, TRADES } from '../../../support/wire/look-up-methods.ts';

const BACK_MS = 60_000;
const LATER_BACK_MS = 5 * 60_000;

let bench: DeskBench;
let clock: VirtualClock;
let service: ScriptedService;
/** The read of trades waits, as behind the account's limit. */
const TRADES_WAIT_MS = 1500;
let tradesWaitMs: number;
beforeEach(() => {
  tradesWaitMs = TRADES_WAIT_MS;
  clock = createVirtualClock();
  service = createScriptedService(clock);
  const call = service.call as (...args: unknown[]) => Promise<unknown>;
  Object.assign(service, {
    call: async (method: string, ...rest: unknown[]) => {
      if (method === TRADES) await new Promise<void>((done) => void clock.after(tradesWaitMs, done));
      return call(method, ...rest);
    },
  });
  for (const method of [STATE, OPEN] as const) service.answer(method, () => ({ value: [] }));
  service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
  bench = createDeskBench({ folder: mkdtempSync(join(tmpdir(), 'strikedesk-late-')), clock, service });
});
afterEach(() => bench.remove());

describe('a proof of absence', () => {
  // The request is late, and valid until its deadline.
  async function pressUntilTradesAreAwaited(): Promise<string> {
    service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: '' }), []);
    while (service.calls(OPEN).length === 0) await clock.advance(10);
    return intentId;
  }

  /** Answers after which a set-back clock is believed: one a sell. */
  async function sellOthers(labels: readonly string[], backMs: number): Promise<void> {
    for (const one of labels) {
      acceptSells(service, { creation_timestamp: clock.now() - backMs });
      const amount = String(40_000 + 10 * one.charCodeAt(0));
      await bench.desk.place(nextIntentId(), orderDraft({ label: one, amount }), []);
      await clock.advance(100);
    }
  }

  it('is not concluded while the service’s clock, as it is known, stands before the deadline again', async () => {
    const intentId = await pressUntilTradesAreAwaited();
    // The last look-ups are answered, trades not yet.
    service.setOffset(-BACK_MS);
    await sellOthers(['a', 'b', 'c', 'd'], BACK_MS);
    await clock.advance(TRADES_WAIT_MS);
    expect(bench.row(intentId).outcome).toBe('unknown');
  });

  it('begins anew where the clock was set back meanwhile, though the deadline has passed again', async () => {
    const backMs = 3000;
    tradesWaitMs = 12_000;
    const intentId = await pressUntilTradesAreAwaited();
    service.setOffset(-backMs);
    await sellOthers(['a', 'b', 'c', 'd'], backMs);
    const looks = service.calls(STATE).length;
    await clock.advance(tradesWaitMs - 400);
    expect(bench.row(intentId).outcome).toBe('unknown');
    await clock.advance(tradesWaitMs + 20_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    expect(service.calls(STATE).length).toBeGreaterThan(looks + 1);
  });

  it('counts no look-up that was answered before a setting which is known as it is read', async () => {
    const { call } = service as { call: (...asked: unknown[]) => Promise<unknown> };
    let label = '';
    let isAway = true;
    let tripMs = 1300;
    Object.assign(service, {
      call: async (method: string, params: { readonly label?: string }, ...rest: unknown[]) => {
        if (method !== STATE || params.label !== label) return call(method, params, ...rest);
        const away = tripMs;
        if (isAway) return { ok: false, error: 'failure' in noAnswer ? noAnswer.failure : null };
        tripMs = 0;
        const answer = (await call(method, params, ...rest)) as { value: { times: object } };
        await new Promise<void>((done) => void clock.after(away, done));
        const times = { ...answer.value.times, roundTripMs: away, receivedAtMs: clock.now() };
        return { ...answer, value: { ...answer.value, times } };
      },
    });
    service.answer('private/sell', () => noAnswer);
    tradesWaitMs = 0;
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: '' }), []);
    const untilMs = bench.row(intentId).valid_until;
    ({ label } = bench.row(intentId));
    while (clock.now() < untilMs + 2600) await clock.advance(10);
    await sellOthers(['p'], 0);
    isAway = false;
    const looks = service.calls(STATE).length;
    while (service.calls(STATE).length === looks) await clock.advance(10);
    // When its answer is read, other answers have put the clock before the deadline.
    const backMs = clock.now() - untilMs + 1800;
    service.setOffset(-backMs);
    await sellOthers(['q', 'r', 's', 't'], backMs);
    while (bench.row(intentId).outcome === 'unknown') await clock.advance(10);
    expect(bench.row(intentId).outcome).toBe('absent');
    expect(clock.now() - backMs - untilMs).toBeGreaterThan(1500);
  });

  it.each([1, 2])(
    'is not concluded while %i answers contradict the service’s clock as it is known',
    async (answers) => {
      const intentId = await pressUntilTradesAreAwaited();
      service.setOffset(-BACK_MS);
      await sellOthers(['a', 'b'].slice(0, answers), BACK_MS);
      service.tellTime(false);
      await clock.advance(TRADES_WAIT_MS);
      expect(bench.row(intentId).outcome).toBe('unknown');
      service.tellTime(true);
      service.setOffset(0);
      await clock.advance(30_000);
      expect(bench.row(intentId).outcome).toBe('absent');
    },
  );
});

describe('a sell proven absent before the service’s clock was set back', () => {
  /** A request under that label arrives late, and is taken. */
  function takeLate(orderId: string): void {
    const stamps = { creation_timestamp: clock.now() - LATER_BACK_MS };
    for (const method of [STATE, OPEN] as const)
      service.answer(method, ({ label }) => ({
        value: String(label).startsWith('sd-') ? [placedOrder({ label, order_id: orderId, ...stamps })] : [],
      }));
  }

  it('is found where its request arrived then, and was good again', async () => {
    service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: '' }), []);
    await clock.advance(45_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    service.setOffset(-LATER_BACK_MS);
    acceptSells(service, { creation_timestamp: clock.now() - LATER_BACK_MS });
    // The terminal learns of it by what it goes on doing.
    for (const [at, label] of ['a', 'b', 'c', 'd'].entries()) {
      await bench.desk.place(nextIntentId(), orderDraft({ label, amount: String(40_000 + at * 10) }), []);
      await clock.advance(200);
    }
    takeLate('LATE-1');
    await clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'LATE-1' } });
  });

  it('is found by a terminal that asks for nothing else, and so knows of no clock that was set', async () => {
    service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: '' }), []);
    await clock.advance(45_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    service.setOffset(-LATER_BACK_MS);
    await clock.advance(LATER_BACK_MS - 60_000);
    takeLate('LATE-1');
    await clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'LATE-1' } });
  });

  it('is not looked for any more once no service’s clock could be set back by so much', async () => {
    service.answer('private/sell', () => noAnswer);
    await bench.desk.place(nextIntentId(), orderDraft({ label: '' }), []);
    await clock.advance(12 * 60_000);
    const asked = service.calls(STATE).length;
    await clock.advance(60 * 60_000);
    expect(service.calls(STATE).length).toBe(asked);
  });

  it('under a typed label is put before a person where an order turns up that its clock makes older', async () => {
    service.answer('private/sell', () => noAnswer);
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft({ label: 'late' }), []);
    const sentAt = clock.now();
    await clock.advance(45_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    service.setOffset(-LATER_BACK_MS);
    const stamps = { creation_timestamp: sentAt - 60_000, last_update_timestamp: sentAt - 60_000 };
    for (const method of [STATE, OPEN] as const) {
      service.answer(method, ({ label }) => ({ value: [placedOrder({ label, order_id: 'LATE-1', ...stamps })] }));
    }
    bench.desk.close();
    bench = bench.restart(true);
    bench.desk.resume();
    await clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'unknown',
      notices: [{ code: 'needs_a_person', params: { older_order_id: 'LATE-1' } }],
    });
    bench.desk.state({ intent_id: intentId, order_id: null, typed: 'late' });
    await clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'closed' });
  });
});
