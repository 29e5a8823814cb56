import { decimal } from '../../decimal.ts';
import { amountStep } from '../../orders/facts.ts';
import type { PricedLeg } from '../analysis/position.ts';
import { coinSize, positionGreeks } from '../analysis/totals.ts';
import type { RfqFacts } from '../facts.ts';
import type { DeltaKind } from '../hedge.ts';
import { type RfqIssue, rfqIssue, rfqPlace } from '../issue.ts';
import type { RfqLeg } from '../structure.ts';

/** Share that a hedge may leave or overshoot unasked. */
const MOST_LEFT = 0.5;
const PLACES = 4;
const KINDS: readonly DeltaKind[] = ['delta', 'netDelta'];

/** A delta without the hedge and with it, in coins. */
export interface DeltaChange {
  readonly before: number;
  readonly after: number;
}

/** Delta after the hedge; null for a convention that is unknown. */
export interface HedgeEffect {
  readonly delta: DeltaChange | null;
  readonly netDelta: DeltaChange | null;
  /** Coins of one hedge step, the least error a hedge leaves. */
  readonly step: number;
  readonly currency: string;
}

/** The delta of the legs in the hedge's own coin, without the hedge and with it. */
export function measureHedge(legs: readonly RfqLeg[], hedge: RfqLeg, facts: RfqFacts): HedgeEffect {
  const { instrument, amount, direction } = hedge;
  const { ticker } = facts.of(instrument.instrument_name);
  const currency = instrument.base_currency;
  // Spot pairs may be of several coins, which don't add up.
  const own = legs.filter((leg) => leg.instrument.base_currency === currency);
  const priced = own.map((leg): PricedLeg => ({ ...leg, ticker: facts.of(leg.instrument.instrument_name).ticker }));
  const greeks = positionGreeks(priced, facts.serviceNowMs);
  const size = coinSize(instrument, amount, ticker);
  const change = (before: number | null): DeltaChange | null =>
    before === null || size === null ? null : { before, after: before + (direction === 'buy' ? size : -size) };
  return {
    delta: change(greeks.delta),
    netDelta: change(greeks.netDelta),
    step: coinSize(instrument, amountStep(instrument), ticker) ?? 0,
    currency,
  };
}

/**
 * Asks about a hedge that adds delta, or leaves or overshoots over half: a likely slip. Flattening by either convention
 * passes.
 */
export function checkHedgeEffect(effect: HedgeEffect, index: number): RfqIssue[] {
  const place = rfqPlace('hedge', index, 'amount');
  const known = KINDS.flatMap((kind) => effect[kind] ?? []);
  const [shown] = known;
  if (shown === undefined) return [rfqIssue('warning', place, 'hedge_delta_unknown', {})];
  const size = ({ before, after }: DeltaChange) => [Math.abs(before), Math.abs(after)] as const;
  const isFar = known.every((change) => {
    const [before, after] = size(change);
    return after > before || (after > MOST_LEFT * before && after > effect.step);
  });
  if (!isFar) return [];
  const isLarger = known.every((change) => {
    const [before, after] = size(change);
    return after > before;
  });
  const write = (delta: number) => decimal(delta.toFixed(PLACES));
  const params = { before: write(shown.before), after: write(shown.after), currency: effect.currency };
  return [rfqIssue('warning', place, isLarger ? 'hedge_enlarges_delta' : 'hedge_misses_delta', params)];
}
