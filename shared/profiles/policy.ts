import { z } from 'zod';
import { compare, type DecimalString } from '../decimal.ts';
import { amountLimitsOf, MOST_UNITS, unitField } from '../orders/limits/amount-limits.ts';
import { CONFIRMATION_RUNGS, type ConfirmationRung, type Ladder } from '../orders/confirmation.ts';
import { GUARD_LIMITS, type GuardLimit, type GuardSettings } from '../orders/limits/guard-settings.ts';
import { limitField } from '../orders/limits/limit-field.ts';

/** The most an order's amount may be set to, by its unit: in place of `maxAmount`, which holds for every other. */
const amountCeilings = z.record(unitField, limitField);
const ownAmountCeilings = amountCeilings.refine((ceilings) => Object.keys(ceilings).length <= MOST_UNITS, {
  error: `must be of ${MOST_UNITS} units at most`,
});

/** Ceilings under the names of this version. Policies of versions that only sold name one otherwise: of both the lower holds. */
const guardCeilings = z
  .partialRecord(z.enum([...GUARD_LIMITS, 'maxDistanceFromBid']), limitField)
  .transform(({ maxDistanceFromBid: before, ...ceilings }): Partial<Record<GuardLimit, DecimalString>> => {
    if (before === undefined) return ceilings;
    return { ...ceilings, maxDistanceFromTouch: lower(ceilings.maxDistanceFromTouch ?? null, before) };
  });

/** What an administrator fixes on a machine. What is left out is left to the trader. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  /** Addresses of the services that may be used, such as `https://host`; the embedded simulator always may. */
  services: z.array(z.string().max(512)).max(256).optional(),
  /** The least that must stand between a press and a sell. */
  ladder_floor: z.enum(CONFIRMATION_RUNGS).optional(),
  /** No guard that stops may be set above these, nor be left out. */
  guard_ceilings: guardCeilings.optional(),
  amount_ceilings: ownAmountCeilings.optional(),
  /** The most that one order may be worth, USD: a ceiling of that guard. */
  max_notional_usd: limitField.optional(),
  /** Whether the program may update itself, and from where in place of the address it was built with. */
  updates: z
    .strictObject({
      allowed: z.boolean(),
      feed_url: z
        .string()
        .max(512)
        .regex(/^https:\/\/[^\s@]+$/u, 'must be an address that begins with https:// and holds no name or password')
        .optional(),
    })
    .optional(),
});
export type Policy = z.infer<typeof policySchema>;

/** The policy as a window shows it. */
export const policyViewSchema = z.strictObject({
  /** `unreadable`: there is one that can't be read or understood, so nothing but the simulator may be sold on. */
  state: z.enum(['none', 'in_force', 'unreadable']),
  path: z.string(),
  /** What is wrong with it; null unless `unreadable`. */
  reason: z.string().nullable(),
  services: z.array(z.string()).nullable(),
  ladder_floor: z.enum(CONFIRMATION_RUNGS).nullable(),
  guard_ceilings: z.partialRecord(z.enum(GUARD_LIMITS), limitField),
  amount_ceilings: amountCeilings,
  updates: z.strictObject({ is_allowed: z.boolean(), feed_url: z.string().nullable() }),
});
export type PolicyView = z.infer<typeof policyViewSchema>;

export type Ceilings = Pick<PolicyView, 'guard_ceilings' | 'amount_ceilings'>;

/** A guard that stops above what the policy allows; `unit` where it is the limit of that unit's amounts alone. */
export interface AboveCeiling {
  readonly limit: GuardLimit;
  readonly unit: string | null;
  readonly ceiling: DecimalString;
}

/** The most that an order's amount may be set to in the unit; undefined where nothing fixes it. */
function ceilingOf({ guard_ceilings, amount_ceilings }: Ceilings, unit: string): DecimalString | undefined {
  return Object.hasOwn(amount_ceilings, unit) ? amount_ceilings[unit] : guard_ceilings.maxAmount;
}

/** Whether the policy lets a rung be chosen. */
export function isRungAllowed(rung: ConfirmationRung, floor: ConfirmationRung | null): boolean {
  return floor === null || CONFIRMATION_RUNGS.indexOf(rung) <= CONFIRMATION_RUNGS.indexOf(floor);
}

/** The ladder in force: as set, but no further than the floor. */
export function limitLadder(ladder: Ladder, floor: ConfirmationRung | null): Ladder {
  return floor === null || isRungAllowed(ladder.rung, floor) ? ladder : { ...ladder, rung: floor };
}

/** The guards in force: as set, but no higher than the ceilings. */
export function limitGuards(guards: GuardSettings, ceilings: Ceilings): GuardSettings {
  const soft = { ...guards.soft };
  const hard = { ...guards.hard };
  for (const name of GUARD_LIMITS) {
    const ceiling = ceilings.guard_ceilings[name];
    if (ceiling === undefined) continue;
    hard[name] = lower(hard[name], ceiling);
    if (soft[name] !== null) soft[name] = lower(soft[name], ceiling);
  }
  const maxAmountByUnit = { ...guards.maxAmountByUnit };
  for (const unit of listUnits(guards, ceilings)) {
    const ceiling = ceilingOf(ceilings, unit);
    const own = amountLimitsOf(guards, unit);
    if (ceiling === undefined) continue;
    maxAmountByUnit[unit] = {
      soft: own.soft === null ? null : lower(own.soft, ceiling),
      hard: lower(own.hard, ceiling),
    };
  }
  return { ...guards, soft, hard, maxAmountByUnit };
}

function listUnits({ maxAmountByUnit }: GuardSettings, { amount_ceilings }: Ceilings): Set<string> {
  return new Set([...Object.keys(maxAmountByUnit), ...Object.keys(amount_ceilings)]);
}

function lower(limit: DecimalString | null, ceiling: DecimalString): DecimalString {
  return limit === null || compare(limit, ceiling) > 0 ? ceiling : limit;
}

/** The guards that stop above what the policy allows. */
export function listAboveCeiling(guards: GuardSettings, ceilings: Ceilings): AboveCeiling[] {
  const ofTier = GUARD_LIMITS.map((limit) => ({
    limit,
    unit: null,
    set: guards.hard[limit],
    ceiling: ceilings.guard_ceilings[limit],
  }));
  const ofUnits = [...listUnits(guards, ceilings)].map((unit) => ({
    limit: 'maxAmount' as const,
    unit,
    set: amountLimitsOf(guards, unit).hard,
    ceiling: ceilingOf(ceilings, unit),
  }));
  return [...ofTier, ...ofUnits].flatMap(({ limit, unit, set, ceiling }) =>
    ceiling !== undefined && (set === null || compare(set, ceiling) > 0) ? [{ limit, unit, ceiling }] : [],
  );
}

/** What holds where both are in force: of everything the stricter, and nothing while either can't be understood. */
export function tightenPolicy(first: PolicyView, second: PolicyView): PolicyView {
  if (first.state === 'none') return second;
  if (second.state === 'none' || first.state === 'unreadable') return first;
  if (second.state === 'unreadable') return second;
  const [one, other] = [first.services, second.services];
  const floor = second.ladder_floor;
  const ceilings = { ...second.guard_ceilings };
  for (const name of GUARD_LIMITS) {
    const ceiling = first.guard_ceilings[name];
    if (ceiling !== undefined) ceilings[name] = lower(ceilings[name] ?? null, ceiling);
  }
  const amounts: Record<string, DecimalString> = {};
  for (const unit of [...Object.keys(first.amount_ceilings), ...Object.keys(second.amount_ceilings)]) {
    const both = [ceilingOf(first, unit), ceilingOf(second, unit)].filter((ceiling) => ceiling !== undefined);
    const least = both.reduce<DecimalString | null>(lower, null);
    if (least !== null) amounts[unit] = least;
  }
  return {
    state: 'in_force',
    path: `${first.path}, ${second.path}`,
    reason: null,
    services: one === null || other === null ? (one ?? other) : one.filter((service) => other.includes(service)),
    ladder_floor: floor !== null && isRungAllowed(floor, first.ladder_floor) ? floor : first.ladder_floor,
    guard_ceilings: ceilings,
    amount_ceilings: amounts,
    // Another address of updates is no tighter one.
    updates: {
      is_allowed: first.updates.is_allowed && second.updates.is_allowed,
      feed_url: first.updates.feed_url,
    },
  };
}

/** Where no administrator has fixed anything. */
export const NO_POLICY: PolicyView = {
  state: 'none',
  path: '',
  reason: null,
  services: null,
  ladder_floor: null,
  guard_ceilings: {},
  amount_ceilings: {},
  updates: { is_allowed: true, feed_url: null },
};
