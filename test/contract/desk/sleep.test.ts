import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { systemClock } from '../../../electron/clock.ts';
import { startBackEnd, TEST_WINDOW, watchPerpetual } from '../../support/bench/back-end.ts';
import { orderDraft } from '../../support/records/records.ts';

const SLEPT_MS = 8 * 3_600_000;

const CONFIRM_EACH = { rung: 'confirm_each', cap_usd: null } as const;

describe('a machine that slept with its monotonic clock standing still', () => {
  it('sells nothing until the service was heard again and the limits were read again', async () => {
    let sleptMs = 0;
    const on = await startBackEnd({ clock: { ...systemClock, now: () => Date.now() + sleptMs } });
    const { handlers } = on.services;
    const sell = () =>
      handlers['orders.place'](
        { intent_id: randomUUID(), draft: orderDraft({ type: 'market', price: '', amount: '1000' }), acknowledged: [] },
        TEST_WINDOW,
      );
    await on.waitUntilReady();
    sleptMs = SLEPT_MS;
    const stopped = await sell();
    expect(stopped.row).toBeNull();
    expect(stopped.check.issues).toContainEqual(expect.objectContaining({ code: 'trading_not_ready' }));
    expect(on.simulator.control.calls('private/sell').count).toBe(0);
    const summaries = on.simulator.control.calls('private/get_account_summaries').count;
    await on.waitFor<SessionStatus>('session.changed', ({ selling_blocked }) => selling_blocked === null);
    expect(on.simulator.control.calls('private/get_account_summaries').count).toBeGreaterThan(summaries);
    expect((await sell()).row?.outcome).toBe('accepted');
    await on.close();
  });

  it('calls its prices stale until the service was heard again', async () => {
    let sleptMs = 0;
    const on = await startBackEnd({ clock: { ...systemClock, now: () => Date.now() + sleptMs } });
    const { is_stale: isStale } = await watchPerpetual(on);
    expect(isStale).toBe(false);
    const staleness = (expected: boolean) =>
      on.waitFor<Quote[]>('market.changed', (quotes) => quotes.some(({ is_stale }) => is_stale === expected));
    const stale = staleness(true);
    // An answer that comes before anybody looks would end it unseen.
    on.simulator.control.failAll('public/ticker', 'silent_before_executing');
    sleptMs = SLEPT_MS;
    await stale;
    on.simulator.control.failAll('public/ticker', null);
    await staleness(false);
    await on.close();
  });

  it('does not sell what was shown to be confirmed before', async () => {
    let sleptMs = 0;
    const on = await startBackEnd({ clock: { ...systemClock, now: () => Date.now() + sleptMs }, ladder: CONFIRM_EACH });
    const { handlers } = on.services;
    const draft = orderDraft({ type: 'market', price: '', amount: '1000' });
    const confirm = () =>
      handlers['orders.place']({ intent_id: randomUUID(), draft, acknowledged: [], press: 'confirmed' }, TEST_WINDOW);
    await on.waitUntilReady();
    await handlers['orders.arm']({ draft, press: 'confirmed' }, TEST_WINDOW);
    sleptMs = SLEPT_MS;
    const { status } = await handlers['session.open'](null, TEST_WINDOW);
    if (status.selling_blocked !== null) await on.waitUntilReady();
    const { row, check } = await confirm();
    expect(row).toBeNull();
    expect(check.issues).toContainEqual(
      expect.objectContaining({ code: 'confirmation_needed', params: { rung: 'confirm_each', why: 'slept' } }),
    );
    await handlers['orders.arm']({ draft, press: 'confirmed' }, TEST_WINDOW);
    expect((await confirm()).row?.outcome).toBe('accepted');
    await on.close();
  });
});
