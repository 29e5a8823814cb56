import { amountUnit } from '../orders/facts.ts';
import { checkLabel } from '../orders/rules/label.ts';
import type { RfqDraft } from './draft.ts';
import type { RfqFacts } from './facts.ts';
import { type RfqIssue, rfqIssue, rfqPlace } from './issue.ts';
import { checkAllocations } from './rules/allocations.ts';
import { checkRfqGuards } from './rules/guards.ts';
import { checkHedges, readHedge } from './rules/hedge.ts';
import { checkHedgeEffect, type HedgeEffect, measureHedge } from './rules/hedge-delta.ts';
import { checkLegs } from './rules/legs.ts';
import { checkMakers } from './rules/makers.ts';
import { type Structure, structureOf } from './structure.ts';

export interface RfqVerdict {
  /** Errors first, then warnings and notes, each in the order of the form. */
  readonly issues: readonly RfqIssue[];
  /** What the legs make together; null while one of them can't be read. */
  readonly structure: Structure | null;
  /** What the hedge makes of the delta; null without one, or while it or a leg can't be read. */
  readonly hedged: HedgeEffect | null;
}

const ORDER = { error: 0, warning: 1, note: 2 } as const;

/** Everything that is wrong with a Block RFQ, by what is known now. Nothing may be sent while there is an error. */
export function checkRfq(draft: RfqDraft, facts: RfqFacts): RfqVerdict {
  const { legs, issues } = checkLegs(draft.legs, facts);
  const read = legs.filter((leg) => leg !== null);
  const structure = read.length === legs.length ? structureOf(read) : null;
  const [first] = read;
  const unit = first === undefined ? '' : amountUnit(first.instrument);
  const hedgeIssues = checkHedges(draft.hedges, legs, facts);
  issues.push(...hedgeIssues);
  // A part rejected for its kind isn't judged for its size.
  const refused = new Set(hedgeIssues.filter(({ severity }) => severity === 'error').map(({ place }) => place.index));
  const hedges = draft.hedges.map((hedge, index) => (refused.has(index) ? null : readHedge(hedge, facts)));
  issues.push(...checkRfqGuards(legs, hedges, facts));
  const [hedge = null] = hedges;
  const hedged = structure === null || hedge === null ? null : measureHedge(read, hedge, facts);
  if (hedged !== null) issues.push(...checkHedgeEffect(hedged, 0));
  issues.push(...checkMakers(draft, facts));
  issues.push(...checkAllocations(draft.allocations, structure?.amount ?? null, unit));
  issues.push(...checkRfqLabel(draft.label, facts));
  const undecided = facts.undecidedEqualLabel(draft);
  const whole = rfqPlace('request', null, 'value');
  if (undecided !== null) issues.push(rfqIssue('error', whole, 'equal_request_undecided', { label: undecided }));
  const equal = undecided === null ? facts.equalLately(draft) : null;
  if (equal !== null) {
    const params = { label: equal.label, seconds: String(Math.floor(equal.ageMs / 1000)) };
    issues.push(rfqIssue('warning', whole, 'equal_request_lately', params));
  }
  if (facts.blocked !== null) issues.push(facts.blocked);
  return { issues: issues.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]), structure, hedged };
}

const LABEL_CODES = ['label_too_long', 'label_control_character', 'label_outer_blanks', 'label_in_use'] as const;

/** A label obeys the same rules wherever it stands. */
function checkRfqLabel(label: string, facts: RfqFacts): RfqIssue[] {
  const place = rfqPlace('label', null, 'value');
  return checkLabel(label, facts.isLabelInUse).flatMap((found) => {
    const code = LABEL_CODES.find((known) => known === found.code);
    if (code === undefined) return [];
    const fixes = found.fixes.map(({ value }) => ({ action: 'set' as const, place, value }));
    return [{ code, severity: found.severity, place, params: found.params, fixes }];
  });
}
