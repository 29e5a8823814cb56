import { decimal, type DecimalString, divide, multiply, parseDecimal, toNumber } from '../../../shared/decimal.ts';
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
export const TIER_NAMES: Readonly<Record<GuardTierName, string>> = { soft: 'Asks above', hard: 'Stops above' };

/** The guards as text: distances in percent, the time between equal sells in seconds, empty for no limit. */
export interface GuardsForm {
  readonly soft: Readonly<Record<GuardLimit, string>>;
  readonly hard: Readonly<Record<GuardLimit, string>>;
  readonly duplicateSeconds: string;
}

const HUNDRED = decimal(100);
const MS_PER_SECOND = decimal(1000);

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
    duplicateWindowMs: seconds === null ? form.duplicateSeconds : toNumber(multiply(seconds, MS_PER_SECOND)),
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
    return {
      tier: null,
      limit: null,
      message: 'Equal sells: write seconds from 0 to 600, to the millisecond, such as 30 or 1.5.',
    };
  }
  return { tier, limit, message: `${GUARD_WORDS[limit].name}, ${TIER_NAMES[tier].toLowerCase()}: ${message}.` };
}

/** What a form holds after another window saved: its values where nothing was typed, and what was typed elsewhere. */
export interface MergedGuards {
  readonly form: GuardsForm;
  /** What both changed, with what the other window saved, such as `Amount: stops above 3000`. */
  readonly contested: readonly string[];
}

/** `base`: what the form was filled with; `saved`: what the other window made of it. */
export function mergeGuards(base: GuardsForm, typed: GuardsForm, saved: GuardsForm): MergedGuards {
  const contested: string[] = [];
  const merge = (before: string, own: string, other: string, name: string): string => {
    if (own === before) return other;
    if (other !== before && other !== own) contested.push(`${name} ${other === '' ? 'no limit' : other}`);
    return own;
  };
  const mergeTier = (tier: GuardTierName) =>
    mapLimits((limit) => {
      const name = `${GUARD_WORDS[limit].name}: ${TIER_NAMES[tier].toLowerCase()}`;
      return merge(base[tier][limit], typed[tier][limit], saved[tier][limit], name);
    });
  const form = {
    soft: mergeTier('soft'),
    hard: mergeTier('hard'),
    duplicateSeconds: merge(
      base.duplicateSeconds,
      typed.duplicateSeconds,
      saved.duplicateSeconds,
      'Equal sells within, seconds:',
    ),
  };
  return { form, contested };
}

/** That another window saved meanwhile, and what a second press would do. */
export function describeMerge({ contested }: MergedGuards): string {
  const others = contested.length === 0 ? '' : ` There: ${contested.join('; ')}.`;
  return `Another window changed these guards; nothing was saved. Fields you had not changed show what it saved, the others what you typed.${others} Press again to save what stands here now.`;
}

function mapLimits<T>(make: (name: GuardLimit) => T): Record<GuardLimit, T> {
  return Object.fromEntries(GUARD_LIMITS.map((name) => [name, make(name)])) as Record<GuardLimit, T>;
}
