import {
  decimal,
  type DecimalString,
  divide,
  multiply,
  parseDecimal,
  toNumber,
  ZERO,
} from '../../../../shared/decimal.ts';
import {
  DEFAULT_GUARD_SETTINGS,
  GUARD_LIMITS,
  type GuardLimit,
  type GuardSettings,
  guardSettingsSchema,
} from '../../../../shared/orders/limits/guard-settings.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import { plainNumber, readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { GUARD_WORDS } from '../../../ui/words/policy-words.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

export const GUARD_TIERS = ['soft', 'hard'] as const;
export type GuardTierName = (typeof GUARD_TIERS)[number];
export const TIER_NAMES: Readonly<Record<GuardTierName, string>> = { soft: 'Asks above', hard: 'Stops above' };

/** The limits of one unit's amounts as text, empty for none. */
export type AmountTexts = Readonly<Record<GuardTierName, string>>;

/** The guards as text: distances in percent, the time between equal sells in seconds, empty for no limit. */
export interface GuardsForm {
  readonly soft: Readonly<Record<GuardLimit, string>>;
  readonly hard: Readonly<Record<GuardLimit, string>>;
  /** Units whose amounts have limits of their own. */
  readonly amounts: Readonly<Record<string, AmountTexts>>;
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
    amounts: mapValues(guards.maxAmountByUnit, ({ soft, hard }) => ({ soft: soft ?? '', hard: hard ?? '' })),
    duplicateSeconds: String(guards.duplicateWindowMs / 1000),
  };
}

/** A limit that can't be kept, and why, as a sentence. */
export interface GuardProblem {
  readonly tier: GuardTierName | null;
  readonly limit: GuardLimit | null;
  /** Where it is the limit of that unit's amounts alone. */
  readonly unit: string | null;
  readonly message: string;
}

/** The guards that a form comes to; else everything wrong with it. */
export function readGuards(form: GuardsForm): Result<GuardSettings, readonly GuardProblem[]> {
  const read = (tier: GuardsForm['soft']) => mapLimits((name) => readLimit(name, tier[name]));
  const seconds = readNumber(form.duplicateSeconds);
  const candidate = {
    soft: read(form.soft),
    hard: read(form.hard),
    maxAmountByUnit: mapValues(form.amounts, ({ soft, hard }) => ({
      soft: readLimit('maxAmount', soft),
      hard: readLimit('maxAmount', hard),
    })),
    duplicateWindowMs: seconds === null ? form.duplicateSeconds : toNumber(multiply(seconds, MS_PER_SECOND)),
  };
  const parsed = guardSettingsSchema.safeParse(candidate);
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.map(({ path, message }) => nameProblem(path, message)));
}

function readLimit(name: GuardLimit, text: string): DecimalString | string | null {
  const trimmed = plainNumber(text.trim());
  if (trimmed === '') return null;
  const value = parseDecimal(trimmed);
  return value !== null && isFraction(name) ? divide(value, HUNDRED) : trimmed;
}

/** A limit as sentences name it, such as `Amount of one order in BTC`. */
export function nameLimit(limit: GuardLimit, unit: string | null): string {
  return `${GUARD_WORDS[limit].name}${unit === null ? '' : ` in ${unit}`}`;
}

function nameProblem(path: readonly PropertyKey[], message: string): GuardProblem {
  const unit = path[0] === 'maxAmountByUnit' ? String(path[1] ?? '') : null;
  const tier = GUARD_TIERS.find((name) => name === path[unit === null ? 0 : 2]) ?? null;
  const limit = unit === null ? (GUARD_LIMITS.find((name) => name === path[1]) ?? null) : 'maxAmount';
  if (limit !== null && tier !== null) {
    return { tier, limit, unit, message: `${nameLimit(limit, unit)}, ${TIER_NAMES[tier].toLowerCase()}: ${message}.` };
  }
  return {
    tier: null,
    limit: null,
    unit: null,
    message:
      unit === null
        ? 'Equal orders: enter seconds from 0 to 600, to the millisecond, such as 30 or 1.5.'
        : `Units with an amount of their own: ${message}.`,
  };
}

/** What a form holds after another window saved: its values where nothing was typed, and what was typed elsewhere. */
export interface MergedGuards {
  readonly form: GuardsForm;
  /** What both changed, as the other window saved it, such as `Amount: stops above 3000`. */
  readonly contested: readonly string[];
}

type Merge = (before: string, own: string, other: string, name: string) => string;

/** `base`: what the form was filled with; `saved`: what the other window made of it. */
export function mergeGuards(base: GuardsForm, typed: GuardsForm, saved: GuardsForm): MergedGuards {
  const contested: string[] = [];
  const merge: Merge = (before, own, other, name) => {
    if (own === before) return other;
    if (other !== before && other !== own) contested.push(`${name} ${other === '' ? 'no limit' : other}`);
    return own;
  };
  const mergeTier = (tier: GuardTierName) =>
    mapLimits((limit) => merge(base[tier][limit], typed[tier][limit], saved[tier][limit], nameCell(limit, null, tier)));
  const form = {
    soft: mergeTier('soft'),
    hard: mergeTier('hard'),
    amounts: mergeAmounts(base.amounts, typed.amounts, saved.amounts, merge, contested),
    duplicateSeconds: merge(
      base.duplicateSeconds,
      typed.duplicateSeconds,
      saved.duplicateSeconds,
      'Equal orders within, seconds:',
    ),
  };
  return { form, contested };
}

function nameCell(limit: GuardLimit, unit: string | null, tier: GuardTierName): string {
  return `${nameLimit(limit, unit)}: ${TIER_NAMES[tier].toLowerCase()}`;
}

type Amounts = GuardsForm['amounts'];

/** Whether a unit has limits of its own is a field like any other: who took it away did not change its numbers. */
function mergeAmounts(base: Amounts, typed: Amounts, saved: Amounts, merge: Merge, contested: string[]): Amounts {
  const isIn = (amounts: Amounts, unit: string) => (Object.hasOwn(amounts, unit) ? 'yes' : '');
  const merged: Record<string, AmountTexts> = {};
  for (const unit of new Set([base, typed, saved].flatMap((amounts) => Object.keys(amounts)))) {
    const here = typed[unit];
    const isTyped = GUARD_TIERS.some((tier) => (base[unit]?.[tier] ?? '') !== (here?.[tier] ?? ''));
    if (here !== undefined && isTyped && isIn(base, unit) !== '' && isIn(saved, unit) === '') {
      // The other took it away: all stays that stands here, for half of it would be a looser limit than either meant.
      contested.push(`${nameLimit('maxAmount', unit)}: no limits of its own`);
      merged[unit] = here;
      continue;
    }
    const mergeCell = (tier: GuardTierName) => {
      const [before = '', own = '', other = ''] = [base, typed, saved].map((amounts) => amounts[unit]?.[tier]);
      return merge(before, own, other, nameCell('maxAmount', unit, tier));
    };
    const texts = { soft: mergeCell('soft'), hard: mergeCell('hard') };
    const stays = merge(isIn(base, unit), isIn(typed, unit), isIn(saved, unit), nameLimit('maxAmount', unit));
    if (stays !== '' || (isTyped && here !== undefined)) merged[unit] = texts;
  }
  return merged;
}

/** That another window saved meanwhile, and what a second press would do. */
export function describeMerge({ contested }: MergedGuards): string {
  const others = contested.length === 0 ? '' : ` There: ${contested.join('; ')}.`;
  return `Another window changed these guards. Nothing was saved. Your changed fields show what you typed, the others what it saved.${others} Press again to save what you see.`;
}

function mapLimits<T>(make: (name: GuardLimit) => T): Record<GuardLimit, T> {
  return Object.fromEntries(GUARD_LIMITS.map((name) => [name, make(name)])) as Record<GuardLimit, T>;
}

function mapValues<T, U>(of: Readonly<Record<string, T>>, make: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]));
}

/** What asks as a profile begins, and why just that. */
export function describeBeginnings(): string {
  const { soft, duplicateWindowMs } = DEFAULT_GUARD_SETTINGS;
  const percent = formatDecimal(multiply(soft.maxDistanceFromMark ?? ZERO, decimal(100)));
  const [points, worth] = [soft.maxVolatilityPoints, soft.maxNotionalUsd].map((limit) => formatDecimal(limit ?? ZERO));
  return [
    `By default four limits ask: ${percent} % from the mark, ${points} points, ${worth} USD, the same order within ${duplicateWindowMs / 1000} s.`,
    'They catch a slipped digit, an extra zero, a second stroke.',
    'A resting order does not ask: you can cancel it. An intended repeat comes later than a second stroke.',
  ].join(' ');
}
