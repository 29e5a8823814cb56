import { LINKED_CHILDREN } from '../../shared/orders/order-types.ts';
import type { TransportForm } from '../../shared/profiles/profile.ts';
import { FILL_CONDITIONS, LINKED_ORDER_TYPES, type LinkedOrderType } from '../../shared/service/order.ts';
import { Random } from '../../simulator/random.ts';

/** Sells that each seed presses. */
export const PRESSES = 20;

/** What a trader whose press was stopped waits before pressing again: ever longer. */
export const PRESS_AGAIN_MS = [700, 700, 1400, 2800, 5600, 5600, 5600, 5600] as const;

const INSTRUMENTS = ['BTC-PERPETUAL', 'ETH-PERPETUAL', 'BTC_USDC-PERPETUAL', 'SOL_USDC-PERPETUAL'] as const;
export type PlannedInstrument = (typeof INSTRUMENTS)[number];

/** One press of the sell button. */
export interface Press {
  readonly intentId: string;
  readonly atMs: number;
  readonly instrument: PlannedInstrument;
  /** Price as a factor of the mark: below 1 it takes, above it rests. */
  readonly priceFactor: number;
  readonly validForMs: number;
  /** Typed by the trader; empty lets the desk make one. */
  readonly label: string;
  /** Pressed twice at once, as by a double click. */
  readonly isDouble: boolean;
  /** Pressed again with the same id much later; null: never. */
  readonly againAtMs: number | null;
}

/** What makes of a press a sell that waits for its trigger, near enough to the market to fire. */
export interface PlannedTrigger {
  readonly type: 'stop_market' | 'stop_limit' | 'take_market' | 'take_limit' | 'trailing_stop';
  /** Distance of the trigger from the mark, as a share of it. */
  readonly away: number;
}

/** What links other orders to a sell, near enough to the market to be placed, and to fill. */
export interface PlannedLink {
  readonly type: LinkedOrderType;
  readonly condition: (typeof FILL_CONDITIONS)[number];
  readonly children: readonly { readonly type: 'limit' | 'stop_market'; readonly away: number }[];
  /** The sell's amount in smallest sizes: what comes in parts is placed in parts. */
  readonly sizes: number;
}

/** How a back end ends, and for how long there is none. */
export interface Restart {
  readonly atMs: number;
  readonly downMs: number;
  /** A crash leaves everything where it is; otherwise it is closed in good order. */
  readonly isCrash: boolean;
}

/** A span in which every look-up fails. */
export interface Blackout {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A move of one of the two clocks, ms. */
export interface ClockStep {
  readonly atMs: number;
  readonly byMs: number;
  readonly of: 'wall' | 'service';
}

/** Everything that a seed decides before it runs. Times are monotonic milliseconds from its start. */
export interface Plan {
  readonly seed: number;
  readonly form: TransportForm;
  readonly scheme: 'token' | 'basic' | 'signature';
  readonly presses: readonly Press[];
  readonly restarts: readonly Restart[];
  readonly blackouts: readonly Blackout[];
  readonly clockSteps: readonly ClockStep[];
  readonly serviceOffsetMs: number;
  readonly driftPpm: number;
  /** Share of sells, of reads, that meet a fault. */
  readonly sellFaultRate: number;
  readonly readFaultRate: number;
  readonly latencyMs: readonly [least: number, most: number];
  readonly lookUpLagMs: number;
  /** Look-ups lag by more than is allowed for while no lag was seen: a verdict may be wrong until one could have been. */
  readonly isLagToBeSeen: boolean;
  /** The first sell comes just before its deadline, and nothing comes back. */
  readonly isFirstHeld: boolean;
  /** False: the service breaks its own contract in this seed, so a verdict may be wrong until the last look. */
  readonly isLawful: boolean;
  /** The journal is a file that is really closed and opened; in memory otherwise. */
  readonly isOnDisk: boolean;
  /** Prices move, so that resting orders fill. */
  readonly isMoving: boolean;
  /** Live orders are followed. */
  readonly tracks: boolean;
  /** When the disk is full; null: never. */
  readonly diskFullAtMs: number | null;
  /** For each press, whether it waits for a trigger; empty in most seeds. Where there are some, prices move and orders are followed. */
  readonly triggers: readonly (PlannedTrigger | null)[];
  /** For each press, what is linked to it; as above. */
  readonly links: readonly (PlannedLink | null)[];
  /** When the service's day ends, unless its clock is set before: books stand in settlement for some seconds. Null: far off. */
  readonly settlesAtMs: number | null;
}

const START_MS = Date.UTC(2026, 10, 21, 9);
const DAY_END_MS = Date.UTC(2026, 10, 22, 8);

/** The local clock at the start of a seed. */
export function startOf({ settlesAtMs, serviceOffsetMs }: Pick<Plan, 'settlesAtMs' | 'serviceOffsetMs'>): number {
  return settlesAtMs === null ? START_MS : DAY_END_MS - serviceOffsetMs - settlesAtMs;
}

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

/** Slower networks than this, there and back, make the look-ups of a proof take longer than a window allows. */
const PLAIN_ROUND_TRIP_MS = 300;

/** Whether its orders make others after their sell: they are followed to the end. */
export function goesOn({ triggers, links }: Pick<Plan, 'triggers' | 'links'>): boolean {
  return triggers.length + links.length > 0;
}

/** The terminal runs through, and look-ups are never all away. */
export function isUnbroken({ restarts, blackouts, diskFullAtMs }: Plan): boolean {
  return restarts.length + blackouts.length === 0 && diskFullAtMs === null;
}

/** Nothing but the sells' own faults stands between an unknown sell and its proof. */
export function isPlain(plan: Plan): boolean {
  const isQuick = 2 * plan.latencyMs[1] <= PLAIN_ROUND_TRIP_MS;
  return (
    isQuick && plan.isLawful && !plan.isLagToBeSeen && !plan.isFirstHeld && plan.readFaultRate === 0 && isUnbroken(plan)
  );
}
