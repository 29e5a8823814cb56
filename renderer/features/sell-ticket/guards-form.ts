import { decimal, type DecimalString, divide, multiply, parseDecimal } from '../../../shared/decimal.ts';
import {
  GUARD_LIMITS,
  type GuardLimit,
  type GuardSettings,
  guardSettingsSchema,
} from '../../../shared/orders/guard-settings.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { expandSuffix } from '../../../shared/orders/suffix.ts';
import { GUARD_WORDS } from '../../ui/policy-words.ts';

export const GUARD_TIERS = ['soft', 'hard'] as const;
export type GuardTierName = (typeof GUARD_TIERS)[number];

/** The guards as text: distances in percent, the time between equal sells in seconds, empty for no limit. */
export interface GuardsForm {
  readonly soft: Readonly<Record<GuardLimit, string>>;
  readonly hard: Readonly<Record<GuardLimit, string>>;
  readonly duplicateSeconds: string;
}

const HUNDRED = decimal(100);

function isFraction(name: GuardLimit): boolean {
  return GUARD_WORDS[name].unit === '%';
}

/** The guards as the dialog shows them. */
export function fillGuards(guards: GuardSettings): GuardsForm {
  const fill = (tier: GuardSettings['soft']): GuardsForm['soft'] =>
    mapLimits((name) => {
      const limit = tier[name];
      if (limit === null) return '';
      return isFraction(name) ? multiply(limit, HUNDRED) : limit;
    });
  return {
    soft: fill(guards.soft),
    hard: fill(guards.hard),
    duplicateSeconds: String(guards.duplicateWindowMs / 1000),
  };
}

/** A limit that can't be kept, and why, as a sentence. */
export interface GuardProblem {
  readonly tier: GuardTierName | null;
  readonly limit: GuardLimit | null;
  readonly message: string;
}

/** The guards that a form comes to; else everything wrong with it. */
export function readGuards(form: GuardsForm): Result<GuardSettings, readonly GuardProblem[]> {
  const read = (tier: GuardsForm['soft']) => mapLimits((name) => readLimit(name, tier[name]));
  const seconds = parseDecimal(form.duplicateSeconds);
  const candidate = {
    soft: read(form.soft),
    hard: read(form.hard),
    duplicateWindowMs: seconds === null ? form.duplicateSeconds : Number(seconds) * 1000,
  };
  const parsed = guardSettingsSchema.safeParse(candidate);
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.map(({ path, message }) => nameProblem(path, message)));
}

function readLimit(name: GuardLimit, text: string): DecimalString | string | null {
  const trimmed = expandSuffix(text.trim());
  if (trimmed === '') return null;
  const value = parseDecimal(trimmed);
  return value !== null && isFraction(name) ? divide(value, HUNDRED) : trimmed;
}

function nameProblem(path: readonly PropertyKey[], message: string): GuardProblem {
  const tier = GUARD_TIERS.find((name) => name === path[0]) ?? null;
  const limit = GUARD_LIMITS.find((name) => name === path[1]) ?? null;
  if (tier === null || limit === null) {
    return { tier: null, limit: null, message: 'Equal sells: write whole seconds from 0 to 600.' };
  }
  const verb = tier === 'soft' ? 'asks from' : 'stops from';
  return { tier, limit, message: `${GUARD_WORDS[limit].name}, ${verb}: ${message}.` };
}

function mapLimits<T>(make: (name: GuardLimit) => T): Record<GuardLimit, T> {
  return Object.fromEntries(GUARD_LIMITS.map((name) => [name, make(name)])) as Record<GuardLimit, T>;
}
