import type { DecimalString } from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { type Acknowledgement, warningOf } from '../../../../shared/orders/acknowledgement.ts';
import { isInverse } from '../../../../shared/orders/facts.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import type { Side } from '../../../../shared/orders/side.ts';
import { watchesForeignPrice } from '../../../../shared/orders/tick.ts';
import type { AdvancedType, LinkedOrderType, TriggerPriceType } from '../../../../shared/service/order.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { type ChildChange, type ChildTicket, NO_CHILD } from '../linked/child-ticket.ts';
import { POST_ONLY_AT_FIRST, type PostOnlyChoices } from './post-only.ts';
import type { TicketAction } from './ticket-action.ts';
import type { AppliedPreset } from './ticket-preset.ts';
import {
  convertSize,
  NUMBER_FIELDS,
  type NumberField,
  nudgeText,
  PRICE_FORM_FIELDS,
  putOnGrid,
} from './ticket-numbers.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';

export type TicketKind = 'limit' | 'market' | 'stop' | 'take' | 'trail';

export type TypedNumbers = Readonly<Record<NumberField, string>>;

/** What was typed for one instrument: it means nothing for another. */
interface Typed {
  readonly numbers: TypedNumbers;
  /** The form of the price that was not typed but converted from the one that was. It ages with the market. */
  readonly convertedPrice: (typeof PRICE_FORM_FIELDS)[number] | null;
  readonly children: readonly [ChildTicket, ChildTicket];
}

/** What the trader chose, by a press rather than by typing. */
export interface TicketChoices extends PostOnlyChoices {
  readonly side: Side;
  readonly kind: TicketKind;
  /** What a stop or take becomes when it fires. */
  readonly firesAs: 'market' | 'limit';
  /** Whether what a market order can't sell rests as a limit order. */
  readonly restStays: boolean;
  readonly timeInForce: OrderDraft['time_in_force'];
  readonly rejectPostOnly: boolean;
  readonly reduceOnly: boolean;
  readonly mmp: boolean;
  readonly trigger: TriggerPriceType;
  readonly validForMs: number;
  readonly linkedType: LinkedOrderType | null;
  readonly fillCondition: NonNullable<OrderDraft['trigger_fill_condition']>;
  /** Of an order that triggers others; the other kinds have a number of their own. */
  readonly childCount: 1 | 2;
}

/** What the trader typed and chose. Nothing here is changed by what is irrelevant at the moment or by what will be sent. */
export interface TicketState extends TicketChoices {
  readonly instrumentName: string | null;
  readonly typed: Readonly<Record<string, Typed>>;
  readonly sizeUnit: 'amount' | 'contracts';
  /** The form in which option prices are typed; null: the instrument's quote. */
  readonly priceForm: AdvancedType | null;
  readonly label: string;
  /** A clicked price, until the instrument's data can take it. */
  readonly pickedPrice: DecimalString | null;
  /** What a preset lays over all this; null where none is in force. */
  readonly preset: AppliedPreset | null;
  /** The instrument that a draft was filled in for: no preset lies over that. Null once another was chosen. */
  readonly filledFor: string | null;
  /** Warnings accepted for the draft as it is; any change of the draft takes them back. */
  readonly acknowledged: readonly Acknowledgement[];
}

const NO_NUMBERS = Object.fromEntries(NUMBER_FIELDS.map((field) => [field, ''])) as TypedNumbers;

/** Of an instrument that nothing was typed for. */
export const NOTHING_TYPED: Typed = {
  numbers: NO_NUMBERS,
  convertedPrice: null,
  children: [NO_CHILD, { ...NO_CHILD, kind: 'stop' }],
};

/** Before anything is typed or chosen: a limit order that never takes. */
export const EMPTY_TICKET: TicketState = {
  instrumentName: null,
  typed: {},
  sizeUnit: 'amount',
  priceForm: null,
  side: 'sell',
  kind: 'limit',
  firesAs: 'market',
  restStays: false,
  timeInForce: 'good_til_cancelled',
  ...POST_ONLY_AT_FIRST,
  rejectPostOnly: false,
  reduceOnly: false,
  mmp: false,
  trigger: 'mark_price',
  validForMs: 5000,
  linkedType: null,
  fillCondition: 'first_hit',
  childCount: 1,
  label: '',
  pickedPrice: null,
  preset: null,
  filledFor: null,
  acknowledged: [],
};

function readTyped(state: TicketState): Typed {
  return (state.instrumentName === null ? undefined : state.typed[state.instrumentName]) ?? NOTHING_TYPED;
}

/** The numbers typed for the instrument at hand. */
export function readNumbers(state: TicketState): TypedNumbers {
  return readTyped(state).numbers;
}

/** The form in which the price at hand was typed, whatever form it is shown in. */
export function readTypedForm(state: TicketState): AdvancedType | null {
  const { numbers, convertedPrice } = readTyped(state);
  const field = PRICE_FORM_FIELDS.find((each) => each !== convertedPrice && numbers[each] !== '');
  if (field === undefined) return state.priceForm;
  return field === 'price' ? null : field;
}

/** The orders linked to the one at hand, as typed; how many of them count is for the summary to say. */
export function readChildren(state: TicketState): readonly [ChildTicket, ChildTicket] {
  return readTyped(state).children;
}

/** The ticket after an action, presets apart (`reduceTicket`). Pure. */
export function reduce(state: TicketState, action: TicketAction): TicketState {
  if (action.type === 'acknowledge') {
    const { key, typed } = action;
    const others = state.acknowledged.filter((given) => warningOf(given.key) !== warningOf(key));
    return { ...state, acknowledged: typed === null ? others : [...others, { key, typed }] };
  }
  const changed = change(state, action);
  return changed === state ? state : { ...changed, acknowledged: [] };
}

function change(state: TicketState, action: Exclude<TicketAction, { type: 'acknowledge' }>): TicketState {
  switch (action.type) {
    case 'select_instrument':
      return action.instrumentName === state.instrumentName
        ? state
        : dropUnseen({ ...state, instrumentName: action.instrumentName, pickedPrice: null, filledFor: null });
    case 'type_number':
      return withNumber(state, action.field, action.text);
    case 'pick_price':
      return action.instrumentName === state.instrumentName ? { ...state, pickedPrice: action.price } : state;
    case 'type_label':
      return { ...state, label: action.text };
    case 'replace_label':
      return state.label === action.used ? { ...state, label: action.next } : state;
    case 'choose':
      return choose(state, action.choice);
    case 'switch_size_unit':
      return switchSizeUnit(state, action.unit, action.instrument);
    case 'switch_price_form':
      return switchPriceForm(state, action.form, action.converted);
    case 'take_price':
      return takePicked(state, action);
    case 'nudge':
      return nudge(state, action);
    case 'change_child':
      return withChild(state, action.index, action.change);
    case 'apply_fix':
      return applyFix(state, action.fix, action.child);
    case 'forget_acknowledgements':
      return { ...state };
  }
}

function withTyped(state: TicketState, typed: Partial<Typed>): TicketState {
  const { instrumentName } = state;
  if (instrumentName === null) return state;
  return { ...state, typed: { ...state.typed, [instrumentName]: { ...readTyped(state), ...typed } } };
}

/** Fields that say the same in another unit: what is typed into one makes the others old. */
const SAME: readonly (readonly NumberField[])[] = [['amount', 'contracts'], PRICE_FORM_FIELDS];

/** Fields that a clicked price goes to: whatever comes to stand in one of them is newer than the click. */
const PRICE_FIELDS: readonly NumberField[] = [...PRICE_FORM_FIELDS, 'trigger_price'];

function withNumber(state: TicketState, field: NumberField, text: string): TicketState {
  const others = SAME.find((fields) => fields.includes(field)) ?? [];
  const cleared = Object.fromEntries(others.map((other) => [other, '']));
  const pickedPrice = PRICE_FIELDS.includes(field) ? null : state.pickedPrice;
  const numbers = { ...readNumbers(state), ...cleared, [field]: text };
  const isPrice = others === PRICE_FORM_FIELDS;
  return withTyped({ ...state, pickedPrice }, isPrice ? { numbers, convertedPrice: null } : { numbers });
}

/** Another kind of order has its price in another field: what was clicked for the one before is not for that. */
function choose(state: TicketState, choice: Partial<TicketChoices>): TicketState {
  const isOtherKind = choice.kind !== undefined || choice.firesAs !== undefined;
  return { ...state, ...choice, pickedPrice: isOtherKind ? null : state.pickedPrice };
}

/** A size is put beside the one it was converted from, so that switching back finds what was typed. */
function switchSizeUnit(state: TicketState, unit: TicketState['sizeUnit'], instrument: Instrument | null): TicketState {
  const switched = { ...state, sizeUnit: unit };
  const numbers = readNumbers(state);
  const value = readNumber(numbers[state.sizeUnit]);
  if (instrument === null || value === null || unit === state.sizeUnit || numbers[unit] !== '') return switched;
  const converted = convertSize(value, unit, instrument.contract_size) ?? '';
  return withTyped(switched, { numbers: { ...numbers, [unit]: converted } });
}

/** What was typed stays for switching back; what was converted before is of a market that may have moved since. */
function switchPriceForm(state: TicketState, form: AdvancedType | null, converted: DecimalString | null): TicketState {
  const field = form ?? 'price';
  const switched = dropConverted({ ...state, priceForm: form, pickedPrice: null });
  const numbers = readNumbers(switched);
  if (converted === null || numbers[field] !== '') return switched;
  return withTyped(switched, { numbers: { ...numbers, [field]: converted }, convertedPrice: field });
}

function dropConverted(state: TicketState): TicketState {
  const { numbers, convertedPrice } = readTyped(state);
  if (convertedPrice === null) return state;
  return withTyped(state, { numbers: { ...numbers, [convertedPrice]: '' }, convertedPrice: null });
}

/** The form may have been switched on another instrument: a converted price out of sight never comes back as it was. */
function dropUnseen(state: TicketState): TicketState {
  return readTyped(state).convertedPrice === (state.priceForm ?? 'price') ? state : dropConverted(state);
}

/** Whether the order as chosen carries a limit price of its own. */
export function hasOwnPrice({ kind, firesAs }: Pick<TicketChoices, 'kind' | 'firesAs'>): boolean {
  return kind === 'limit' || ((kind === 'stop' || kind === 'take') && firesAs === 'limit');
}

type TakePrice = Extract<TicketAction, { type: 'take_price' }>;

/** Whether a price was clicked for the instrument that has become known, and none was typed since. */
export function hasPicked({ pickedPrice, instrumentName }: TicketState, { instrument }: TakePrice): boolean {
  return pickedPrice !== null && instrument.instrument_name === instrumentName;
}

function takePicked(state: TicketState, action: TakePrice): TicketState {
  const { pickedPrice: price } = state;
  const { instrument, forms } = action;
  if (price === null || !hasPicked(state, action)) return state;
  const onGrid = putOnGrid(instrument, price);
  if (!hasOwnPrice(state)) {
    const isTriggered = state.kind === 'stop' || state.kind === 'take';
    // What an option or combo is quoted at is no level of its index.
    if (isTriggered && watchesForeignPrice(instrument, state.trigger)) {
      return { ...state, pickedPrice: null };
    }
    return isTriggered ? withNumber(state, 'trigger_price', onGrid) : withNumber(state, 'price', onGrid);
  }
  // Of another option: a linear one has no form in dollars beside its quote.
  const form = state.priceForm === 'usd' && !isInverse(instrument) ? null : state.priceForm;
  const asked = forms === null || form === null ? null : { usd: forms.usd, implv: forms.volatility }[form];
  if (form !== null && asked !== null) return withNumber(state, form, asked);
  // A form that only options have is left alone on what is none: its price is its quote in any case.
  const isOther = form !== null && instrument.kind === 'option';
  return withNumber(isOther ? { ...state, priceForm: null } : state, 'price', onGrid);
}

function nudge(
  state: TicketState,
  { field, steps, instrument, from }: Extract<TicketAction, { type: 'nudge' }>,
): TicketState {
  const text = readNumbers(state)[field];
  const nudged = nudgeText({ field, text, steps, instrument, trigger: state.trigger, from });
  return nudged === null ? state : withNumber(state, field, nudged);
}

function withChild(state: TicketState, index: 0 | 1, made: ChildChange): TicketState {
  const [first, second] = readChildren(state);
  const part = typeof made === 'function' ? made(index === 0 ? first : second) : made;
  const children: Typed['children'] = index === 0 ? [{ ...first, ...part }, second] : [first, { ...second, ...part }];
  return withTyped(state, { children });
}

function applyFix(state: TicketState, { field, value }: Issue['fixes'][number], child: number | null): TicketState {
  if (child !== null) {
    const index = child === 0 ? 0 : 1;
    if (field === 'amount' || field === 'price') return withChild(state, index, { [field]: value });
    if (field === 'label') return withChild(state, index, { label: value });
    if (field === 'trigger_offset') return withChild(state, index, { triggerOffset: value });
    return field === 'trigger_price' ? withChild(state, index, { triggerPrice: value }) : state;
  }
  if (field === 'label') return { ...state, label: value };
  // Fixes of the size are amounts, whatever it was typed in.
  if (field === 'amount') return withNumber({ ...state, sizeUnit: 'amount' }, 'amount', value);
  // A price that is written in another form stands in the field of that.
  const form = hasOwnPrice(state) ? state.priceForm : null;
  const isOther = form !== null && readNumbers(state)[form] !== '';
  if (field === 'price') return withNumber(state, isOther ? form : 'price', value);
  const number = NUMBER_FIELDS.find((each) => each === field);
  return number === undefined ? state : withNumber(state, number, value);
}
