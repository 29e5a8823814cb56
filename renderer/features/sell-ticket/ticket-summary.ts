import { type DecimalString, divide, formatDecimal, isMultipleOf, parseDecimal } from '../../../shared/decimal.ts';
import { isPostOnlyPossible, type SellDraft } from '../../../shared/orders/draft.ts';
import { amountUnit } from '../../../shared/orders/facts.ts';
import type { Issue, IssueField } from '../../../shared/orders/issue.ts';
import type { OrderCheck } from '../../../shared/ipc/order-schema.ts';
import { tickAt } from '../../../shared/orders/tick.ts';
import { labelLength } from '../../../shared/service/fields.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { pricePlaces } from '../../ui/format.ts';
import { listUnaccepted, readNumbers, type TicketState } from './ticket-state.ts';

/** Whether a field plays a part: `irrelevant` ones are hidden, `disabled` ones say why. */
export type FieldUse =
  { readonly use: 'enabled' } | { readonly use: 'irrelevant' } | { readonly use: 'disabled'; readonly why: string };

/** What the ticket comes to: the draft that would be sent and what stands beside its fields. */
export interface TicketSummary {
  readonly draft: SellDraft;
  /** Null until the instrument's metadata is known. */
  readonly amountUnit: string | null;
  /** Contracts that the amount comes to, as text; null where it can't be told. */
  readonly contracts: string | null;
  /** The tick in force at the typed price, or the finest. */
  readonly tick: DecimalString | null;
  /** Places that every price of the instrument is written with; null until its metadata is known. */
  readonly places: number | null;
  readonly labelCharacters: number;
  readonly price: FieldUse;
  readonly postOnly: FieldUse;
  readonly rejectPostOnly: FieldUse;
  readonly reduceOnly: FieldUse;
}

const ENABLED: FieldUse = { use: 'enabled' };

/** The draft of a ticket: irrelevant fields left out, nothing else changed. Pure. */
export function summarise(state: TicketState, instrument: Instrument | null): TicketSummary {
  const { amount, price } = readNumbers(state);
  const isSpot = instrument?.kind === 'spot';
  const canPostOnly = isPostOnlyPossible({ type: state.type, time_in_force: state.timeInForce });
  const postOnly = canPostOnly && state.postOnly;
  const draft: SellDraft = {
    instrument_name: state.instrumentName ?? '',
    type: state.type,
    amount,
    price: state.type === 'market' ? '' : price,
    time_in_force: state.timeInForce,
    post_only: postOnly,
    reject_post_only: postOnly && state.rejectPostOnly,
    reduce_only: !isSpot && state.reduceOnly,
    label: state.label,
  };
  return {
    draft,
    amountUnit: instrument === null ? null : amountUnit(instrument),
    contracts: countContracts(amount, instrument),
    tick: tellTick(price, instrument),
    places: pricePlaces(instrument),
    labelCharacters: labelLength(state.label),
    price: state.type === 'market' ? { use: 'irrelevant' } : ENABLED,
    postOnly: canPostOnly ? ENABLED : { use: 'disabled', why: whyNoPostOnly(state) },
    rejectPostOnly: postOnly ? ENABLED : { use: 'disabled', why: 'Only together with Post only.' },
    reduceOnly: isSpot ? { use: 'disabled', why: 'Spot pairs have no position to reduce.' } : ENABLED,
  };
}

function whyNoPostOnly(state: TicketState): string {
  return state.type === 'market'
    ? 'A market order always trades at once.'
    : 'Only with GTC: an order that must stay on the book.';
}

function countContracts(amount: string, instrument: Instrument | null): string | null {
  const value = parseDecimal(amount);
  if (instrument === null || value === null || Number(instrument.contract_size) <= 0) return null;
  const isWhole = isMultipleOf(value, instrument.contract_size);
  const count = formatDecimal(divide(value, instrument.contract_size), { max: 4 });
  return `${isWhole ? '' : '≈ '}${count} ${count === '1' ? 'contract' : 'contracts'}`;
}

function tellTick(price: string, instrument: Instrument | null): DecimalString | null {
  if (instrument === null) return null;
  const value = parseDecimal(price);
  return value === null ? instrument.tick_size : tickAt(instrument, value);
}

/** What the check says, sorted by where it is shown, and whether the button may be pressed. */
export interface TicketIssues {
  readonly byField: Readonly<Partial<Record<IssueField, readonly Issue[]>>>;
  readonly warnings: readonly Issue[];
  /** The first thing that stops the order, or null. */
  readonly firstError: Issue | null;
  readonly unaccepted: readonly Issue[];
}

/** Sorts the issues of a check. Pure. */
export function sortIssues(check: OrderCheck | null, acknowledged: TicketState['acknowledged']): TicketIssues {
  const issues = check?.issues ?? [];
  return {
    byField: Object.groupBy(issues, (issue) => issue.field),
    warnings: issues.filter((issue) => issue.severity === 'warning'),
    firstError: issues.find((issue) => issue.severity === 'error') ?? null,
    unaccepted: listUnaccepted(issues, acknowledged),
  };
}

/** What the primary button says: exactly what a press will do, at the price the check expects. */
export function describePress(summary: TicketSummary, check: OrderCheck | null): string {
  const { draft, amountUnit: unit } = summary;
  const amount = parseDecimal(draft.amount);
  if (amount === null || unit === null) return 'Sell';
  const what = `Sell ${formatDecimal(amount)} ${unit}`;
  if (draft.type === 'market') return `${what} at market`;
  const price = check?.forecast?.price ?? parseDecimal(draft.price);
  return price === null ? what : `${what} at ${formatDecimal(price, { min: summary.places ?? 0 })}`;
}

/** Whether two drafts ask for the same thing. */
export function isSameDraft(a: SellDraft, b: SellDraft): boolean {
  return (Object.keys(a) as (keyof SellDraft)[]).every((key) => a[key] === b[key]);
}
