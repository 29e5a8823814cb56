import {
  compare,
  type DecimalString,
  divide,
  isPositive,
  multiply,
  parseDecimal,
  roundToStep,
} from '../../../../shared/decimal.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { amountStep } from '../../../../shared/orders/facts.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { TicketState } from '../form/ticket-state.ts';

/** What the ticket knows beside an issue. */
export interface TicketKnowledge {
  readonly draft: OrderDraft;
  /** Null until its metadata is known. */
  readonly instrument: Instrument | null;
  readonly sizeUnit: TicketState['sizeUnit'];
}

/**
 * An issue as the ticket shows it, with what only the ticket knows: the size's unit, the instrument's steps, link and side.
 * To be read only: a warning is accepted as the rules gave it. Pure.
 */
export function tellInTicket(issue: Issue, { draft, instrument, sizeUnit }: TicketKnowledge): Issue {
  switch (issue.code) {
    case 'amount_missing':
      return issue.child === null && sizeUnit === 'contracts'
        ? { ...issue, params: { ...issue.params, unit: 'contracts' } }
        : issue;
    case 'amount_below_minimum':
      return issue.child !== null || sizeUnit !== 'contracts' || instrument === null
        ? issue
        : tellLeastContracts(issue, instrument);
    case 'number_too_precise':
      return issue.field !== 'contracts' || instrument === null
        ? issue
        : { ...issue, fixes: tellContracts(issue, draft.contracts, instrument).fixes };
    case 'contracts_not_whole':
      return instrument === null ? issue : tellContracts(issue, draft.contracts, instrument);
    case 'display_above_amount':
      return instrument === null ? issue : offerLargestDisplay(issue, instrument);
    case 'amount_looks_like_coin':
    case 'trigger_offset_missing':
    case 'trigger_offset_far':
      return tellDirection(issue, draft);
    case 'linked_together_larger_than_order':
      return { ...issue, params: { ...issue.params, link: draft.linked_order_type ?? '' } };
    default:
      return issue;
  }
}

/** What an order does: a buy trails above the lowest price, where a sell does under the peak. */
function tellDirection(issue: Issue, draft: OrderDraft): Issue {
  const direction = (issue.child === null ? draft : draft.children[issue.child])?.direction;
  return direction === undefined ? issue : { ...issue, params: { ...issue.params, direction } };
}

/** The smallest size in contracts, which is what is typed. */
function tellLeastContracts(issue: Issue, instrument: Instrument): Issue {
  if (!isPositive(instrument.contract_size)) return issue;
  const minimum = leastContracts(instrument);
  return { ...issue, params: { minimum, unit: 'contracts' }, fixes: [{ field: 'contracts', value: minimum }] };
}

/** The step in contracts, and the allowed numbers around the one typed. */
function tellContracts(issue: Issue, typed: string, instrument: Instrument): Issue {
  const { contract_size: size, min_trade_amount: minimum } = instrument;
  if (!isPositive(size)) return issue;
  const contracts = parseDecimal(typed);
  const step = stepOfContracts(instrument);
  const isNumber = contracts !== null && isPositive(contracts);
  const around = isNumber ? ([roundToStep(contracts, step, 'down'), roundToStep(contracts, step, 'up')] as const) : [];
  const allowed = around.filter((count) => isPositive(count) && compare(multiply(count, size), minimum) >= 0);
  const least = leastContracts(instrument);
  const mended = isNumber ? { step } : contracts === null ? { example: least } : { least };
  const params = { ...issue.params, ...mended };
  if (issue.fixes.length > 0) return { ...issue, params };
  const offered = allowed.length > 0 || !isNumber ? allowed : [least];
  return { ...issue, params, fixes: offered.map((value) => ({ field: 'contracts' as const, value })) };
}

function stepOfContracts(instrument: Instrument): DecimalString {
  return divide(amountStep(instrument), instrument.contract_size);
}

function leastContracts(instrument: Instrument): DecimalString {
  const { min_trade_amount, contract_size } = instrument;
  return roundToStep(divide(min_trade_amount, contract_size), stepOfContracts(instrument), 'up');
}

/** Who typed too large a part meant a large one: all of it shows, not the least that may. */
function offerLargestDisplay(issue: Issue, instrument: Instrument): Issue {
  const amount = parseDecimal(issue.params['amount'] ?? '');
  const isPart = issue.fixes.some(({ value }) => value !== '');
  if (amount === null || !isPositive(amount) || !isPart) return issue;
  const largest = roundToStep(amount, amountStep(instrument), 'down');
  return { ...issue, fixes: [{ field: 'display_amount', value: largest }] };
}
