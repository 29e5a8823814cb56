import {
  reduce,
  EMPTY_TICKET,
  type TicketChoices,
  type TicketState,
} from '../../../../renderer/features/order-ticket/form/ticket-state.ts';
import type { TicketAction } from '../../../../renderer/features/order-ticket/form/ticket-action.ts';
import type { NumberField } from '../../../../renderer/features/order-ticket/form/ticket-numbers.ts';
import type { IssueField } from '../../../../shared/orders/issue.ts';
import { OPTION } from '../samples.ts';

/** An empty ticket after the actions. */
export function run(...actions: TicketAction[]): TicketState {
  return actions.reduce(reduce, EMPTY_TICKET);
}

export const selectPerpetual: TicketAction = { type: 'select_instrument', instrumentName: 'BTC-PERPETUAL' };
export const selectOption: TicketAction = { type: 'select_instrument', instrumentName: OPTION.instrument_name };

export function type(field: NumberField, text: string): TicketAction {
  return { type: 'type_number', field, text };
}

export function choose(choice: Partial<TicketChoices>): TicketAction {
  return { type: 'choose', choice };
}

export function fix(field: IssueField, value: string, child: number | null = null): TicketAction {
  return { type: 'apply_fix', fix: { field, value }, child };
}
