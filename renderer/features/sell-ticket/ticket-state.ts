import { type DecimalString, isPositive, parseDecimal } from '../../../shared/decimal.ts';
import type { SellDraft } from '../../../shared/orders/draft.ts';
import type { Issue, IssueCode, IssueField } from '../../../shared/orders/issue.ts';
import { isOnTick, movePrice, nearestPrices } from '../../../shared/orders/tick.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';

/** Amount and price as typed for one instrument: they mean nothing for another. */
interface TypedNumbers {
  readonly amount: string;
  readonly price: string;
}

/** What the trader typed and chose. Nothing here is changed by what is irrelevant at the moment or by what will be sent. */
export interface TicketState {
  readonly instrumentName: string | null;
  readonly numbers: Readonly<Record<string, TypedNumbers>>;
  readonly type: SellDraft['type'];
  readonly timeInForce: SellDraft['time_in_force'];
  readonly postOnly: boolean;
  readonly rejectPostOnly: boolean;
  readonly reduceOnly: boolean;
  readonly label: string;
  /** Warnings accepted for the draft as it is; any change of the draft takes them back. */
  readonly acknowledged: readonly IssueCode[];
}

export type TicketFlag = 'postOnly' | 'rejectPostOnly' | 'reduceOnly';

export type TicketAction =
  | { readonly type: 'select_instrument'; readonly instrumentName: string | null }
  | { readonly type: 'type_amount' | 'type_price' | 'type_label'; readonly text: string }
  | { readonly type: 'choose_type'; readonly value: SellDraft['type'] }
  | { readonly type: 'choose_time_in_force'; readonly value: SellDraft['time_in_force'] }
  | { readonly type: 'set_flag'; readonly flag: TicketFlag; readonly value: boolean }
  /** A price that was clicked: moved up to the grid where it lies between two ticks. */
  | { readonly type: 'take_price'; readonly price: DecimalString; readonly instrument: Instrument | null }
  /** So many ticks up (or down, when negative), from `from` where nothing readable is typed. */
  | {
      readonly type: 'nudge_price';
      readonly ticks: number;
      readonly instrument: Instrument;
      readonly from: DecimalString | null;
    }
  | { readonly type: 'apply_fix'; readonly field: IssueField; readonly value: string }
  | { readonly type: 'acknowledge'; readonly code: IssueCode; readonly isAccepted: boolean }
  | { readonly type: 'forget_acknowledgements' };

const NOTHING_TYPED: TypedNumbers = { amount: '', price: '' };

/** Post only is on at first, as it is at the service: an untouched ticket never takes. */
export const EMPTY_TICKET: TicketState = {
  instrumentName: null,
  numbers: {},
  type: 'limit',
  timeInForce: 'good_til_cancelled',
  postOnly: true,
  rejectPostOnly: false,
  reduceOnly: false,
  label: '',
  acknowledged: [],
};

/** The numbers typed for the instrument at hand. */
export function readNumbers(state: TicketState): TypedNumbers {
  return (state.instrumentName === null ? undefined : state.numbers[state.instrumentName]) ?? NOTHING_TYPED;
}

/** The ticket after an action. Pure. */
export function reduce(state: TicketState, action: TicketAction): TicketState {
  if (action.type === 'acknowledge') {
    const others = state.acknowledged.filter((code) => code !== action.code);
    return { ...state, acknowledged: action.isAccepted ? [...others, action.code] : others };
  }
  const changed = change(state, action);
  return changed === state ? state : { ...changed, acknowledged: [] };
}

function change(state: TicketState, action: Exclude<TicketAction, { type: 'acknowledge' }>): TicketState {
  switch (action.type) {
    case 'select_instrument':
      return action.instrumentName === state.instrumentName
        ? state
        : { ...state, instrumentName: action.instrumentName };
    case 'type_amount':
      return withNumbers(state, { amount: action.text });
    case 'type_price':
      return withNumbers(state, { price: action.text });
    case 'type_label':
      return { ...state, label: action.text };
    case 'choose_type':
      return { ...state, type: action.value };
    case 'choose_time_in_force':
      return { ...state, timeInForce: action.value };
    case 'set_flag':
      return { ...state, [action.flag]: action.value };
    case 'take_price':
      return withNumbers(state, { price: putOnGrid(action.instrument, action.price) });
    case 'nudge_price':
      return nudgePrice(state, action.instrument, action.ticks, action.from);
    case 'apply_fix':
      return applyFix(state, action.field, action.value);
    case 'forget_acknowledgements':
      return { ...state };
  }
}

function withNumbers(state: TicketState, typed: Partial<TypedNumbers>): TicketState {
  const { instrumentName } = state;
  if (instrumentName === null) return state;
  const numbers = { ...state.numbers, [instrumentName]: { ...readNumbers(state), ...typed } };
  return { ...state, numbers };
}

function putOnGrid(instrument: Instrument | null, price: DecimalString): DecimalString {
  if (instrument === null || !isPositive(price) || isOnTick(instrument, price)) return price;
  return nearestPrices(instrument, price).above;
}

function nudgePrice(
  state: TicketState,
  instrument: Instrument,
  ticks: number,
  from: DecimalString | null,
): TicketState {
  const typed = parseDecimal(readNumbers(state).price);
  if (typed !== null && isPositive(typed)) return withNumbers(state, { price: movePrice(instrument, typed, ticks) });
  return from === null ? state : withNumbers(state, { price: putOnGrid(instrument, from) });
}

function applyFix(state: TicketState, field: IssueField, value: string): TicketState {
  if (field === 'amount') return withNumbers(state, { amount: value });
  if (field === 'price') return withNumbers(state, { price: value });
  if (field === 'label') return { ...state, label: value };
  return state;
}

/** Whether a warning of the list has not been accepted yet. */
export function listUnaccepted(issues: readonly Issue[], acknowledged: readonly IssueCode[]): Issue[] {
  return issues.filter((issue) => issue.severity === 'warning' && !acknowledged.includes(issue.code));
}
