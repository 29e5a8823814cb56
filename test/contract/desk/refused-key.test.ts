import { randomUUID } from 'node:crypto';
import { describe, expect, it, type TestContext } from 'vitest';
import { DEEP } from '../../support/deep.ts';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

const MARKET = orderDraft({ type: 'market', price: '', amount: '200' });
const LOGIN = 'public/auth';
const SUMMARIES = 'private/get_account_summaries';
const LOOK_UP = 'private/get_order_state_by_label';
/** More than a look-up, a login or a reading of the account waits for its next turn. */
const POLLS = 8;

type Test = Pick<TestContext, 'onTestFinished'>;

/** A back end that is closed after its test, following the price of an instrument. */
async function open({ onTestFinished }: Test, scheme: 'token' | 'basic' | 'signature' = 'token'): Promise<BackEnd> {
  const at = await startBackEnd({ scheme });
  onTestFinished(at.close);
  const instruments = [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' as const }];
  await at.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  return at;
}

async function start(test: Test, scheme?: 'token' | 'basic' | 'signature'): Promise<BackEnd> {
  const at = await open(test, scheme);
  await at.waitUntilReady();
  return at;
}

/** Time goes by while prices are read so often: what is tried by itself would have been tried. */
async function untilPolled(at: BackEnd, times: number): Promise<void> {
  for (let polls = 0; polls < times; polls += 1) await at.simulator.control.waitForCall('public/ticker');
}

function place(at: BackEnd) {
  return at.services.handlers['orders.place'](
    { intent_id: randomUUID(), draft: MARKET, acknowledged: [], press: 'single' },
    TEST_WINDOW,
  );
}

function revoke(at: BackEnd): Promise<SessionStatus> {
  const told = at.waitFor<SessionStatus>(
    'session.changed',
    ({ selling_blocked: blocked }) => blocked?.params['reason'] === 'key_refused',
  );
  at.simulator.control.revokeKey(at.simulator.clientId);
  return told;
}

/** What the methods were called while prices were read so often. */
async function callsDuring(at: BackEnd, methods: readonly string[], polls: number): Promise<number[]> {
  const count = () => methods.map((method) => at.simulator.control.calls(method).count);
  const before = count();
  await untilPolled(at, polls);
  return count().map((calls, index) => calls - (before[index] ?? 0));
}

// Each has a service and a back end of its own, and waits for them most of the time.
describe.concurrent('a key that is revoked while the terminal runs', () => {
  it('is tried once, then nothing private is called, and prices go on', { timeout: 60_000 }, async (test) => {
    const at = await start(test);
    const logins = at.simulator.control.calls(LOGIN).count;
    const status = await revoke(at);
    expect(status.connection).toBe('online');
    expect(at.simulator.control.calls(LOGIN).count - logins).toBeLessThanOrEqual(2);
    const quotes = at.waitFor<Quote[]>('market.changed', (batch) => batch.length > 0);
    expect(await callsDuring(at, [LOGIN, SUMMARIES, LOOK_UP], POLLS)).toEqual([0, 0, 0]);
    await quotes;
    const { row, check } = await place(at);
    expect(row).toBeNull();
    expect(check.issues[0]).toMatchObject({ code: 'trading_not_ready', params: { reason: 'key_refused' } });
    expect(at.simulator.control.calls('private/sell').count).toBe(0);
  });

  it(
    'leaves an unknown sell unknown, until a person tries the key again and it is good',
    { timeout: 60_000 },
    async (test) => {
      const at = await start(test);
      at.simulator.control.failNext('private/sell', 'drop_after_executing');
      at.simulator.control.setReplies({ lookupLagMs: 600_000 });
      const { row } = await place(at);
      expect(row?.outcome).toBe('unknown');
      await revoke(at);
      at.simulator.control.setReplies({ lookupLagMs: 0 });
      // Past its deadline, and long enough for all that would prove its absence.
      at.simulator.control.moveClock(60_000);
      await untilPolled(at, 2 * POLLS);
      const [still] = await at.services.handlers['orders.list'](null, TEST_WINDOW);
      expect(still?.outcome).toBe('unknown');
      const again = await callsAfterRetry(at);
      expect(again).toEqual({ logins: 1, reason: 'key_refused' });
      at.simulator.control.revokeKey(at.simulator.clientId, false);
      at.services.retryKey();
      await at.waitUntilReady();
      expect((await at.waitForDecision(row?.intent_id ?? '')).outcome).toBe('accepted');
      expect(at.simulator.control.executions()).toBe(1);
    },
  );

  it.for(['basic', 'signature'] as const)(
    'is noticed where calls bear it themselves: %s',
    { timeout: 60_000, ...DEEP },
    async (scheme, test) => {
      const at = await start(test, scheme);
      await revoke(at);
      expect(await callsDuring(at, [SUMMARIES], POLLS)).toEqual([0]);
    },
  );
});

/** One try, refused at once. */
async function callsAfterRetry(at: BackEnd) {
  const before = at.simulator.control.calls(LOGIN).count;
  at.services.retryKey();
  await untilPolled(at, POLLS);
  const { status } = await at.services.handlers['session.open'](null, TEST_WINDOW);
  return {
    logins: at.simulator.control.calls(LOGIN).count - before,
    reason: status.selling_blocked?.params['reason'],
  };
}

describe.concurrent('a login that is not answered', () => {
  it('says nothing of the key: it is tried again by itself', { timeout: 60_000 }, async (test) => {
    const at = await open(test);
    at.simulator.control.failAll(LOGIN, { httpStatus: 503, html: 'no', executed: false });
    await untilPolled(at, POLLS);
    const { status } = await at.services.handlers['session.open'](null, TEST_WINDOW);
    expect(status.selling_blocked?.params['reason']).not.toBe('key_refused');
    at.simulator.control.failAll(LOGIN, null);
    await at.waitUntilReady();
  });
});
