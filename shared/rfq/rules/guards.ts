import { compare, type DecimalString, roundToPlaces, sum } from '../../decimal.ts';
import { isInverse } from '../../orders/facts.ts';
import { mostNotionalUsd } from '../../orders/notional.ts';
import type { RfqFacts } from '../facts.ts';
import { type RfqIssue, rfqIssue, type RfqPlace, rfqPlace } from '../issue.ts';
import type { RfqLeg } from '../structure.ts';

/** A hedge whose fields can be read, with its price. */
export type ReadHedge = RfqLeg & { readonly price: DecimalString };

interface Limit {
  readonly severity: 'error' | 'warning';
  readonly usd: DecimalString;
}

/**
 * The profile's limits on each leg, all legs and the hedge. An unknown worth asks, since the limit could not be
 * checked.
 */
export function checkRfqGuards(
  legs: readonly (RfqLeg | null)[],
  hedges: readonly (ReadHedge | null)[],
  facts: RfqFacts,
): RfqIssue[] {
  const { asks_above_usd: asks, stops_above_usd: stops } = facts.guards;
  const limits: Limit[] = [];
  if (stops !== null) limits.push({ severity: 'error', usd: stops });
  if (asks !== null) limits.push({ severity: 'warning', usd: asks });
  if (limits.length === 0) return [];
  return [
    ...checkLegs(legs, limits, facts),
    ...hedges.flatMap((hedge, index) => (hedge === null ? [] : checkHedge(hedge, index, limits, facts))),
  ];
}

function checkLegs(legs: readonly (RfqLeg | null)[], limits: readonly Limit[], facts: RfqFacts): RfqIssue[] {
  const worths = legs.map((leg) => (leg === null ? null : worthOf(leg, null, facts)));
  const unknown = legs.flatMap((leg, index) =>
    leg === null || worths[index] !== null ? [] : [unjudged(leg, rfqPlace('leg', index, 'amount'))],
  );
  const total = sum(worths.filter((worth) => worth !== null));
  for (const limit of limits) {
    const found = worths.flatMap((worth, index) => {
      const name = legs[index]?.instrument.instrument_name ?? '';
      if (worth === null || !isAbove(worth, limit)) return [];
      const params = { instrument_name: name, ...worthParams(worth, limit) };
      return [rfqIssue(limit.severity, rfqPlace('leg', index, 'amount'), 'leg_worth_above_limit', params)];
    });
    // Only the legs too large by themselves are named.
    if (found.length > 0) return [...unknown, ...found];
    if (isAbove(total, limit)) {
      const whole = rfqPlace('request', null, 'value');
      return [...unknown, rfqIssue(limit.severity, whole, 'legs_worth_above_limit', worthParams(total, limit))];
    }
  }
  return unknown;
}

function checkHedge(hedge: ReadHedge, index: number, limits: readonly Limit[], facts: RfqFacts): RfqIssue[] {
  const place = rfqPlace('hedge', index, 'amount');
  const worth = worthOf(hedge, hedge.price, facts);
  if (worth === null) return [unjudged(hedge, place)];
  const limit = limits.find((each) => isAbove(worth, each));
  if (limit === undefined) return [];
  return [rfqIssue(limit.severity, place, 'hedge_worth_above_limit', worthParams(worth, limit))];
}

function unjudged({ instrument }: RfqLeg, place: RfqPlace): RfqIssue {
  return rfqIssue('warning', place, 'worth_unknown', { instrument_name: instrument.instrument_name });
}

function isAbove(worth: DecimalString, { usd }: Limit): boolean {
  return compare(worth, usd) > 0;
}

function worthParams(worth: DecimalString, { usd }: Limit) {
  return { notional_usd: roundToPlaces(worth, 0), limit_usd: usd };
}

/** In USD, never too low; null when the market doesn't tell. */
function worthOf({ instrument, amount }: RfqLeg, price: DecimalString | null, facts: RfqFacts): DecimalString | null {
  const { ticker } = facts.of(instrument.instrument_name);
  if (ticker === null) return instrument.kind === 'future' && isInverse(instrument) ? amount : null;
  return mostNotionalUsd(instrument, amount, [price], ticker);
}
