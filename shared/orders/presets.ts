import { z } from 'zod';
import type { DecimalString } from '../decimal.ts';
import { directionField } from '../service/fields.ts';
import { INSTRUMENT_KINDS, type Instrument } from '../service/instrument.ts';
import { ORDER_TYPES, TIMES_IN_FORCE } from '../service/order.ts';
import type { Ticker } from '../service/ticker.ts';
import { KEPT_SIDE } from './draft.ts';
import { amountUnit, bestAsk, bestBid, DEFAULT_GUARDS } from './facts.ts';
import { limitField } from './limits/limit-field.ts';
import type { Side } from './side.ts';
import { isOnTick, movePrice, nearestPrices } from './tick.ts';

/** What a preset is for: one side of one instrument, or of those of a currency, of a kind, or of both. Null: any. */
export const presetScopeSchema = z
  .strictObject({
    instrument_name: z.string().min(1).max(128).nullable(),
    /** Base currency of the instrument. */
    currency: z.string().min(1).max(16).nullable(),
    kind: z.enum(INSTRUMENT_KINDS).nullable(),
    /** Missing in presets of versions that only sold. */
    direction: directionField.optional(),
  })
  .refine(
    ({ instrument_name, currency, kind }) => (instrument_name === null) === (currency !== null || kind !== null),
    { error: 'is for an instrument, or for a currency, a kind or both' },
  );
export type PresetScope = z.infer<typeof presetScopeSchema>;

/** A price so many ticks from one of the market's. Only such a rule ever fills a price. */
export const priceRuleSchema = z.strictObject({
  reference: z.enum(['bid', 'ask', 'mark']),
  ticks: z.number().int().min(-1000).max(1000),
});
export type PriceRule = z.infer<typeof priceRuleSchema>;

/** What a preset sets; what is left out stays as the trader has it. It holds no price of its own. */
export const presetValuesSchema = z
  .strictObject({
    /** Only for instruments counted in `unit`: 10,000 USD isn't 10,000 coins. */
    amount: z.strictObject({ value: limitField, unit: z.string().min(1).max(16) }).optional(),
    type: z.enum(ORDER_TYPES).optional(),
    time_in_force: z.enum(TIMES_IN_FORCE).optional(),
    post_only: z.boolean().optional(),
    reject_post_only: z.boolean().optional(),
    reduce_only: z.boolean().optional(),
    mmp: z.boolean().optional(),
    valid_for_ms: z.number().int().min(DEFAULT_GUARDS.leastValidForMs).max(DEFAULT_GUARDS.mostValidForMs).optional(),
    price_rule: priceRuleSchema.optional(),
  })
  .refine((values) => Object.values(values).some((value) => value !== undefined), { error: 'sets nothing' });
export type PresetValues = z.infer<typeof presetValuesSchema>;

export const presetSchema = z.strictObject({ scope: presetScopeSchema, values: presetValuesSchema });
export type Preset = z.infer<typeof presetSchema>;

/** All presets of a profile: at most one for each scope. */
export const presetListSchema = z
  .array(presetSchema)
  .max(200)
  .refine((presets) => new Set(presets.map(({ scope }) => scopeKey(scope))).size === presets.length, {
    error: 'has two presets for the same scope',
  });

/** One text for each scope. */
export function scopeKey({ instrument_name, currency, kind, direction = KEPT_SIDE }: PresetScope): string {
  return JSON.stringify([instrument_name, currency, kind, direction]);
}

type Described = Pick<Instrument, 'instrument_name' | 'base_currency' | 'kind'>;

/** Whether a preset of the scope is for orders of that side of the instrument. */
export function isInScope(scope: PresetScope, instrument: Described, side: Side): boolean {
  const { direction = KEPT_SIDE } = scope;
  if (direction !== side) return false;
  if (scope.instrument_name !== null) return scope.instrument_name === instrument.instrument_name;
  return (
    (scope.currency === null || scope.currency === instrument.base_currency) &&
    (scope.kind === null || scope.kind === instrument.kind)
  );
}

/** Instrument over currency over kind; a currency and a kind together over either. */
function specificity({ instrument_name, currency, kind }: PresetScope): number {
  return (instrument_name === null ? 0 : 4) + (currency === null ? 0 : 2) + (kind === null ? 0 : 1);
}

/** The preset in force: the most specific that fits. Null without one. */
export function pickPreset(presets: readonly Preset[], instrument: Described, side: Side): Preset | null {
  let best: Preset | null = null;
  for (const preset of presets) {
    if (!isInScope(preset.scope, instrument, side)) continue;
    if (best === null || specificity(preset.scope) > specificity(best.scope)) best = preset;
  }
  return best;
}

/** The amount a preset sets for the instrument; null where it sets none, or one in another unit. */
export function presetAmount({ amount }: PresetValues, instrument: Instrument): DecimalString | null {
  return amount !== undefined && amount.unit === amountUnit(instrument) ? amount.value : null;
}

/** The price by a rule, on the grid; a reference between ticks is raised first. Null where the market has none. */
export function priceByRule(rule: PriceRule, instrument: Instrument, ticker: Ticker): DecimalString | null {
  const { reference, ticks } = rule;
  const from = {
    bid: bestBid(ticker)?.price,
    ask: bestAsk(ticker)?.price,
    mark: ticker.mark_price,
  }[reference];
  if (from === undefined || from === null) return null;
  const onGrid = isOnTick(instrument, from) ? from : nearestPrices(instrument, from).above;
  return movePrice(instrument, onGrid, ticks);
}

/** The list with this preset, replacing one of the same scope. */
export function putPreset(presets: readonly Preset[], preset: Preset): Preset[] {
  const key = scopeKey(preset.scope);
  const isKnown = presets.some(({ scope }) => scopeKey(scope) === key);
  return isKnown ? presets.map((other) => (scopeKey(other.scope) === key ? preset : other)) : [...presets, preset];
}

/** The list without the preset of the scope. */
export function removePreset(presets: readonly Preset[], scope: PresetScope): Preset[] {
  return presets.filter((other) => scopeKey(other.scope) !== scopeKey(scope));
}
