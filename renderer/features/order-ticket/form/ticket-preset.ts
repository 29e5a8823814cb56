import { TIMES_IN_FORCE } from '../../../../shared/service/order.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import type { DecimalString } from '../../../../shared/decimal.ts';
import {
  type Preset,
  presetAmount,
  type PresetScope,
  type PresetValues,
  priceByRule,
  type PriceRule,
} from '../../../../shared/orders/presets.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import { chooseAllPostOnly, choosePostOnly, type PostOnlyChoices, postOnlyField, readPostOnly } from './post-only.ts';
import { resolveType, splitType } from './ticket-draft.ts';
import { type FillAction, fillTicket } from './ticket-fill.ts';
import type { TicketAction } from './ticket-action.ts';
import {
  EMPTY_TICKET,
  hasOwnPrice,
  hasPicked,
  NOTHING_TYPED,
  readChildren,
  readNumbers,
  reduce,
  type TicketChoices,
  type TicketKind,
  type TicketState,
} from './ticket-state.ts';

/**
 * What a preset still sets: it lies over what the trader typed and chose, and never replaces it. A field that the
 * trader touches leaves it; cleared, the ticket is the trader's own again.
 */
export interface AppliedPreset {
  readonly scope: PresetScope;
  readonly choices: Partial<TicketChoices>;
  /** What the trader chose while a preset was in force, whether it sets that or not: a changed one leaves it alone. */
  readonly chosen: readonly (keyof TicketChoices)[];
  readonly amount: DecimalString | null;
  /** An amount of the preset that counts in another unit than the instrument, and is left out. */
  readonly skippedUnit: string | null;
  readonly priceRule: PriceRule | null;
  /** By the rule and the market when it was applied; null until there is one. */
  readonly price: DecimalString | null;
}

const CHOICES = [
  ['time_in_force', 'timeInForce'],
  ['reject_post_only', 'rejectPostOnly'],
  ['reduce_only', 'reduceOnly'],
  ['mmp', 'mmp'],
  ['valid_for_ms', 'validForMs'],
] as const satisfies readonly (readonly [keyof PresetValues, keyof TicketChoices])[];

function readChoices(values: PresetValues): Partial<TicketChoices> {
  const set = CHOICES.flatMap(([from, to]) => (values[from] === undefined ? [] : [[to, values[from]] as const]));
  const kinds = values.type === undefined ? {} : splitType(values.type);
  return { ...kinds, ...readPostOnlyChoice(values), ...Object.fromEntries(set) };
}

/**
 * What a preset says of post only is said of its type: of another only where it has none. A type without a price can't be post
 * only, whatever its ticket showed as it was kept.
 */
function readPostOnlyChoice({ type, post_only }: PresetValues): Partial<TicketChoices> {
  if (post_only === undefined || (type !== undefined && !ORDER_TYPE_TRAITS[type].hasPrice)) return {};
  return type === undefined ? chooseAllPostOnly(post_only) : choosePostOnly(splitType(type).kind, post_only);
}

/** The ticket with the preset over it, or with none. Pure. */
function applyPreset(
  state: TicketState,
  preset: Preset | null,
  instrument: Instrument,
  ticker: Ticker | null,
): TicketState {
  if (preset === null) return state.preset === null ? state : { ...state, preset: null };
  if (state.filledFor !== null && state.filledFor === state.instrumentName) return state;
  const { scope, values } = preset;
  const numbers = readNumbers(state);
  const hasSize = numbers.amount !== '' || numbers.contracts !== '';
  const hasPrice = numbers.price !== '' || numbers.usd !== '' || numbers.implv !== '';
  const amount = presetAmount(values, instrument);
  const chosen = state.preset?.chosen ?? [];
  const applied: AppliedPreset = {
    scope,
    choices: omit(readChoices(values), chosen),
    chosen,
    amount: hasSize ? null : amount,
    skippedUnit: values.amount !== undefined && amount === null ? values.amount.unit : null,
    priceRule: hasPrice ? null : (values.price_rule ?? null),
    price: null,
  };
  return pricePreset({ ...state, preset: applied }, instrument, ticker);
}

function omit(choices: Partial<TicketChoices>, keys: readonly (keyof TicketChoices)[]): Partial<TicketChoices> {
  return Object.fromEntries(Object.entries(choices).filter(([key]) => !keys.some((each) => each === key)));
}

/** Fills the price by the preset's rule where that waits for a market; a price once filled stays. */
function pricePreset(state: TicketState, instrument: Instrument, ticker: Ticker | null): TicketState {
  const { preset } = state;
  if (preset === null || preset.priceRule === null || preset.price !== null || ticker === null) return state;
  const price = priceByRule(preset.priceRule, instrument, ticker);
  return price === null ? state : { ...state, preset: { ...preset, price } };
}

/** The ticket as it counts: what the trader typed and chose, under what the preset still sets. Pure. */
export function seeThroughPreset(state: TicketState): TicketState {
  const { preset, instrumentName } = state;
  if (preset === null || instrumentName === null) return state;
  const seen: TicketState = { ...state, ...preset.choices };
  const { amount, price } = preset;
  const isPriced = price !== null && hasOwnPrice(seen);
  if (amount === null && !isPriced) return seen;
  const numbers = {
    ...readNumbers(state),
    ...(amount === null ? {} : { amount }),
    ...(isPriced ? { price } : {}),
  };
  return {
    ...seen,
    typed: { ...state.typed, [instrumentName]: { ...(state.typed[instrumentName] ?? NOTHING_TYPED), numbers } },
    sizeUnit: amount === null ? seen.sizeUnit : 'amount',
    priceForm: isPriced ? null : seen.priceForm,
  };
}

const SIZE_FIELDS: readonly string[] = ['amount', 'contracts'];
const PRICE_FIELDS: readonly string[] = ['price', 'usd', 'implv'];

/** The ticket before an action that touches fields of the preset: what it set there becomes the trader's own. */
function takeOver(state: TicketState, action: TicketAction): TicketState {
  const { preset } = state;
  if (preset === null) return state;
  if (action.type === 'select_instrument' && action.instrumentName !== state.instrumentName) {
    return { ...state, preset: null };
  }
  const seen = seeThroughPreset(state);
  if (touchesSize(action) && preset.amount !== null) {
    const typed = typeSeen(state, seen, SIZE_FIELDS);
    return { ...state, typed, sizeUnit: seen.sizeUnit, preset: { ...preset, amount: null } };
  }
  if (touchesPrice(state, action) && preset.priceRule !== null) {
    const rest = { ...preset, priceRule: null, price: null };
    return { ...state, typed: typeSeen(state, seen, PRICE_FIELDS), priceForm: seen.priceForm, preset: rest };
  }
  if (action.type === 'choose') {
    const made = Object.keys(action.choice) as (keyof TicketChoices)[];
    const chosen = [...new Set([...preset.chosen, ...made])];
    return { ...state, preset: { ...preset, chosen, choices: omit(preset.choices, made) } };
  }
  return state;
}

/** What was typed, and of what is seen these numbers alone: the others stay the preset's. */
function typeSeen(state: TicketState, seen: TicketState, fields: readonly string[]): TicketState['typed'] {
  const { instrumentName } = state;
  if (instrumentName === null) return state.typed;
  const shown = Object.entries(readNumbers(seen)).filter(([field]) => fields.includes(field));
  const numbers = { ...readNumbers(state), ...Object.fromEntries(shown) };
  return { ...state.typed, [instrumentName]: { ...(state.typed[instrumentName] ?? NOTHING_TYPED), numbers } };
}

function touchesSize(action: TicketAction): boolean {
  if (action.type === 'switch_size_unit') return true;
  if (action.type === 'apply_fix') return action.child === null && SIZE_FIELDS.includes(action.fix.field);
  return (action.type === 'type_number' || action.type === 'nudge') && SIZE_FIELDS.includes(action.field);
}

function isPriceFix(action: TicketAction): boolean {
  return action.type === 'apply_fix' && action.child === null && action.fix.field === 'price';
}

function touchesPrice(state: TicketState, action: TicketAction): boolean {
  if (action.type === 'take_price') return hasPicked(state, action);
  if (action.type === 'switch_price_form') return true;
  if (action.type === 'apply_fix') return isPriceFix(action);
  return (action.type === 'type_number' || action.type === 'nudge') && PRICE_FIELDS.includes(action.field);
}

/** A fix of what is chosen is a choice; of post only, that of the kind on screen, the preset's or not. */
function readFix(state: TicketState, action: TicketAction): TicketAction {
  if (action.type !== 'apply_fix') return action;
  const { child, fix } = action;
  const isOn = fix.value === 'true';
  if (child === null) {
    const choice = readChoice(fix, seeThroughPreset(state).kind);
    if (choice !== null) return { type: 'choose', choice };
    if (fix.field === 'mmp') return { type: 'choose', choice: { mmp: isOn } };
    if (fix.field === 'valid_for_ms') return { type: 'choose', choice: { validForMs: Number(fix.value) } };
    return action;
  }
  const index = child === 0 ? 0 : 1;
  const change = readChoice(fix, readChildren(state)[index].kind);
  return change === null ? action : { type: 'change_child', index, change };
}

/** What a fix chooses, of what linked orders have as well; null for one of another field. */
function readChoice(
  { field, value }: Issue['fixes'][number],
  kind: TicketKind,
): Partial<PostOnlyChoices & Pick<TicketChoices, 'timeInForce' | 'rejectPostOnly' | 'reduceOnly'>> | null {
  const isOn = value === 'true';
  if (field === 'post_only') return choosePostOnly(kind, isOn);
  if (field === 'reject_post_only') return { rejectPostOnly: isOn };
  if (field === 'time_in_force') {
    const timeInForce = TIMES_IN_FORCE.find((known) => known === value);
    return timeInForce === undefined ? null : { timeInForce };
  }
  return field === 'reduce_only' ? { reduceOnly: isOn } : null;
}

export type PresetAction =
  /** The preset in force for the instrument at hand; null where there is none, or where it was cleared. */
  | {
      readonly type: 'apply_preset';
      readonly preset: Preset | null;
      readonly instrument: Instrument;
      readonly ticker: Ticker | null;
    }
  /** There is a market now for a price that goes by a rule. */
  | { readonly type: 'price_preset'; readonly instrument: Instrument; readonly ticker: Ticker };

/** The ticket after an action of the trader, of a preset, or of a line that fills it. Pure. */
export function reduceTicket(state: TicketState, action: TicketAction | PresetAction | FillAction): TicketState {
  if (action.type === 'fill') return fillTicket(state, action.draft);
  if (action.type === 'apply_preset' || action.type === 'price_preset') {
    const { instrument, ticker } = action;
    const next =
      action.type === 'apply_preset'
        ? applyPreset(state, action.preset, instrument, ticker)
        : pricePreset(state, instrument, ticker);
    return next === state ? state : { ...next, acknowledged: [] };
  }
  const taken = readFix(state, action);
  const owned = takeOver(state, taken);
  const isPrice = taken.type === 'take_price' ? hasPicked(owned, taken) : isPriceFix(taken);
  if (owned.preset === null || !isPrice) return reduce(owned, taken);
  // Where a price goes depends on the kind of order on screen, the preset's or not.
  const { typed, priceForm, pickedPrice } = reduce({ ...owned, ...owned.preset.choices }, taken);
  return { ...owned, typed, priceForm, pickedPrice, acknowledged: [] };
}

/** Fields of the ticket that a preset can mark. */
export type MarkedField = 'type' | 'amount' | 'price' | 'time_in_force' | 'flags' | 'valid_for_ms';

/** The fields that hold what the preset set. */
export function listMarked({ preset, kind }: Pick<TicketState, 'preset' | 'kind'>): ReadonlySet<MarkedField> {
  if (preset === null) return new Set();
  const { choices, amount, price } = preset;
  const has = (...keys: (keyof TicketChoices)[]): boolean => keys.some((key) => choices[key] !== undefined);
  const marked: [MarkedField, boolean][] = [
    ['type', has('kind', 'firesAs', 'restStays')],
    ['amount', amount !== null],
    ['price', price !== null],
    ['time_in_force', has('timeInForce')],
    ['flags', has(postOnlyField(choices.kind ?? kind), 'rejectPostOnly', 'reduceOnly', 'mmp')],
    ['valid_for_ms', has('validForMs')],
  ];
  return new Set(marked.flatMap(([field, isSet]) => (isSet ? [field] : [])));
}

/** Set by a saved ticket only where they are not as they always are: a preset should say little. */
const SELDOM = CHOICES.filter(([to]) => to !== 'time_in_force');

/** What saving the ticket as it stands would keep; the price only as the rule it came by. */
export function readPresetValues(
  seen: TicketState,
  amount: { readonly value: DecimalString; readonly unit: string } | null,
): PresetValues {
  return {
    ...(amount === null ? {} : { amount }),
    type: resolveType(seen),
    time_in_force: seen.timeInForce,
    post_only: readPostOnly(seen, seen.kind),
    ...Object.fromEntries(
      SELDOM.flatMap(([to, from]) => (seen[from] === EMPTY_TICKET[from] ? [] : [[to, seen[from]]])),
    ),
    ...(seen.preset?.priceRule == null ? {} : { price_rule: seen.preset.priceRule }),
  };
}
