import type { TransportForm } from '../../shared/profiles/profile.ts';
import type { Side } from '../../shared/orders/side.ts';
import type { FILL_CONDITIONS, LinkedOrderType } from '../../shared/service/order.ts';

/** Orders that each seed presses. */
export const PRESSES = 20;

/** What a trader whose press was stopped waits before pressing again: ever longer. */
export const PRESS_AGAIN_MS = [700, 700, 1400, 2800, 5600, 5600, 5600, 5600] as const;

export const INSTRUMENTS = ['BTC-PERPETUAL', 'ETH-PERPETUAL', 'BTC_USDC-PERPETUAL', 'SOL_USDC-PERPETUAL'] as const;
export type PlannedInstrument = (typeof INSTRUMENTS)[number];

/** One press of the button. */
export interface Press {
  readonly intentId: string;
  readonly atMs: number;
  readonly instrument: PlannedInstrument;
  readonly side: Side;
  /** Price of a sell as a factor of the mark: below 1 it takes, above it rests. A buy's is on the other side of the mark. */
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

/** Only the sells' own faults delay the proof. */
export function isPlain(plan: Plan): boolean {
  const isQuick = 2 * plan.latencyMs[1] <= PLAIN_ROUND_TRIP_MS;
  return (
    isQuick && plan.isLawful && !plan.isLagToBeSeen && !plan.isFirstHeld && plan.readFaultRate === 0 && isUnbroken(plan)
  );
}
