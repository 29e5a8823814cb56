import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Attention } from '../../../shared/ipc/contract.ts';
import type { Acknowledgement } from '../../../shared/orders/acknowledgement.ts';
import type { PressKind } from '../../../shared/orders/confirmation.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { POLL_INTERVAL_MS } from '../../../electron/market/poll-rates.ts';
import type { SimulatorControl } from '../../../simulator/control.ts';
import { createSimulator } from '../../../simulator/simulator.ts';
import { acceptWarnings } from '../../support/window/accept-warnings.ts';
import { type BackEnd, startBackEnd, TEST_WINDOW, waitForQuote } from '../../support/bench/back-end.ts';
import { createHeldClock, type MovableClock } from '../../support/movable-clocks.ts';
import { orderDraft } from '../../support/records/records.ts';

const SELL = 'private/sell';
const TICKER = 'public/ticker';
const FROZEN = 'BTC-PERPETUAL';
const MOVING = 'ETH-PERPETUAL';
/** No price is called stale sooner: services stamp them about once a second. */
const LEAST_STALE_MS = 1500;

let clock: MovableClock;
let control: SimulatorControl;
let on: BackEnd;
beforeEach(async () => {
  clock = createHeldClock();
  const simulator = await createSimulator({ seed: 7, clock });
  ({ control } = simulator);
  on = await startBackEnd({ simulator, clock });
  await on.waitUntilReady();
});
afterEach(() => on.close());

/** Ways in which a ticker freezes while all else runs, and how it resumes. */
interface Stop {
  readonly begin: () => void;
  /** Told before so much time passes. */
  readonly hold: (passingMs: number) => void;
  readonly end: () => void;
}
const KINDS = {
  'is served again and again': (): Stop => ({
    begin: () => control.freezeTicker(FROZEN),
    hold: () => undefined,
    end: () => control.freezeTicker(FROZEN, false),
  }),
  'bears the same timestamp, whatever its prices': (): Stop => {
    let stoodMs = 0;
    return {
      begin: () => undefined,
      hold: (passingMs) => control.rewindTicker(FROZEN, (stoodMs += passingMs)),
      end: () => control.rewindTicker(FROZEN, 0),
    };
  },
  'runs back in time': (): Stop => {
    let backMs = 0;
    return {
      begin: () => undefined,
      hold: (passingMs) => control.rewindTicker(FROZEN, (backMs += 2 * passingMs)),
      end: () => control.rewindTicker(FROZEN, 0),
    };
  },
} as const;

/** Looks at both instruments that closely; resolves once both have a price of this moment. */
async function watch(attention: Attention): Promise<void> {
  const names = [FROZEN, MOVING];
  const priced = names.map((name) => waitForQuote(on, name, ({ ticker }) => ticker?.timestamp === clock.now()));
  const instruments = names.map((instrument_name) => ({ instrument_name, attention }));
  await on.services.handlers['market.watch']({ instruments }, TEST_WINDOW);
  await Promise.all(priced);
}

/** Lets a poll interval pass: the moving price came, the frozen one was asked for. */
async function passInterval(stop: Stop, intervalMs: number): Promise<void> {
  stop.hold(intervalMs);
  const moved = waitForQuote(on, MOVING, ({ ticker }) => ticker?.timestamp === clock.now());
  const asked = askedFor(FROZEN);
  clock.pass(intervalMs);
  await Promise.all([moved, asked]);
}

async function askedFor(name: string): Promise<void> {
  while ((await control.waitForCall(TICKER)).params['instrument_name'] !== name);
}

async function pass(stop: Stop, milliseconds: number, intervalMs: number): Promise<void> {
  let left = milliseconds;
  for (; left >= intervalMs; left -= intervalMs) await passInterval(stop, intervalMs);
  stop.hold(left);
  clock.pass(left);
}

const draftOf = (amount: string, instrument_name = FROZEN) =>
  orderDraft({ type: 'market', price: '', instrument_name, amount });

async function issuesOf(draft: OrderDraft) {
  return (await on.services.handlers['orders.check']({ draft }, TEST_WINDOW)).issues;
}

const staleness = async (draft: OrderDraft) => (await issuesOf(draft)).filter(({ code }) => code === 'ticker_stale');
const stale = (seconds: string, grade: string) => [
  expect.objectContaining({ severity: 'warning', field: 'order', params: { seconds, grade } }),
];

/** What came of a press: its outcome, or the codes that stopped it. */
async function press(draft: OrderDraft, kind: PressKind, acknowledged: readonly Acknowledgement[]) {
  const { handlers } = on.services;
  if (kind === 'confirmed') await handlers['orders.arm']({ draft, press: kind }, TEST_WINDOW);
  const request = { intent_id: randomUUID(), draft, acknowledged: [...acknowledged], press: kind };
  const { row, check } = await handlers['orders.place'](request, TEST_WINDOW);
  return row?.outcome ?? check.issues.map(({ code }) => code);
}

const sells = () => control.calls(SELL).count;

describe('a ticker that', () => {
  it.each<[kind: keyof typeof KINDS, attention: Attention]>([
    ['is served again and again', 'focused'],
    ['is served again and again', 'visible'],
    ['is served again and again', 'background'],
    ['bears the same timestamp, whatever its prices', 'visible'],
    ['runs back in time', 'visible'],
  ])('%s (%s) is told as old as it is, and nothing is sold on it unaccepted', async (kind, attention) => {
    const intervalMs = POLL_INTERVAL_MS[attention];
    const limitMs = Math.max(1.25 * intervalMs, LEAST_STALE_MS);
    const draft = draftOf('200');
    await watch(attention);
    expect(await staleness(draft)).toEqual([]);

    const stop = KINDS[kind]();
    stop.begin();
    const stoodAt = clock.now();
    await pass(stop, limitMs, intervalMs);
    expect(await staleness(draft)).toEqual([]);
    const marked = waitForQuote(on, FROZEN, ({ is_stale }) => is_stale);
    await pass(stop, 1, intervalMs);
    // The newest that was seen is kept, and aged by its own timestamp.
    expect(await marked).toMatchObject({ age_ms: limitMs + 1, ticker: { timestamp: stoodAt } });
    expect(await staleness(draft)).toEqual(stale(((limitMs + 1) / 1000).toFixed(1), '0'));
    expect(await staleness(draftOf('200', MOVING))).toEqual([]);

    const accepted = acceptWarnings(await issuesOf(draft), draft, ['ticker_stale']);
    expect(accepted).toHaveLength(1);
    expect(await press(draft, 'single', [])).toEqual(['ticker_stale', 'confirmation_needed']);
    expect(await press(draft, 'single', accepted)).toEqual(['ticker_stale', 'confirmation_needed']);
    expect(await press(draft, 'confirmed', [])).toEqual(['ticker_stale']);
    expect(await press(draftOf('300'), 'confirmed', accepted)).toEqual(['ticker_stale']);
    expect(sells()).toBe(0);
    expect(await press(draft, 'confirmed', accepted)).toBe('accepted');
    expect(sells()).toBe(1);

    stop.end();
    const fresh = waitForQuote(on, FROZEN, ({ is_stale }) => !is_stale);
    clock.pass(intervalMs);
    expect((await fresh).ticker?.timestamp).toBe(clock.now());
    expect(await issuesOf(draftOf('400'))).toEqual([]);
    expect(await press(draftOf('400'), 'single', [])).toBe('accepted');
    expect(sells()).toBe(2);
  });
});

describe('a ticker that stands still for long', () => {
  it('is accepted anew once it is twice as old as the ten seconds that an acceptance is good for', async () => {
    await watch('visible');
    const stop = KINDS['is served again and again']();
    stop.begin();
    const draft = draftOf('200');
    await pass(stop, 10_000, POLL_INTERVAL_MS.visible);
    const accepted = acceptWarnings(await issuesOf(draft), draft, ['ticker_stale']);
    await pass(stop, 9999, POLL_INTERVAL_MS.visible);
    expect(await staleness(draft)).toEqual(stale('20', '0'));
    await pass(stop, 1, POLL_INTERVAL_MS.visible);
    expect(await staleness(draft)).toEqual(stale('20', '1'));
    expect(await press(draft, 'confirmed', accepted)).toEqual(['ticker_stale']);
    expect(sells()).toBe(0);
    const anew = acceptWarnings(await issuesOf(draft), draft, ['ticker_stale']);
    expect(await press(draft, 'confirmed', anew)).toBe('accepted');
    expect(sells()).toBe(1);
  });
});

describe('a ticker that nobody looks at', () => {
  it('is asked for as it is sold on, and stale by its own timestamp', async () => {
    await on.services.handlers['market.watch']({ instruments: [] }, TEST_WINDOW);
    const draft = draftOf('200');
    control.freezeTicker(FROZEN);
    clock.pass(10_000);
    expect(await staleness(draft)).toEqual([]);
    clock.pass(1);
    expect(await staleness(draft)).toEqual(stale('10', '0'));
    expect(await press(draft, 'single', [])).toEqual(['ticker_stale', 'confirmation_needed']);
    expect(sells()).toBe(0);
    control.freezeTicker(FROZEN, false);
    expect(await press(draft, 'single', [])).toBe('accepted');
    expect(sells()).toBe(1);
  });
});
