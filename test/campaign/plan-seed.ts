import { LINKED_CHILDREN } from '../../shared/orders/order-types.ts';
import { SIDES } from '../../shared/orders/side.ts';
import { FILL_CONDITIONS, LINKED_ORDER_TYPES } from '../../shared/service/order.ts';
import { Random } from '../../simulator/random.ts';
import {
  type Blackout,
  type ClockStep,
  goesOn,
  INSTRUMENTS,
  type Plan,
  type PlannedLink,
  type PlannedTrigger,
  type Press,
  PRESSES,
  type Restart,
} from './plan.ts';

/** The plan of a seed: the same seed gives the same one. */
export function planSeed(seed: number): Plan {
  const random = new Random(seed, 101);
  const chance = (share: number) => random.next() < share;
  const isLawful = !chance(0.05);
  const spanMs = 12_000 + random.integer(0, 18_000);
  const presses = Array.from({ length: PRESSES }, (_, index) => planPress(random, seed, index, spanMs));
  const restarts = planRestarts(random, spanMs);
  const clockSteps = [
    ...planClockSteps(random, spanMs),
    ...(isLawful ? planSetBack(new Random(seed, 104), spanMs) : []),
  ];
  const stepsBack = clockSteps.some(({ of, byMs }) => of === 'service' && byMs < 0);
  const hasLongBlackout = chance(0.004);
  const drawn = {
    seed,
    form: random.pick(['get_body', 'get_body', 'get_query', 'post'] as const),
    scheme: random.pick(['token', 'basic', 'signature'] as const),
    presses,
    restarts,
    clockSteps,
    blackouts: hasLongBlackout ? [longBlackout(random, spanMs)] : planBlackouts(random, spanMs),
    serviceOffsetMs: chance(0.5) ? random.integer(-90_000, 90_000) : random.integer(-600_000, 600_000),
    driftPpm: random.integer(-500, 500),
    sellFaultRate: random.pick([0.1, 0.3, 0.5, 0.7, 0.9]),
    readFaultRate: random.pick([0, 0.05, 0.15, 0.35, 0.6]),
    latencyMs: random.pick([
      [2, 10],
      [5, 60],
      [20, 110],
      [100, 900],
    ] as const),
    lookUpLagMs: isLawful ? lawfulLag(random, stepsBack) : random.integer(4000, 20_000),
    isLagToBeSeen: false,
    isFirstHeld: false,
    isLawful,
    isOnDisk: chance(0.01),
    isMoving: chance(0.1),
    tracks: chance(0.08),
    diskFullAtMs: chance(0.03) ? random.integer(2000, spanMs) : null,
  };
  const kind = isLawful ? random.next() : 1;
  // Drawn after all others: they stay as they were.
  const triggers = kind >= 0.12 && chance(0.08) ? presses.map(() => planTrigger(random)) : [];
  const links = kind >= 0.12 && chance(0.05) ? presses.map(() => planLink(random)) : [];
  const isFollowed = goesOn({ triggers, links });
  const isMoving = drawn.isMoving || isFollowed;
  // A market that stands still has no end of the day.
  const settlesAtMs = isMoving ? planDayEnd(new Random(seed, 105), spanMs) : null;
  const plan: Plan = {
    ...drawn,
    triggers,
    links,
    isMoving,
    settlesAtMs,
    tracks: drawn.tracks || isFollowed,
  };
  if (kind < 0.06) return withLagToBeSeen(random, plan);
  return kind < 0.12 ? withLagAtLimit(random, plan) : plan;
}

/** The same with look-ups that lag by almost all that is allowed for; its first sell is judged before any could show it. */
function withLagAtLimit(random: Random, plan: Plan): Plan {
  const presses = plan.presses.map((press, index) =>
    index === 0
      ? { ...press, atMs: 3000, priceFactor: 1.005, validForMs: 5000 }
      : { ...press, atMs: press.atMs + 12_000 },
  );
  const lookUpLagMs = random.integer(1750, 1850);
  const clockSteps = plan.clockSteps.filter(({ of }) => of === 'wall');
  const held = { isFirstHeld: true, latencyMs: [2, 10], readFaultRate: 0, blackouts: [] } as const;
  return { ...plan, presses, lookUpLagMs, clockSteps, ...held };
}

/** The same with look-ups that lag long, and are answered: then the terminal can see by how much. */
function withLagToBeSeen(random: Random, plan: Plan): Plan {
  const clockSteps = plan.clockSteps.filter(({ of }) => of === 'wall');
  const lookUpLagMs = random.integer(1900, 8000);
  return { ...plan, lookUpLagMs, isLagToBeSeen: true, readFaultRate: 0, blackouts: [], clockSteps };
}

const TRIGGER_TYPES = ['stop_market', 'stop_limit', 'take_market', 'take_limit', 'trailing_stop'] as const;

function planTrigger(random: Random): PlannedTrigger | null {
  return random.next() < 0.4 ? null : { type: random.pick(TRIGGER_TYPES), away: 0.00002 + random.next() * 0.0003 };
}

function planLink(random: Random): PlannedLink | null {
  if (random.next() < 0.6) return null;
  const type = random.pick(LINKED_ORDER_TYPES);
  const { least, most } = LINKED_CHILDREN[type];
  return {
    type,
    condition: random.pick(FILL_CONDITIONS),
    children: Array.from({ length: random.integer(least, most) }, () => ({
      type: random.pick(['limit', 'stop_market'] as const),
      away: 0.00005 + random.next() * 0.002,
    })),
    sizes: random.pick([1, 5, 400, 4000]),
  };
}

function planPress(random: Random, seed: number, index: number, spanMs: number): Press {
  const atMs = 1500 + Math.floor((spanMs * (index + random.next())) / PRESSES);
  const isTyped = random.next() < 0.15;
  return {
    intentId: `${String(seed).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`,
    atMs: random.next() < 0.1 ? 3000 : atMs,
    instrument: random.pick(INSTRUMENTS),
    // Drawn apart: all others stay as they were.
    side: new Random(seed, 106, index).pick(SIDES),
    priceFactor: random.next() < 0.3 ? 0.995 - random.next() * 0.004 : 1.002 + random.next() * 0.006,
    validForMs: random.pick([5000, 5000, 5000, 5000, 2000, 10_000, 20_000, 60_000]),
    // Few names, so that a trader types one twice.
    label: isTyped ? `hedge ${random.integer(1, 12)}` : '',
    isDouble: random.next() < 0.1,
    againAtMs: random.next() < 0.1 ? atMs + random.integer(1, 40_000) : null,
  };
}

function planRestarts(random: Random, spanMs: number): Restart[] {
  if (random.next() < 0.6) return [];
  const count = random.next() < 0.7 ? 1 : 2;
  const times = Array.from({ length: count }, () => random.integer(2500, spanMs + 12_000)).toSorted((a, b) => a - b);
  return times.map((atMs) => ({
    atMs,
    downMs: random.next() < 0.02 ? random.integer(60_000, 35 * 60_000) : random.integer(100, 8000),
    isCrash: random.next() < 0.7,
  }));
}

/** Steps forward of any size, small ones back: a service's clock is disciplined, a person's is not. */
function planClockSteps(random: Random, spanMs: number): ClockStep[] {
  if (random.next() < 0.6) return [];
  return Array.from({ length: random.integer(1, 2) }, () => {
    const atMs = random.integer(2000, spanMs + 6000);
    if (random.next() < 0.5) return { atMs, of: 'wall', byMs: random.integer(-3_600_000, 3_600_000) };
    return {
      atMs,
      of: 'service',
      byMs: random.next() < 0.3 ? -random.integer(50, 700) : random.integer(50, random.next() < 0.5 ? 1500 : 90_000),
    };
  });
}

/** Rarely a service's clock is set back by far: what it stamps then is older than what was sent before. */
function planSetBack(random: Random, spanMs: number): ClockStep[] {
  if (random.next() >= 0.04) return [];
  const atMs = random.integer(2000, spanMs);
  const byMs = random.next() < 0.7 ? random.integer(6000, 30_000) : random.integer(30_000, 590_000);
  return [{ atMs, of: 'service', byMs: -byMs }];
}

function planDayEnd(random: Random, spanMs: number): number | null {
  return random.next() < 0.5 ? random.integer(0, spanMs + 12_000) : null;
}

function planBlackouts(random: Random, spanMs: number): Blackout[] {
  if (random.next() < 0.7) return [];
  const fromMs = random.integer(2500, spanMs);
  return [{ fromMs, toMs: fromMs + random.integer(1000, 30_000) }];
}

/** Longer than the terminal waits before it asks for a person, or past the service's look-up window. */
function longBlackout(random: Random, spanMs: number): Blackout {
  const fromMs = random.integer(2500, spanMs);
  return { fromMs, toMs: fromMs + random.integer(20, 36) * 60_000 };
}

/** Look-ups lag behind the book by less than the terminal allows for: nothing, a second, rarely almost all of it. */
function lawfulLag(random: Random, stepsBack: boolean): number {
  const kind = random.next();
  if (kind < 0.3) return 0;
  if (kind < 0.7 || stepsBack) return random.integer(100, 1200);
  return random.integer(1200, 1850);
}
