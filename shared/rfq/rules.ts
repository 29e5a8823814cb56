import { amountUnit } from '../orders/facts.ts';
import { checkLabel } from '../orders/rules/label.ts';
import type { RfqDraft } from './draft.ts';
import type { RfqFacts } from './facts.ts';
import { type RfqIssue, rfqIssue, rfqPlace } from './issue.ts';
import { checkAllocations } from './rules/allocations.ts';
import { checkHedges } from './rules/hedge.ts';
import { checkLegs } from './rules/legs.ts';
import { checkMakers } from './rules/makers.ts';
import { type Structure, structureOf } from './structure.ts';

export interface RfqVerdict {
  /** Errors first, then warnings and notes, each in the order of the form. */
  readonly issues: readonly RfqIssue[];
  /** What the legs make together; null while one of them can't be read. */
  readonly structure: Structure | null;
}

const ORDER = { error: 0, warning: 1, note: 2 } as const;

/** Everything that is wrong with a Block RFQ, by what is known now. Nothing may be sent while there is an error. */
export function checkRfq(draft: RfqDraft, facts: RfqFacts): RfqVerdict {
  const { legs, issues } = checkLegs(draft.legs, facts);
  const read = legs.filter((leg) => leg !== null);
  const structure = read.length === legs.length ? structureOf(read) : null;
  const [first] = read;
  const unit = first === undefined ? '' : amountUnit(first.instrument);
  issues.push(...checkHedges(draft.hedges, legs, facts));
  issues.push(...checkMakers(draft, facts));
  issues.push(...checkAllocations(draft.allocations, structure?.amount ?? null, unit));
  issues.push(...checkRfqLabel(draft.label, facts));
  const undecided = facts.undecidedEqualLabel(draft);
  const whole = rfqPlace('request', null, 'value');
  if (undecided !== null) issues.push(rfqIssue('error', whole, 'equal_request_undecided', { label: undecided }));
  if (facts.blocked !== null) issues.push(facts.blocked);
  return { issues: issues.toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity]), structure };
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
