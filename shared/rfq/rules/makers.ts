import {
  distinctMakers,
  LEAST_ANONYMOUS_MAKERS,
  MOST_MAKER_CHARACTERS,
  MOST_RFQ_MAKERS,
  type RfqDraft,
} from '../draft.ts';
import type { RfqFacts } from '../facts.ts';
import { type RfqFix, type RfqIssue, rfqIssue, rfqPlace } from '../issue.ts';

const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Checks makers: repeats are sent once, blanks and too many are rejected, unlisted names ask. Anonymity needs five
 * distinct ones.
 */
export function checkMakers(draft: RfqDraft, facts: RfqFacts): RfqIssue[] {
  const distinct = distinctMakers(draft.makers);
  const issues: RfqIssue[] = [];
  if (distinct.length > MOST_RFQ_MAKERS) {
    const params = { count: String(distinct.length), maximum: String(MOST_RFQ_MAKERS) };
    issues.push(rfqIssue('error', rfqPlace('maker', null, 'value'), 'makers_too_many', params));
  } else {
    issues.push(...draft.makers.slice(0, MOST_RFQ_MAKERS * 4).flatMap((_, index) => checkMaker(draft, index, facts)));
  }
  return [...issues, ...checkDisclosure(draft, distinct, facts)];
}

function checkMaker({ makers }: RfqDraft, index: number, { listedMakers }: RfqFacts): RfqIssue[] {
  const name = (makers[index] ?? '').trim();
  const place = rfqPlace('maker', index, 'name');
  const removal: RfqFix[] = [{ action: 'remove', place, value: '' }];
  if (name === '') return [rfqIssue('error', place, 'maker_blank', {}, removal)];
  if (name.length > MOST_MAKER_CHARACTERS) {
    return [rfqIssue('error', place, 'maker_too_long', { maximum: String(MOST_MAKER_CHARACTERS) }, removal)];
  }
  const unreadable = UNREADABLE.exec(name)?.[0];
  if (unreadable !== undefined) {
    const character = `U+${(unreadable.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return [rfqIssue('error', place, 'maker_unreadable', { character }, removal)];
  }
  if (makers.findIndex((other) => other.trim() === name) < index) {
    return [rfqIssue('note', place, 'maker_repeated', { name }, removal)];
  }
  if (listedMakers === null || listedMakers.includes(name)) return [];
  return [rfqIssue('warning', place, 'maker_unknown', { name }, removal)];
}

/** An empty list is no proof of five makers: the contract leaves it open, so it is refused (contract, `disclosed`). */
function checkDisclosure(draft: RfqDraft, distinct: readonly string[], { listedMakers }: RfqFacts): RfqIssue[] {
  if (draft.disclosed || distinct.length >= LEAST_ANONYMOUS_MAKERS) return [];
  const place = rfqPlace('disclosed', null, 'value');
  const least = String(LEAST_ANONYMOUS_MAKERS);
  const free = (listedMakers ?? []).filter((name) => !distinct.includes(name));
  const missing = free.slice(0, LEAST_ANONYMOUS_MAKERS - distinct.length);
  const isReachable = missing.length === LEAST_ANONYMOUS_MAKERS - distinct.length;
  const additions = isReachable
    ? missing.map((value) => ({ action: 'add' as const, place: rfqPlace('maker', null, 'name'), value }))
    : [];
  const fixes: RfqFix[] = [...additions, { action: 'set', place, value: 'true' }];
  if (distinct.length === 0) return [rfqIssue('error', place, 'anonymous_needs_a_list', { least }, fixes)];
  const count = String(distinct.length);
  return [rfqIssue('error', place, 'anonymous_needs_makers', { count, least }, fixes)];
}
