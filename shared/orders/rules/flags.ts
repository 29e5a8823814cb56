import type { Instrument } from '../../service/instrument.ts';
import type { ChildDraft, OrderDraft } from '../draft.ts';
import type { OrderFacts } from '../facts.ts';
import { type Issue, issue } from '../issue.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { traitsOf } from '../side.ts';

type FlagTerms = Pick<
  ChildDraft,
  'direction' | 'type' | 'time_in_force' | 'post_only' | 'reject_post_only' | 'reduce_only'
>;

/** Post only, reject and reduce only (contract "private/sell"; facts, section 8). */
export function checkFlags(terms: FlagTerms, instrument: Instrument | null): Issue[] {
  const { type, time_in_force } = terms;
  const issues: Issue[] = [];
  if (terms.post_only && !ORDER_TYPE_TRAITS[type].hasPrice) {
    issues.push(issue('error', 'post_only', 'post_only_needs_price', { type }, without('post_only')));
  } else if (terms.post_only && time_in_force !== 'good_til_cancelled') {
    // The contract alone says so: services were seen that take it with good till day (a recorded buy of 2026-02-15).
    const resting = { field: 'time_in_force', value: 'good_til_cancelled' } as const;
    const fixes = [resting, ...without('post_only')];
    issues.push(issue('error', 'post_only', 'post_only_needs_gtc', { time_in_force }, fixes));
  } else if (terms.post_only && ORDER_TYPE_TRAITS[type].fires === 'loss') {
    issues.push(warnOfStop(terms));
  }
  if (terms.reject_post_only && !terms.post_only) {
    issues.push(issue('error', 'reject_post_only', 'reject_needs_post_only', {}, without('reject_post_only')));
  }
  if (terms.reduce_only && instrument?.kind === 'spot') {
    issues.push(issue('error', 'reduce_only', 'reduce_only_on_spot', {}, without('reduce_only')));
  }
  return issues;
}

function without(flag: 'post_only' | 'reject_post_only' | 'reduce_only' | 'mmp'): Issue['fixes'] {
  return [{ field: flag, value: 'false' }];
}

/** A stop is to get out of a market that goes on: as post only it does not take what it meets as it fires. */
function warnOfStop({ direction, reject_post_only }: FlagTerms): Issue {
  const fixes = without('post_only');
  if (reject_post_only) return issue('warning', 'post_only', 'reject_on_stop', {}, fixes);
  const { away, touch } = traitsOf(direction);
  const where = { side: away, best: touch };
  return issue('warning', 'post_only', 'post_only_on_stop', where, fixes);
}

/** Flags that only the order itself has, not its children. */
export function checkOwnFlags(draft: OrderDraft, { isMmpEnabled }: Pick<OrderFacts, 'isMmpEnabled'>): Issue[] {
  const issues: Issue[] = [];
  if (draft.post_only && draft.advanced !== null) {
    issues.push(
      issue('error', 'post_only', 'post_only_with_advanced', { advanced: draft.advanced }, without('post_only')),
    );
  }
  if (draft.mmp && draft.type !== 'limit')
    issues.push(issue('error', 'mmp', 'mmp_needs_limit', { type: draft.type }, without('mmp')));
  // The service refuses it (facts, section 8, "mmp"; code 13040).
  if (draft.mmp && isMmpEnabled === false) issues.push(issue('error', 'mmp', 'mmp_not_enabled', {}, without('mmp')));
  return issues;
}
