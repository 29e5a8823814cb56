import { findUnknownTerm } from '../service/unknown-terms.ts';
import type { OrderDraft } from './draft.ts';
import { hasSizes, type OrderFacts } from './facts.ts';
import { type Issue, issue } from './issue.ts';
import { checkCredits } from './rules/credits.ts';
import { checkFlags, checkOwnFlags } from './rules/flags.ts';
import { checkGuards } from './rules/guards.ts';
import { checkIceberg } from './rules/iceberg.ts';
import { checkInstrument, checkTicker } from './rules/instrument.ts';
import { checkLabel } from './rules/label.ts';
import { checkLarger } from './rules/larger.ts';
import { checkLinked } from './rules/linked.ts';
import { checkOwnOrders } from './rules/own-orders.ts';
import { checkPartner } from './rules/partner.ts';
import { checkPlaced } from './rules/placed.ts';
import { checkAdvanced, checkQuotePrice } from './rules/price.ts';
import { secondsSince } from './rules/seconds.ts';
import { checkSize } from './rules/size.ts';
import { checkTrigger, checkTriggerAtWork } from './rules/trigger.ts';
import { checkValidFor } from './rules/valid-for.ts';

/**
 * Everything wrong with a draft, by the contract's rules and the profile's guards. Without errors, `buildOrderParams`
 * gives a valid request.
 */
export function checkDraft(draft: OrderDraft, facts: OrderFacts): Issue[] {
  const { instrument } = facts;
  const issues: Issue[] = [];
  if (facts.tradingBlocked !== null) issues.push(facts.tradingBlocked);
  issues.push(
    ...checkLabel(draft.label, facts.isLabelInUse),
    ...checkFlags(draft, instrument),
    ...checkOwnFlags(draft, facts),
    ...checkValidFor(draft, facts),
  );
  if (draft.instrument_name === '') return [...issues, issue('error', 'instrument_name', 'instrument_missing', {})];
  if (instrument === null) {
    const params = { instrument_name: draft.instrument_name };
    return [...issues, issue('error', 'instrument_name', 'instrument_unknown', params)];
  }
  const unknown = findUnknownTerm(instrument);
  if (unknown !== null) return [...issues, issue('error', 'instrument_name', 'instrument_not_known', { ...unknown })];
  // Unusable sizes or ticks would make every check meaningless.
  if (!hasSizes(instrument)) {
    return [...issues, issue('error', 'instrument_name', 'instrument_unreadable', {})];
  }
  issues.push(
    ...checkInstrument(instrument, facts),
    ...checkTicker(facts),
    ...checkSize(draft, instrument),
    ...(draft.advanced === null
      ? checkQuotePrice(draft, instrument)
      : checkAdvanced(draft, instrument, facts.serviceNowMs)),
    ...checkTrigger(draft, instrument),
    ...checkTriggerAtWork(draft, instrument, facts.ticker),
    ...checkIceberg(draft, instrument),
    ...checkLinked(draft, instrument, facts),
    ...checkCredits(facts),
  );
  // Guards judge readable numbers: where a field is wrong, that alone is said.
  const isUnreadable = issues.some(
    ({ severity, field, child }) => severity === 'error' && child === null && field !== 'order',
  );
  if (!isUnreadable) issues.push(...checkGuards(draft, instrument, facts), ...checkRepetition(draft, facts));
  // So does what the order, and those linked to it, are foreseen to do, of all of them.
  const isForeseen = !issues.some(({ severity, field }) => severity === 'error' && field !== 'order');
  if (isForeseen) {
    issues.push(
      ...checkOwnOrders(draft, facts),
      ...checkPartner(draft, facts),
      ...checkPlaced(draft, facts),
      ...checkLarger(draft, instrument),
    );
  }
  return issues;
}

/** An equal order with a doubtful rejection may rest: asks for this long, ms. */
const DOUBT_MS = 30_000;

function checkRepetition(draft: OrderDraft, facts: OrderFacts): Issue[] {
  const label = facts.undecidedEqualLabel(draft);
  if (label !== null) return [issue('error', 'order', 'equal_order_undecided', { side: draft.direction, label })];
  const last = facts.lastEqualOrder(draft);
  const { duplicateWindowMs } = facts.guards;
  const withinMs = last?.isInDoubt === true ? Math.max(duplicateWindowMs, DOUBT_MS) : duplicateWindowMs;
  if (last === null || last.ageMs >= withinMs) return [];
  const params = { side: draft.direction, label: last.label, seconds: secondsSince(last.ageMs) };
  return [issue('warning', 'order', 'duplicate_order', params)];
}
