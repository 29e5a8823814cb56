import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SessionStatus } from '../../../shared/ipc/session-schema.ts';
import { systemClock } from '../../../electron/clock.ts';
import { startBackEnd, TEST_WINDOW } from '../../support/back-end.ts';
import { sellDraft } from '../../support/records.ts';

const SLEPT_MS = 8 * 3_600_000;

describe('a machine that slept with its monotonic clock standing still', () => {
  it('sells nothing until the service was heard again and the limits were read again', async () => {
    let sleptMs = 0;
    const on = await startBackEnd({ clock: { ...systemClock, now: () => Date.now() + sleptMs } });
    const { handlers } = on.services;
    const sell = () =>
      handlers['orders.place'](
        { intent_id: randomUUID(), draft: sellDraft({ type: 'market', price: '', amount: '1000' }), acknowledged: [] },
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
});
