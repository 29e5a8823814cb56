import { beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { ARMED_MS, DIALOG_MS, type Ladder, type PressKind } from '../../../../shared/orders/confirmation.ts';
import { createReleases, type Releases } from '../../../../electron/orders/releases.ts';
import { perpetual, perpetualTicker, orderDraft } from '../../../support/records/records.ts';
import { createVirtualClock, type VirtualClock } from '../../../support/virtual-clock.ts';

let clock: VirtualClock;
let ladder: Ladder;
let known: Set<string>;
let doubts: number;
let releases: Releases;

beforeEach(() => {
  clock = createVirtualClock();
  ladder = { rung: 'confirm_each', cap_usd: decimal('5000') };
  known = new Set();
  doubts = 0;
  releases = createReleases({
    clock,
    doubts: () => doubts,
    ladder: () => ladder,
    factsFor: () => Promise.resolve({ instrument: perpetual(), ticker: perpetualTicker(), isTickerStale: false }),
    isKnown: (intentId) => known.has(intentId),
  });
});

const draft = orderDraft({ amount: '1000' });
let intents = 0;

async function judge(kind: PressKind, changes: { draft?: typeof draft; windowId?: string; intentId?: string } = {}) {
  intents += 1;
  const found = await releases.judge({ windowId: 'w', intentId: `intent-${intents}`, draft, kind, ...changes });
  return found === null ? 'sells' : found.params['why'];
}

describe('confirm each', () => {
  it('sells what was shown to be confirmed in the same window, once', async () => {
    releases.arm('w', draft, 'confirmed');
    expect(await judge('confirmed')).toBe('sells');
    expect(await judge('confirmed')).toBe('ran_out');
  });

  it('takes no press alone and no armed button, whatever the window says', async () => {
    expect(await judge('single')).toBe('rung');
    expect(await judge('confirmed')).toBe('ran_out');
    releases.arm('w', draft, 'armed');
    expect(await judge('confirmed')).toBe('ran_out');
    releases.arm('w', draft, 'armed');
    expect(await judge('armed')).toBe('rung');
  });

  it('takes no confirmation of another order, of another window, or of long ago', async () => {
    releases.arm('w', draft, 'confirmed');
    expect(await judge('confirmed', { draft: orderDraft({ amount: '1010' }) })).toBe('ran_out');
    releases.arm('other', draft, 'confirmed');
    expect(await judge('confirmed')).toBe('ran_out');
    releases.arm('w', draft, 'confirmed');
    await clock.advance(DIALOG_MS + 1000);
    expect(await judge('confirmed')).toBe('ran_out');
  });
});

describe('a machine that slept', () => {
  it.each(['confirmed', 'armed'] as const)('takes back what was %s before', async (kind) => {
    ladder = { rung: 'arm_and_fire', cap_usd: null };
    releases.arm('w', draft, kind);
    doubts += 1;
    expect(await judge(kind)).toBe('slept');
    releases.arm('w', draft, kind);
    expect(await judge(kind)).toBe('sells');
  });

  it('judges a press anew that was let through before', async () => {
    releases.arm('w', draft, 'confirmed');
    expect(await judge('confirmed', { intentId: 'pressed' })).toBe('sells');
    expect(await judge('confirmed', { intentId: 'pressed' })).toBe('sells');
    doubts += 1;
    expect(await judge('confirmed', { intentId: 'pressed' })).toBe('ran_out');
  });
});

describe('arm and fire', () => {
  beforeEach(() => {
    ladder = { rung: 'arm_and_fire', cap_usd: null };
  });

  it('sells the second press, and not after the arming ran out', async () => {
    expect(releases.arm('w', draft, 'armed')).toBe(ARMED_MS);
    await clock.advance(ARMED_MS - 1);
    expect(await judge('armed')).toBe('sells');
    releases.arm('w', draft, 'armed');
    await clock.advance(ARMED_MS + 1000);
    expect(await judge('armed')).toBe('ran_out');
  });

  it('takes no single press, and none of an armed instrument for another', async () => {
    expect(await judge('single')).toBe('rung');
    releases.arm('w', draft, 'armed');
    expect(await judge('armed', { draft: { ...draft, instrument_name: 'ETH-PERPETUAL' } })).toBe('ran_out');
  });

  it('forgets a window that has gone', async () => {
    releases.arm('w', draft, 'armed');
    releases.forgetWindow('w');
    expect(await judge('armed')).toBe('ran_out');
  });
});

describe('one click', () => {
  beforeEach(() => {
    ladder = { rung: 'one_click', cap_usd: decimal('5000') };
  });

  it('sells a single press under the cap, and above it only what was confirmed', async () => {
    const large = orderDraft({ amount: '5010' });
    expect(await judge('single')).toBe('sells');
    expect(await judge('single', { draft: large })).toBe('above_cap');
    releases.arm('w', large, 'armed');
    expect(await judge('armed', { draft: large })).toBe('above_cap');
    releases.arm('w', large, 'confirmed');
    expect(await judge('confirmed', { draft: large })).toBe('sells');
  });
});

describe('an intent that was let through', () => {
  it('is never judged anew: asking again for it must find its order', async () => {
    releases.arm('w', draft, 'confirmed');
    expect(await judge('confirmed', { intentId: 'mine' })).toBe('sells');
    expect(await judge('single', { intentId: 'mine' })).toBe('sells');
    known.add('of-an-earlier-run');
    expect(await judge('single', { intentId: 'of-an-earlier-run' })).toBe('sells');
  });

  it('is let through for its own draft alone, and no more once the press came to nothing', async () => {
    ladder = { rung: 'one_click', cap_usd: decimal('5000') };
    expect(await judge('single', { intentId: 'mine' })).toBe('sells');
    const large = orderDraft({ amount: '900000' });
    expect(await judge('single', { intentId: 'mine', draft: large })).toBe('above_cap');
    ladder = { rung: 'confirm_each', cap_usd: null };
    expect(await judge('single', { intentId: 'mine' })).toBe('sells');
    releases.revoke('mine');
    expect(await judge('single', { intentId: 'mine' })).toBe('rung');
  });

  it('stays so when two requests of it come at once', async () => {
    releases.arm('w', draft, 'confirmed');
    const both = await Promise.all([
      judge('confirmed', { intentId: 'twice' }),
      judge('confirmed', { intentId: 'twice' }),
    ]);
    expect(both).toEqual(['sells', 'sells']);
  });
});

describe('a stop of trading', () => {
  it.each(['armed', 'confirmed'] as const)('takes back what was %s in any window, for good', async (kind) => {
    ladder = { rung: 'arm_and_fire', cap_usd: null };
    releases.arm('w', draft, kind);
    releases.arm('other', draft, kind);
    releases.takeBack();
    expect(await judge(kind)).toBe('ran_out');
    expect(await judge(kind, { windowId: 'other' })).toBe('ran_out');
    releases.arm('w', draft, kind);
    expect(await judge(kind)).toBe('sells');
  });
});
