import { parseDecimal } from '../../../../shared/decimal.ts';
import type { AmendDraft } from '../../../../shared/execution/amend-draft.ts';
import type { AmendCheck } from '../../../../shared/ipc/schemas/amend-schema.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import type { Order } from '../../../../shared/service/order.ts';
import { askToAccept } from '../../../ui/order-words/accept-text.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import type { TicketIssue } from '../issues/ticket-issues.ts';

/** What a press of the button does, in words. */
export function describePress(
  { direction }: Order,
  { remaining, price, trigger_price }: AmendDraft,
  unit: string,
): string {
  const at = price === '' ? trigger_price : price;
  return `Amend: ${direction} ${show(remaining)} ${unit}${at === '' ? '' : ` at ${show(at)}`}`;
}

function show(text: string): string {
  const value = parseDecimal(text);
  return value === null ? text : formatDecimal(value);
}

/** Where nothing is typed yet nothing is wrong either. */
export const UNCHANGED: Issue['code'] = 'amend_changes_nothing';

/** Why the button can’t be pressed; null where it can. */
export function whyBlocked(
  check: AmendCheck | null,
  mistake: Issue | null,
  unaccepted: readonly TicketIssue[],
): string | null {
  if (check === null) return 'Being checked…';
  if (mistake?.code === UNCHANGED) return 'Change something first.';
  if (mistake !== null) return 'Mend what is marked first.';
  return unaccepted.length > 0 ? askToAccept(unaccepted.length) : null;
}
