import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { EMPTY_DRAFT } from '../../shared/orders/draft.ts';
import { isPlain, isUnbroken, type Plan } from './plan.ts';

const DEFAULT_WINDOW_MS = EMPTY_DRAFT.valid_for_ms;

/** What came of a seed. */
export interface SeedReport {
  readonly seed: number;
  readonly wrongs: readonly string[];
  /** Sells that were journaled, and orders that they became. */
  readonly intents: number;
  readonly orders: number;
  /** Presses that the rules or a full disk stopped. */
  readonly stopped: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** Commands that both cores have judged, and where their verdicts differ; none where the other core does not run. */
  readonly compared: number;
  readonly differences: readonly string[];
  /** See `Compared`. */
  readonly withoutError: number;
  /** Time from sending to proof over the time that the engine could take the order; of sells that were unknown. */
  readonly ignorance: readonly number[];
  /** The same, where the terminal runs through and look-ups are never away: what is longer is how long one of them was. */
  readonly unbrokenIgnorance: readonly number[];
  /** The same, where look-ups are answered within 300 ms, the terminal runs through, and the window is the ticket's own or more. */
  readonly plainIgnorance: readonly number[];
}

/** How long an unknown sell took to be proven, in windows of its `valid_until`, and that window, ms. */
export interface Ignorance {
  readonly windows: number;
  readonly windowMs: number;
}

/** The times of a seed's unknown sells by what they can be held against. */
export function splitIgnorance(
  plan: Plan,
  ignorance: readonly Ignorance[],
): Pick<SeedReport, 'ignorance' | 'unbrokenIgnorance' | 'plainIgnorance'> {
  const times = ignorance.map(({ windows }) => windows);
  const usual = ignorance.filter(({ windowMs }) => windowMs >= DEFAULT_WINDOW_MS);
  return {
    ignorance: times,
    unbrokenIgnorance: isUnbroken(plan) ? times : [],
    plainIgnorance: isPlain(plan) ? usual.map(({ windows }) => windows) : [],
  };
}

/** How many sells ended how. */
export function countOutcomes(rows: readonly Pick<OrderRow, 'outcome'>[]): Record<string, number> {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of rows) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return outcomes;
}
