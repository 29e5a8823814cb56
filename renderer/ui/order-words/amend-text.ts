import type { CommandState } from '../../../shared/ipc/schemas/amend-schema.ts';
import type { OrderTerm, OrderTerms } from '../../../shared/execution/terms.ts';
import { isSame, listChanges, readTerms } from '../../../shared/execution/terms.ts';
import type { Priority } from '../../../shared/execution/amend-rules.ts';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { isWorking } from '../../../shared/orders/outcome/resting.ts';
import type { Order } from '../../../shared/service/order.ts';
import { formatDecimal } from '../words/shown.ts';
import { MISSING } from '../words/format.ts';
import { spell } from '../words/spell.ts';

/** Terms as they are called on screen. */
export const TERM_NAMES: Readonly<Record<OrderTerm, string>> = {
  amount: 'Total',
  price: 'Price',
  trigger_price: 'Trigger price',
  trigger_offset: 'Trigger offset',
  display_amount: 'Shown amount',
  post_only: 'Post only',
  reject_post_only: 'Reject if crossing',
  reduce_only: 'Reduce only',
  advanced: 'Priced by',
  mmp: 'MMP',
};

/** A term's value as shown. */
export function writeTerm(value: OrderTerms[OrderTerm]): string {
  if (value === null) return MISSING;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === 'usd' || value === 'implv' ? value : formatDecimal(value);
}

/** What an amend asks for, changed terms alone: `price 97,460, total 80`. */
export function describeAsked({ command: { before, asked } }: CommandState): string {
  const changes = listChanges(before, asked);
  return changes.map((term) => `${TERM_NAMES[term].toLowerCase()} ${writeTerm(asked[term])}`).join(', ');
}

/** An amend's state in a sentence for its order's row; null where there is nothing to say any more. */
export function describeAmend(state: CommandState | null): string | null {
  if (state === null) return null;
  const asked = describeAsked(state);
  switch (state.verdict) {
    case 'sending':
      return `Amending: ${asked}.`;
    case 'unknown':
      return state.is_escalated
        ? `Amend unknown (${asked}): ${REASONS[state.reason ?? 'queries_fail']} Settle it.`
        : `Amend unknown (${asked}): being looked up.`;
    case 'accepted':
      return `Amended: ${asked}.`;
    case 'rejected':
      return `Amend rejected: ${refusalOf(state)}`;
    case 'not_sent':
      return `Amend not sent: ${refusalOf(state)}`;
    case 'absent':
      return `Not amended (${asked}): ${REASONS[state.reason ?? 'unchanged_past_deadline']}`;
    case 'resolved_by_operator':
      return `Amend settled by hand (${asked}).`;
  }
}

const REASONS: Readonly<Record<NonNullable<CommandState['reason']>, string>> = {
  order_ended: 'the order had ended.',
  cancelled_by_amend: 'it would have traded, so the service cancelled the order.',
  unchanged_past_deadline: 'the order is unchanged after the deadline.',
  other_terms: 'the order shows other terms.',
  order_not_shown: 'the service does not show the order.',
  queries_fail: 'the service does not answer.',
};

function refusalOf({ refusal, reason }: CommandState): string {
  if (reason === 'cancelled_by_amend') return REASONS.cancelled_by_amend;
  const { code = null, name = '' } = refusal ?? {};
  return code === null ? `${spell(name)}.` : `${spell(name)} (${code}).`;
}

/** How an amend's state is to be coloured. */
export function toneOfAmend({ verdict }: CommandState): 'good' | 'attention' | 'bad' {
  if (verdict === 'accepted' || verdict === 'resolved_by_operator') return 'good';
  return verdict === 'rejected' || verdict === 'absent' || verdict === 'not_sent' ? 'bad' : 'attention';
}

/** A term as it was asked for beside what the service booked. */
export interface BookedTerm {
  readonly term: OrderTerm;
  readonly asked: string;
  readonly booked: string;
  readonly isAsAsked: boolean;
}

/** The changed terms, asked against booked; empty while no record shows them. */
export function compareAmended({ command: { before, asked }, order }: CommandState): BookedTerm[] {
  const booked = order === null ? null : readTerms(order);
  if (booked === null) return [];
  return listChanges(before, asked).map((term) => ({
    term,
    asked: writeTerm(asked[term]),
    booked: writeTerm(booked[term]),
    isAsAsked: isSame(asked[term], booked[term]),
  }));
}

/** What becomes of the order's place in the queue. */
export const PRIORITY_TEXTS: Readonly<Record<Priority, string>> = {
  kept: 'Keeps its place in the queue.',
  lost: 'Loses its place in the queue.',
  none: 'Waits for its trigger: no place in a queue.',
};

/** Why an order can't be amended now; null where it can. */
export function whyNoAmend(order: Order | null, status: SessionStatus | null): string | null {
  if (order === null) return 'the service has shown no order yet';
  if (!isWorking(order)) return `the order is ${spell(order.order_state)}`;
  return status?.journal === 'read_only' ? 'another instance of the terminal trades' : null;
}
