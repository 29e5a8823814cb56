import { afterEach, describe, expect, it } from 'vitest';
import type { LookUpMethod } from '../../../../electron/orders/looks/look-up.ts';
import { hearLookUps } from '../../../../electron/orders/looks/look-up-rights.ts';
import { type Preflight, startPreflight } from '../../../../electron/orders/preflight.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { decimal } from '../../../../shared/decimal.ts';
import type { Limits } from '../../../../shared/service/account.ts';
import { createDeskBench, type DeskBench } from '../../../support/bench/desk-bench.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { refusal } from '../../../support/wire/scripted-service.ts';

const LIMITS: Limits = {
  non_matching_engine: { rate: decimal(20), burst: decimal(100) },
  matching_engine: { trading: { total: { rate: decimal(5), burst: decimal(20) } } },
};

let bench: DeskBench | null = null;
let preflight: Preflight | null = null;
afterEach(() => {
  preflight?.close();
  bench?.remove();
});

/** A passed preflight and its reports, over a service whose look-ups are empty. */
async function passed(): Promise<DeskBench & { readonly reasons: () => unknown[] }> {
  const own = createDeskBench();
  bench = own;
  for (const method of [STATE, OPEN] as const) own.service.answer(method, () => ({ value: [] }));
  own.budget.configure(LIMITS);
  const serviceClock = createServiceClock(own.clock);
  serviceClock.observe({ roundTripMs: 0, serviceTimeMs: own.clock.now(), receivedAtMs: own.clock.now() });
  const reasons: unknown[] = [];
  const started = startPreflight({
    client: own.service,
    clock: own.clock,
    serviceClock,
    budget: own.budget,
    makeLabel: () => 'nobody used it',
    readLimits: () => Promise.resolve(null),
    onChange: () => reasons.push(started.blocked()?.params['reason'] ?? null),
  });
  preflight = started;
  await own.clock.advance(100);
  expect(started.blocked()).toBeNull();
  return { ...own, reasons: () => reasons.splice(0) };
}

/** Looks up as the desk does. */
function lookUp({ service }: DeskBench, method: LookUpMethod, currency: 'BTC' | 'USDC' = 'BTC') {
  return hearLookUps(service, (refused) => preflight?.doubt(refused)).call(method, { currency, label: 'hedge' });
}

describe('the right to look orders up', () => {
  it.each([
    [STATE, 13_403, 'scope_exceeded'],
    [STATE, 13_021, 'forbidden'],
    [OPEN, 11_042, 'permission_denied'],
  ] as const)('lost after the start stops selling until it is there again: %s, %i', async (method, code, name) => {
    const on = await passed();
    on.reasons();
    on.service.answer(method, () => refusal(code, 'credentials', name));
    await lookUp(on, method);
    expect(preflight?.blocked()).toMatchObject({ severity: 'error', params: { reason: 'look_up_refused' } });
    // Asked for again and again, by the look-up that was refused.
    await on.clock.advance(10_000);
    expect(on.service.calls(method).length).toBeGreaterThan(4);
    expect(on.reasons()).toEqual(['look_up_refused']);
    on.service.answer(method, () => ({ value: [] }));
    await on.clock.advance(3000);
    expect(on.reasons()).toEqual([null]);
    expect(preflight?.blocked()).toBeNull();
  });

  it.each([
    ['a mistake of the request', refusal(-32_602, 'refused', 'Invalid params')],
    ['a token that is no more', refusal(13_009, 'credentials', 'unauthorized')],
    ['a limit of requests', refusal(10_028, 'transient', 'too_many_requests')],
    ['an answer', { value: [] }],
  ] as const)('is not in doubt by %s', async (_what, reply) => {
    const on = await passed();
    on.reasons();
    on.service.answer(STATE, () => reply);
    await lookUp(on, STATE);
    await on.clock.advance(10_000);
    expect(on.reasons()).toEqual([]);
  });

  it('is wanted of each currency and each kind of look-up in which it was lost', async () => {
    const on = await passed();
    on.reasons();
    const lost = new Set([`${STATE} USDC`, `${OPEN} USDC`]);
    for (const method of [STATE, OPEN] as const)
      on.service.answer(method, ({ currency }) =>
        lost.has(`${method} ${String(currency)}`) ? refusal(13_021, 'credentials', 'forbidden') : { value: [] },
      );
    for (const method of [STATE, OPEN] as const) await lookUp(on, method, 'USDC');
    await on.clock.advance(10_000);
    lost.delete(`${STATE} USDC`);
    await on.clock.advance(10_000);
    expect(on.reasons()).toEqual(['look_up_refused']);
    lost.clear();
    await on.clock.advance(3000);
    expect(on.reasons()).toEqual([null]);
  });

  it('is asked for no more once the preflight is closed', async () => {
    const on = await passed();
    preflight?.close();
    on.service.answer(STATE, () => refusal(13_403, 'credentials', 'scope_exceeded'));
    const asked = on.service.calls(STATE).length;
    await lookUp(on, STATE);
    await on.clock.advance(10_000);
    expect(on.service.calls(STATE)).toHaveLength(asked + 1);
  });

  it('can not bring selling back that was stopped for good', async () => {
    const on = await passed();
    preflight?.block('journal_failed');
    on.reasons();
    on.service.answer(STATE, () => refusal(13_403, 'credentials', 'scope_exceeded'));
    await lookUp(on, STATE);
    on.service.answer(STATE, () => ({ value: [] }));
    await on.clock.advance(10_000);
    expect(on.reasons()).toEqual([]);
    expect(preflight?.blocked()).toMatchObject({ params: { reason: 'journal_failed' } });
  });
});

/** A preflight that has yet to read the limits, over look-ups in BTC alone, which take their time. */
function starting() {
  const own = createDeskBench();
  bench = own;
  const answered = (): Promise<void> => new Promise((resolve) => own.clock.after(50, resolve));
  own.service.answer(STATE, ({ currency }) => ({
    late: answered().then(() => (currency === 'BTC' ? { value: [] } : refusal(13_021, 'credentials', 'forbidden'))),
  }));
  const serviceClock = createServiceClock(own.clock);
  serviceClock.observe({ roundTripMs: 0, serviceTimeMs: own.clock.now(), receivedAtMs: own.clock.now() });
  const started = startPreflight({
    client: own.service,
    clock: own.clock,
    serviceClock,
    budget: own.budget,
    makeLabel: () => 'nobody used it',
    readLimits: async () => {
      await answered();
      own.budget.configure(LIMITS);
    },
    onChange: () => undefined,
  });
  preflight = started;
  return { ...own, started };
}

it.each([10, 60, 99])('a right that is missed %i ms after the start keeps selling from opening', async (ms) => {
  const { clock, started } = starting();
  await clock.advance(ms);
  started.doubt({ method: STATE, currency: 'ETH' });
  await clock.advance(60_000);
  expect(started.blocked()?.params['reason']).toBe('look_up_refused');
});

it('where none is missed, selling opens once the limits are read', async () => {
  const { clock, started } = starting();
  await clock.advance(200);
  expect(started.blocked()).toBeNull();
});
