import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Preflight, startPreflight } from '../../../../electron/orders/preflight.ts';
import { createRateBudget, type RateBudget } from '../../../../electron/service/limits/budget.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder } from '../../../support/records/records.ts';
import {
  createScriptedService,
  noAnswer,
  refusal,
  type ScriptedService,
} from '../../../support/wire/scripted-service.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

const LIMITS = limitsSchema.parse({ matching_engine: { trading: { total: { rate: 5, burst: 20 } } } });

/** It is proven anew this often while it fails. */
const AGAIN_MS = 2000;

let clock: VirtualClock;
let service: ScriptedService;
let budget: RateBudget;
let preflight: Preflight;
let areLimitsTold: boolean;
let readings: number;
beforeEach(() => {
  clock = createVirtualClock();
  service = createScriptedService(clock);
  budget = createRateBudget(clock);
  areLimitsTold = true;
  readings = 0;
  service.answer(STATE, () => ({ value: [] }));
  preflight = startPreflight({
    client: service,
    clock,
    serviceClock: createServiceClock(clock),
    budget,
    makeLabel: () => 'nobody used it',
    readLimits: () => {
      readings += 1;
      budget.configure(areLimitsTold ? LIMITS : {});
      return Promise.resolve(null);
    },
    onChange: () => undefined,
  });
});
afterEach(() => preflight.close());

function reason(): string | undefined {
  return preflight.blocked()?.params['reason'];
}

describe('the preflight of a first start', () => {
  it('goes by the documented limits once they are chosen, and reads the account all the same', async () => {
    areLimitsTold = false;
    budget.assume();
    await clock.advance(1);
    expect([preflight.blocked(), readings]).toEqual([null, 1]);
  });

  it('opens selling once look-ups, clock and limits are there, and not before', async () => {
    expect(reason()).toBe('connecting');
    await clock.advance(1);
    expect(preflight.blocked()).toBeNull();
  });

  it.each<[expected: string, spoil: () => void, mend: () => void]>([
    ['connecting', () => service.answer(STATE, () => noAnswer), () => service.answer(STATE, () => ({ value: [] }))],
    [
      'look_up_refused',
      () => service.answer(STATE, () => refusal(13_021, 'credentials', 'forbidden')),
      () => service.answer(STATE, () => ({ value: [] })),
    ],
    [
      'look_up_not_empty',
      () => service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] })),
      () => service.answer(STATE, () => ({ value: [] })),
    ],
    ['clock_unknown', () => service.tellTime(false), () => service.tellTime(true)],
    [
      'limits_unknown',
      () => {
        areLimitsTold = false;
      },
      () => {
        areLimitsTold = true;
      },
    ],
  ])('keeps it closed while %s, and opens it once that is mended', async (expected, spoil, mend) => {
    spoil();
    await clock.advance(5 * AGAIN_MS);
    expect(reason()).toBe(expected);
    mend();
    await clock.advance(AGAIN_MS);
    expect(preflight.blocked()).toBeNull();
  });
});
