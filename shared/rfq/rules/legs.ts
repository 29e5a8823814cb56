import { compare, isMultipleOf, roundToStep } from '../../decimal.ts';
import { amountStep, amountUnit, hasSizes } from '../../orders/facts.ts';
import type { Instrument } from '../../service/instrument.ts';
import { findUnknownTerm } from '../../service/unknown-terms.ts';
import { gradeOfAge } from '../../orders/rules/grade.ts';
import { seconds } from '../../orders/rules/seconds.ts';
import { MOST_RFQ_LEGS, type LegDraft } from '../draft.ts';
import { counterCurrency, isExpired, type RfqFacts, stateOf } from '../facts.ts';
import { type RfqIssue, rfqIssue, rfqPlace } from '../issue.ts';
import { structureOf, type RfqLeg } from '../structure.ts';
import { aroundStep, readAmount } from './numbers.ts';

/** A ratio past this is more often a slip of units than a wish. */
const UNUSUAL_RATIO = 100;

/** Legs that can be read, in their places (null where one can't), and what is wrong with any. */
export interface CheckedLegs {
  readonly legs: readonly (RfqLeg | null)[];
  readonly issues: RfqIssue[];
}

/** Number of legs, and each: known, open, priced, once, on its step and at least its block minimum, alike in currency. */
export function checkLegs(drafts: readonly LegDraft[], facts: RfqFacts): CheckedLegs {
  const issues: RfqIssue[] = [];
  const whole = rfqPlace('request', null, 'value');
  if (drafts.length === 0) issues.push(rfqIssue('error', whole, 'legs_missing', {}));
  if (drafts.length > MOST_RFQ_LEGS) {
    const params = { count: String(drafts.length), maximum: String(MOST_RFQ_LEGS) };
    issues.push(rfqIssue('error', whole, 'legs_too_many', params));
  }
  const reference = findMajority(drafts.flatMap((draft) => facts.of(draft.instrument_name).instrument ?? []));
  const legs = drafts.map((draft, index) => {
    const checked = checkLeg(draft, index, facts);
    issues.push(...checked.issues, ...checkRepeated(drafts, index));
    if (checked.instrument !== null && reference !== null) {
      issues.push(...checkCurrencies(checked.instrument, reference, index));
    }
    return checked.leg;
  });
  issues.push(...checkRatios(legs));
  return { legs, issues };
}

interface CheckedLeg {
  readonly instrument: Instrument | null;
  readonly leg: RfqLeg | null;
  readonly issues: RfqIssue[];
}

function checkLeg(draft: LegDraft, index: number, facts: RfqFacts): CheckedLeg {
  const known = facts.of(draft.instrument_name);
  const { instrument } = known;
  const { instrument_name } = draft;
  const at = rfqPlace('leg', index, 'instrument_name');
  const removal = [{ action: 'remove' as const, place: at, value: '' }];
  if (instrument === null) {
    const issues = [rfqIssue('error', at, 'leg_unknown', { instrument_name }, removal)];
    return { instrument: null, leg: null, issues };
  }
  const unknown = findUnknownTerm(instrument);
  if (unknown !== null) {
    const issues = [rfqIssue('error', at, 'terms_not_known', { ...unknown }, removal)];
    return { instrument: null, leg: null, issues };
  }
  if (!hasSizes(instrument)) {
    return {
      instrument,
      leg: null,
      issues: [rfqIssue('error', at, 'leg_without_sizes', { instrument_name }, removal)],
    };
  }
  const issues: RfqIssue[] = [];
  if (instrument.kind === 'option_combo' || instrument.kind === 'future_combo') {
    issues.push(rfqIssue('error', at, 'leg_is_combo', { instrument_name }, removal));
  }
  const state = stateOf(known);
  if (state !== 'open') issues.push(rfqIssue('error', at, 'leg_not_open', { instrument_name, state }, removal));
  if (isExpired(instrument, facts.serviceNowMs)) {
    issues.push(rfqIssue('error', at, 'leg_expired', { instrument_name }, removal));
  }
  if (known.ticker === null) issues.push(rfqIssue('note', at, 'leg_without_ticker', { instrument_name }));
  // Quotes are asked for by the prices that are seen: not by old ones without a second look.
  else if (known.isTickerStale) {
    const params = { instrument_name, seconds: seconds(known.tickerAgeMs), grade: gradeOfAge(known.tickerAgeMs) };
    issues.push(rfqIssue('warning', at, 'leg_ticker_stale', params));
  }
  const { value, issues: amountIssues } = checkLegAmount(draft.amount, instrument, index);
  issues.push(...amountIssues);
  return {
    instrument,
    leg: value === null ? null : { instrument, direction: draft.direction, amount: value },
    issues,
  };
}

/** An amount by the leg's step and block minimum. */
export function checkLegAmount(text: string, instrument: Instrument, index: number) {
  const place = rfqPlace('leg', index, 'amount');
  const unit = amountUnit(instrument);
  const { value, issues } = readAmount(text, place, unit);
  const minimum = instrument.block_trade_min_trade_amount;
  const step = amountStep(instrument);
  if (minimum === undefined) {
    const { instrument_name } = instrument;
    issues.push(rfqIssue('note', rfqPlace('leg', index, 'amount'), 'block_minimum_unknown', { instrument_name }));
  }
  if (value === null) {
    const fix = minimum === undefined ? [] : [{ action: 'set' as const, place, value: minimum }];
    return {
      value,
      issues: issues.map((found) => (found.code === 'amount_missing' ? { ...found, fixes: fix } : found)),
    };
  }
  if (!isMultipleOf(value, step)) {
    const fixes = aroundStep(value, step).map((near) => ({ action: 'set' as const, place, value: near }));
    issues.push(rfqIssue('error', place, 'amount_off_step', { step, unit }, fixes));
  }
  if (minimum !== undefined && compare(value, minimum) < 0) {
    const fixes = [{ action: 'set' as const, place, value: roundToStep(minimum, step, 'up') }];
    issues.push(rfqIssue('error', place, 'amount_below_block_minimum', { minimum, unit }, fixes));
  }
  return { value, issues };
}

function checkRepeated(drafts: readonly LegDraft[], index: number): RfqIssue[] {
  const instrument_name = drafts[index]?.instrument_name ?? '';
  const first = drafts.findIndex((other) => other.instrument_name === instrument_name);
  if (first === index) return [];
  const place = rfqPlace('leg', index, 'instrument_name');
  const fixes = [{ action: 'remove' as const, place, value: '' }];
  return [rfqIssue('error', place, 'leg_repeated', { instrument_name, first: String(first + 1) }, fixes)];
}

/** One of the currencies that most legs are in, the first of them: the few that differ are the odd ones. */
function findMajority(instruments: readonly Instrument[]): Instrument | null {
  const keyOf = (instrument: Instrument) => `${counterCurrency(instrument)} ${instrument.base_currency}`;
  const groups = Map.groupBy(instruments, keyOf);
  const most = Math.max(0, ...[...groups.values()].map((group) => group.length));
  return instruments.find((instrument) => groups.get(keyOf(instrument))?.length === most) ?? null;
}

/** All legs share the quote currency; only spot pairs may differ in base (facts, section 8, "Legs"). */
function checkCurrencies(instrument: Instrument, reference: Instrument, index: number): RfqIssue[] {
  const place = rfqPlace('leg', index, 'instrument_name');
  const fixes = [{ action: 'remove' as const, place, value: '' }];
  const [quote, expected] = [counterCurrency(instrument), counterCurrency(reference)];
  if (quote !== expected) return [rfqIssue('error', place, 'leg_other_quote', { quote, expected }, fixes)];
  const [base, expectedBase] = [instrument.base_currency, reference.base_currency];
  const areSpot = instrument.kind === 'spot' && reference.kind === 'spot';
  if (base === expectedBase || areSpot) return [];
  return [rfqIssue('error', place, 'leg_other_base', { base, expected: expectedBase }, fixes)];
}

function checkRatios(legs: readonly (RfqLeg | null)[]): RfqIssue[] {
  const read = legs.filter((leg) => leg !== null);
  if (read.length < legs.length || read.length < 2) return [];
  // USD against coins has no ratio to judge by.
  const [first] = read;
  const unit = first === undefined ? '' : amountUnit(first.instrument);
  if (read.some((leg) => amountUnit(leg.instrument) !== unit)) return [];
  return (structureOf(read)?.legs ?? []).flatMap(({ ratio }, index) =>
    ratio > UNUSUAL_RATIO
      ? [rfqIssue('warning', rfqPlace('leg', index, 'amount'), 'ratio_unusual', { ratio: String(ratio) })]
      : [],
  );
}
