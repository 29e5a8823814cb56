import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Quote } from '../../../shared/ipc/quote-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/session-schema.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/back-end.ts';
import { sellDraft } from '../../support/records.ts';

const MARKET = sellDraft({ type: 'market', price: '', amount: '200' });
const LOGIN = 'public/auth';
const SUMMARIES = 'private/get_account_summaries';
const LOOK_UP = 'private/get_order_state_by_label';

let on: BackEnd | null = null;
afterEach(async () => {
  await on?.close();
  on = null;
});

async function start(scheme: 'token' | 'basic' | 'signature' = 'token'): Promise<BackEnd> {
  on = await startBackEnd({ scheme });
  await on.waitUntilReady();
  return on;
}

function place(at: BackEnd, acknowledged: [] = []) {
  return at.services.handlers['orders.place'](
    { intent_id: randomUUID(), draft: MARKET, acknowledged, press: 'single' },
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

/** What a method was called since, after so long. */
async function callsWithin(at: BackEnd, method: string, milliseconds: number): Promise<number> {
  const before = at.simulator.control.calls(method).count;
  await pause(milliseconds);
  return at.simulator.control.calls(method).count - before;
}

describe('a key that is revoked while the terminal runs', () => {
  it('is tried once, then nothing private is called, and prices go on', { timeout: 60_000 }, async () => {
    const at = await start();
    await at.services.handlers['market.watch'](
      { instruments: [{ instrument_name: 'BTC-PERPETUAL', attention: 'focused' }] },
      TEST_WINDOW,
    );
    const logins = at.simulator.control.calls(LOGIN).count;
    const status = await revoke(at);
    expect(status.connection).toBe('online');
    expect(at.simulator.control.calls(LOGIN).count - logins).toBeLessThanOrEqual(2);
    const quotes = at.waitFor<Quote[]>('market.changed', (batch) => batch.length > 0);
    const counts = await Promise.all([LOGIN, SUMMARIES, LOOK_UP].map((method) => callsWithin(at, method, 2500)));
    expect(counts).toEqual([0, 0, 0]);
    await quotes;
    const { row, check } = await place(at);
    expect(row).toBeNull();
    expect(check.issues[0]).toMatchObject({ code: 'trading_not_ready', params: { reason: 'key_refused' } });
    expect(at.simulator.control.calls('private/sell').count).toBe(0);
  });

  it(
    'leaves an unknown sell unknown, until a person tries the key again and it is good',
    { timeout: 60_000 },
    async () => {
      const at = await start();
      at.simulator.control.failNext('private/sell', 'drop_after_executing');
      at.simulator.control.setReplies({ lookupLagMs: 600_000 });
      const { row } = await place(at);
      expect(row?.outcome).toBe('unknown');
      await revoke(at);
      at.simulator.control.setReplies({ lookupLagMs: 0 });
      await pause(7500);
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

  it.each(['basic', 'signature'] as const)(
    'is noticed where calls bear it themselves: %s',
    { timeout: 60_000 },
    async (scheme) => {
      const at = await start(scheme);
      await revoke(at);
      expect(await callsWithin(at, SUMMARIES, 2500)).toBe(0);
    },
  );
});

/** One try, refused at once. */
async function callsAfterRetry(at: BackEnd) {
  const before = at.simulator.control.calls(LOGIN).count;
  at.services.retryKey();
  await pause(1500);
  const { status } = await at.services.handlers['session.open'](null, TEST_WINDOW);
  return {
    logins: at.simulator.control.calls(LOGIN).count - before,
    reason: status.selling_blocked?.params['reason'],
  };
}

describe('a login that is not answered', () => {
  it('says nothing of the key: it is tried again by itself', { timeout: 60_000 }, async () => {
    const at = await startBackEnd();
    on = at;
    at.simulator.control.failAll(LOGIN, { httpStatus: 503, html: 'no', executed: false });
    await pause(3000);
    const { status } = await at.services.handlers['session.open'](null, TEST_WINDOW);
    expect(status.selling_blocked?.params['reason']).not.toBe('key_refused');
    at.simulator.control.failAll(LOGIN, null);
    await at.waitUntilReady();
  });
});
