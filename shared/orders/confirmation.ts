import { z } from 'zod';
import { compare, type DecimalString } from '../decimal.ts';
import type { Instrument } from '../service/instrument.ts';
import type { Ticker } from '../service/ticker.ts';
import type { OrderDraft } from './draft.ts';
import { isInverse } from './facts.ts';
import { limitField } from './limits/limit-field.ts';
import { notionalUsd } from './notional.ts';
import { readSize } from './rules/size.ts';
import { mostWorthUsd } from './worth.ts';

/** How much stands between a press and an order, safest first. */
export const CONFIRMATION_RUNGS = ['confirm_each', 'arm_and_fire', 'one_click'] as const;
export type ConfirmationRung = (typeof CONFIRMATION_RUNGS)[number];

/**
 * A profile's confirmation. `cap_usd`: the most a single press may trade, kept under other rungs. One click needs it.
 */
export const ladderSchema = z
  .strictObject({ rung: z.enum(CONFIRMATION_RUNGS), cap_usd: limitField.nullable() })
  .refine(({ rung, cap_usd }) => rung !== 'one_click' || cap_usd !== null, {
    path: ['cap_usd'],
    error: 'one click needs a cap in USD',
  });
export type Ladder = z.infer<typeof ladderSchema>;

/** What a profile begins with: paper money is armed and fired, any other is confirmed. One click is never a start. */
export function defaultLadder(profileKind: string): Ladder {
  return { rung: profileKind === 'simulator' ? 'arm_and_fire' : 'confirm_each', cap_usd: null };
}

/** How long a first press arms the button, milliseconds. */
export const ARMED_MS = 4000;
/** How long an opened confirmation holds, milliseconds: the market has moved on after that. */
export const DIALOG_MS = 60_000;

/** What a press must be before it trades: read and confirmed, the second of two, or a press alone. */
export const PRESS_KINDS = ['confirmed', 'armed', 'single'] as const;
export type PressKind = (typeof PRESS_KINDS)[number];

/** The demand on a press, and why a single press is not enough. */
export interface Demand {
  readonly press: PressKind;
  readonly why: 'above_cap' | 'notional_unknown' | 'market_stale' | 'linked_orders' | null;
  /** The order's most worth in USD; null when unknown. */
  readonly notionalUsd: DecimalString | null;
}

/** What a demand is made on: the draft and what is known of its market. */
export interface PressFacts {
  readonly instrument: Instrument | null;
  readonly ticker: Ticker | null;
  readonly isTickerStale: boolean;
}

/** What a press of this draft needs. With an unknown worth, one click confirms. */
export function demandPress(ladder: Ladder, draft: OrderDraft, facts: PressFacts): Demand {
  const worth = worthUsd(draft, facts);
  if (ladder.rung === 'confirm_each') return { press: 'confirmed', why: null, notionalUsd: worth };
  if (ladder.rung === 'arm_and_fire') return { press: 'armed', why: null, notionalUsd: worth };
  if (draft.children.length > 0) return { press: 'confirmed', why: 'linked_orders', notionalUsd: worth };
  if (worth === null || ladder.cap_usd === null)
    return { press: 'confirmed', why: 'notional_unknown', notionalUsd: worth };
  if (facts.isTickerStale) return { press: 'confirmed', why: 'market_stale', notionalUsd: worth };
  if (compare(worth, ladder.cap_usd) > 0) return { press: 'confirmed', why: 'above_cap', notionalUsd: worth };
  return { press: 'single', why: null, notionalUsd: worth };
}

/** Whether a press of one kind is at least what is demanded. */
export function isEnough(press: PressKind, demanded: PressKind): boolean {
  return PRESS_KINDS.indexOf(press) <= PRESS_KINDS.indexOf(demanded);
}

/**
 * The most an order is worth in USD (`mostWorthUsd`). Null without a fresh market, unless inverse, and where the quote
 * isn't dollars.
 */
export function worthUsd(draft: OrderDraft, { instrument, ticker, isTickerStale }: PressFacts): DecimalString | null {
  const amount = instrument === null ? null : readSize(draft, instrument);
  if (instrument === null || amount === null || ticker === null) return null;
  const isAmount = isInverse(instrument) && (instrument.kind === 'future' || instrument.kind === 'future_combo');
  if (isTickerStale && !isAmount) return null;
  // Without a mark a sell's limit may trade far above its price: then nothing bounds what it is worth.
  if (notionalUsd(instrument, amount, null, ticker) === null) return null;
  return mostWorthUsd(draft, amount, instrument, ticker);
}

const DEMANDS = ['above_cap', 'notional_unknown', 'market_stale', 'linked_orders'] as const;

/** The reason of a `confirmation_needed`; null when no dialog can answer it. */
export function demandReason(why: string | undefined): Demand['why'] {
  return DEMANDS.find((known) => known === why) ?? null;
}
