import { compare, type DecimalString, isPositive, subtract, sum } from '../../decimal.ts';
import type { AllocationDraft } from '../draft.ts';
import { type RfqFix, type RfqIssue, rfqIssue, rfqPlace } from '../issue.ts';
import { readAmount } from './numbers.ts';

const WHOLE = /^\d{1,15}$/;

/** Each part for a user or for a broker's client, not both; together exactly the amount (facts, section 8, "Allocations"). */
export function checkAllocations(
  allocations: readonly AllocationDraft[],
  amount: DecimalString | null,
  unit: string,
): RfqIssue[] {
  const issues: RfqIssue[] = [];
  const amounts: DecimalString[] = [];
  for (const [index, part] of allocations.entries()) {
    const read = readAmount(part.amount, rfqPlace('allocation', index, 'amount'), unit);
    issues.push(...read.issues, ...checkReceiver(part, index));
    if (read.value !== null) amounts.push(read.value);
  }
  if (allocations.length === 0 || amounts.length < allocations.length || amount === null) return issues;
  const total = sum(amounts);
  if (compare(total, amount) === 0) return issues;
  const params = { sum: total, amount };
  return [
    ...issues,
    rfqIssue('error', rfqPlace('allocation', null, 'value'), 'allocation_sum', params, restOf(amounts, amount)),
  ];
}

/** The last part takes what is left, where that is above zero. */
function restOf(amounts: readonly DecimalString[], amount: DecimalString): RfqFix[] {
  const rest = subtract(amount, sum(amounts.slice(0, -1)));
  if (!isPositive(rest)) return [];
  return [{ action: 'set', place: rfqPlace('allocation', amounts.length - 1, 'amount'), value: rest }];
}

function checkReceiver(part: AllocationDraft, index: number): RfqIssue[] {
  const hasUser = part.user_id.trim() !== '';
  const hasClient = part.client_id.trim() !== '' || part.client_link_id.trim() !== '';
  const place = rfqPlace('allocation', index, 'receiver');
  if (hasUser && hasClient) return [rfqIssue('error', place, 'allocation_two_receivers', {})];
  if (!hasUser && !hasClient) return [rfqIssue('error', place, 'allocation_without_receiver', {})];
  const fields = hasUser ? (['user_id'] as const) : (['client_id', 'client_link_id'] as const);
  return fields
    .filter((field) => !WHOLE.test(part[field].trim()))
    .map((field) =>
      rfqIssue('error', rfqPlace('allocation', index, field), 'allocation_receiver_not_whole', { field }),
    );
}
