import {
  compare,
  type DecimalString,
  decimal,
  divide,
  isMultipleOf,
  isPositive,
  multiply,
  parseDecimal,
  roundToStep,
} from '../../../../shared/decimal.ts';
import { WHY_NO_REJECT, whyNoPostOnly } from './flag-text.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { amountUnit } from '../../../../shared/orders/facts.ts';
import { isIcebergPossible, isPostOnlyPossible, ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import { leastDisplayAmount } from '../../../../shared/orders/rules/iceberg.ts';
import { readSize } from '../../../../shared/orders/rules/size.ts';
import { tickAt } from '../../../../shared/orders/tick.ts';
import { labelLength } from '../../../../shared/service/fields.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { AdvancedType } from '../../../../shared/service/order.ts';
import { pricePlaces } from '../../../ui/words/format.ts';
import { buildDraft, countChildren, listPriceForms } from './ticket-draft.ts';
import type { TicketState } from './ticket-state.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** Whether a field plays a part: `irrelevant` ones are hidden, `disabled` ones say why. */
export type FieldUse =
  | { readonly use: 'enabled' }
  | { readonly use: 'irrelevant' }
  | { readonly use: 'disabled'; readonly why: string };

/** What the ticket comes to: the draft that would be sent and what stands beside its fields. */
export interface TicketSummary {
  readonly draft: OrderDraft;
  /** Null until the instrument's metadata is known. */
  readonly amountUnit: string | null;
  /** The size in the instrument's amount unit, whatever it was typed in; null where unreadable. */
  readonly amount: DecimalString | null;
  /** The size in the unit it was not typed in, as text; null where it can't be told. */
  readonly otherSize: string | null;
  /** The tick in force at the typed price, else at the mark; the finest where neither is known. */
  readonly tick: DecimalString | null;
  /** Places that every price of the instrument is written with; null until its metadata is known. */
  readonly places: number | null;
  /** Forms in which the price can be typed. */
  readonly priceForms: readonly (AdvancedType | null)[];
  readonly labelCharacters: number;
  readonly childCount: number;
  readonly price: FieldUse;
  readonly postOnly: FieldUse;
  readonly rejectPostOnly: FieldUse;
  readonly reduceOnly: FieldUse;
  readonly mmp: FieldUse;
  readonly iceberg: FieldUse;
  /** Beside the iceberg field: its plan, or from where on a visible part is legal. */
  readonly icebergPlan: string;
  /** The least visible part that is legal; null where the order is too small to hide anything of it. */
  readonly leastDisplay: DecimalString | null;
}

const ENABLED: FieldUse = { use: 'enabled' };
const IRRELEVANT: FieldUse = { use: 'irrelevant' };

/** What a ticket comes to; `mark`: where the instrument's price is, null where that is not known. Pure. */
export function summarise(
  state: TicketState,
  instrument: Instrument | null,
  mark: DecimalString | null = null,
): TicketSummary {
  const draft = buildDraft(state, instrument);
  const traits = ORDER_TYPE_TRAITS[draft.type];
  const isSpot = instrument?.kind === 'spot';
  const canPostOnly = isPostOnlyPossible(draft);
  const amount = instrument === null ? null : readSize(draft, instrument);
  const leastDisplay = tellLeastDisplay(amount, instrument);
  return {
    draft,
    amountUnit: instrument === null ? null : amountUnit(instrument),
    amount,
    otherSize: tellOtherSize(state, amount, instrument),
    tick: tellTick(draft, instrument, mark),
    places: pricePlaces(instrument),
    priceForms: listPriceForms(instrument),
    labelCharacters: labelLength(state.label),
    childCount: countChildren(state),
    price: traits.hasPrice ? ENABLED : IRRELEVANT,
    postOnly: canPostOnly ? ENABLED : { use: 'disabled', why: whyNoPostOnly(draft) },
    rejectPostOnly: draft.post_only ? ENABLED : { use: 'disabled', why: WHY_NO_REJECT },
    reduceOnly: isSpot ? { use: 'disabled', why: 'Spot pairs have no position to reduce.' } : ENABLED,
    mmp: draft.type === 'limit' ? ENABLED : IRRELEVANT,
    iceberg: tellIcebergUse(draft),
    icebergPlan: planIceberg(draft, amount, leastDisplay),
    leastDisplay,
  };
}

function tellOtherSize(state: TicketState, amount: DecimalString | null, instrument: Instrument | null): string | null {
  if (instrument === null || amount === null || !isPositive(instrument.contract_size)) return null;
  if (state.sizeUnit === 'contracts') return `${formatDecimal(amount)} ${amountUnit(instrument)}`;
  return tellContracts(amount, instrument);
}

/** The unit of a number that is an amount, whatever the sell's size is typed in. */
export function nameOwnUnit(unit: string, { sizeUnit }: Pick<TicketState, 'sizeUnit'>): string {
  return sizeUnit === 'contracts' ? `${unit}, not cont` : unit;
}

/** An amount in contracts, such as `= 100 ct`; empty where it has no size of a contract. */
export function tellContracts(amount: DecimalString, instrument: Instrument): string {
  if (!isPositive(instrument.contract_size)) return '';
  const isWhole = isMultipleOf(amount, instrument.contract_size);
  const count = formatDecimal(divide(amount, instrument.contract_size), { max: 4 });
  return `${isWhole ? '=' : '≈'} ${count} ct`;
}

function tellTick(draft: OrderDraft, instrument: Instrument | null, mark: DecimalString | null): DecimalString | null {
  if (instrument === null) return null;
  const typed = draft.advanced === null ? parseDecimal(draft.price) : null;
  const at = typed ?? mark;
  return at === null ? instrument.tick_size : tickAt(instrument, at);
}

function tellIcebergUse(draft: OrderDraft): FieldUse {
  if (!ORDER_TYPE_TRAITS[draft.type].hasPrice) return IRRELEVANT;
  return isIcebergPossible(draft) ? ENABLED : { use: 'disabled', why: 'Only an order that rests can show a part.' };
}

function tellLeastDisplay(amount: DecimalString | null, instrument: Instrument | null): DecimalString | null {
  if (instrument === null || amount === null || !isPositive(amount)) return null;
  const least = leastDisplayAmount(instrument, amount);
  return compare(least, amount) < 0 ? least : null;
}

const ONE = decimal(1);
const TENTH = decimal('0.1');
const HUNDRED = decimal(100);

function planIceberg(draft: OrderDraft, amount: DecimalString | null, least: DecimalString | null): string {
  const display = parseDecimal(draft.display_amount);
  if (amount === null || !isPositive(amount)) return '';
  if (display === null || !isPositive(display)) return least === null ? '' : `from ${formatDecimal(least)}`;
  // More than the whole is a mistake, told below the field.
  if (compare(display, amount) > 0) return '';
  // Rounded down: less than the whole never reads as all of it.
  const percent = formatDecimal(roundToStep(multiply(divide(display, amount), HUNDRED), TENTH, 'down'));
  const slices = roundToStep(divide(amount, display), ONE, 'up');
  return `shows ${percent} % · ${formatDecimal(slices)} ${slices === '1' ? 'slice' : 'slices'}`;
}
