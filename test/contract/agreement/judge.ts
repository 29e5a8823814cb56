import { makeIntent } from '../../../electron/orders/intent.ts';
import { judgePlaced } from '../../../electron/orders/outcome.ts';
import { compare, type DecimalString, multiply, ZERO } from '../../../shared/decimal.ts';
import type { ChildDraft, OrderDraft } from '../../../shared/orders/draft.ts';
import { OF_OWN_ORDERS } from '../../../shared/orders/outcome/expectation.ts';
import { forecastOrder } from '../../../shared/orders/forecast/forecast.ts';
import type { Forecast, ForecastStepCode } from '../../../shared/orders/forecast/forecast-schema.ts';
import type { Issue, IssueCode } from '../../../shared/orders/issue.ts';
import { checkDraft } from '../../../shared/orders/rules.ts';
import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { type OrderPlaced, orderPlacedSchema, orderSchema } from '../../../shared/service/order.ts';
import type { Refusal } from '../../../simulator/refusal.ts';
import type { OrderCase } from './case.ts';
import { differences } from './compare.ts';
import { stepOf } from './draft-numbers.ts';
import { factsOf } from './facts.ts';
import type { Market, Quoted } from './market.ts';
import { STRICTER } from './stricter.ts';
import { allowedParams, sentParams, writtenParams } from './wire.ts';

/** What the cases met: so that a test can say that nothing was left out. */
export class Coverage {
  cases = 0;
  accepted = 0;
  refused = 0;
  readonly issues = new Map<IssueCode, number>();
  /** Errors that stood alone, so that nothing else can have made the service refuse. */
  readonly errorsAlone = new Map<IssueCode, number>();
  /** Errors whose order the service took. */
  readonly takenAllTheSame = new Map<IssueCode, number>();
  readonly steps = new Map<ForecastStepCode, number>();
  readonly behaviours = new Map<Forecast['behaviour'], number>();
  readonly accountRefusals = new Map<number, number>();
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const OTHER_REJECT = 11_030;
/** It would trade and must not, or can't be moved away from what it would trade with. */
const POST_ONLY_REFUSALS: readonly number[] = [ERROR_CODE.postOnlyReject, 11_021];

/** Whether an order that reduces only, going to the book at once, has nothing to reduce. */
function reducesNothing(terms: Pick<ChildDraft, 'type' | 'reduce_only' | 'direction'>, positionSteps: number): boolean {
  const waits = /^(?:stop|take|trailing)/.test(terms.type);
  return terms.reduce_only && !waits && (terms.direction === 'sell' ? positionSteps <= 0 : positionSteps >= 0);
}

/** The account's own rejection, unknown to the rules: no position to reduce. Null: not due. */
function dueFromAccount({ draft, situation }: OrderCase): number | null {
  if (reducesNothing(draft, situation.positionSteps)) return OTHER_REJECT;
  if (draft.linked_order_type !== 'one_cancels_other') return null;
  return draft.children.some((child) => reducesNothing(child, situation.positionSteps)) ? OTHER_REJECT : null;
}

/** An order that reduces only is shrunk to the position as it comes to the book. */
function reduced(draft: OrderDraft, { situation }: OrderCase, quoted: Quoted): OrderDraft {
  const waits = /^(?:stop|take|trailing)/.test(draft.type);
  if (!draft.reduce_only || waits) return draft;
  const steps = draft.direction === 'sell' ? situation.positionSteps : -situation.positionSteps;
  const held = multiply(stepOf(quoted), String(steps) as DecimalString);
  const asked = draft.amount.trim() === '' ? null : (draft.amount.trim() as DecimalString);
  const amount = asked ?? multiply(draft.contracts.trim() as DecimalString, quoted.instrument.contract_size);
  return compare(held, amount) < 0 && compare(held, ZERO) > 0 ? { ...draft, amount: held, contracts: '' } : draft;
}

function name(refusal: Refusal): string {
  return `${refusal.code} ${refusal.message} ${JSON.stringify(refusal.data ?? {})}`;
}

/** What rules and forecast of the terminal say of a case against what the service does; empty where they agree. */
export function judge(orderCase: OrderCase, market: Market, coverage: Coverage): string[] {
  const { draft, situation, market: times } = orderCase;
  const quoted = market.quotedAmongOwn(situation);
  const facts = factsOf(orderCase, quoted);
  const issues = checkDraft(draft, facts);
  coverage.cases += 1;
  for (const { code } of issues) count(coverage.issues, code);
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return judgeRefused(orderCase, errors, market, coverage);
  if (quoted === null) return ['the rules allow an order of an instrument that is not known'];
  const forecast = forecastOrder(reduced(draft, orderCase, quoted), facts);
  if (forecast === null) return ['the rules allow an order that has no forecast'];
  for (const { code } of forecast.steps) count(coverage.steps, code);
  count(coverage.behaviours, forecast.behaviour);
  const { answer, after } = market.sellAndLook(situation, allowedParams(draft, quoted.instrument, times.nowMs));
  const isRefused = forecast.behaviour === 'refused';
  const due = dueFromAccount(orderCase);
  if (!answer.ok) {
    coverage.refused += 1;
    if (due === answer.error.code) {
      count(coverage.accountRefusals, due);
      return [];
    }
    const isOfOwn = forecast.steps.some(({ code }) => OF_OWN_ORDERS.includes(code));
    const mayOverlap = isRefused || (forecast.behaviour === 'unclear' && situation.own?.mode === 'reject_taker');
    if (isOfOwn && mayOverlap && answer.error.code === ERROR_CODE.orderOverlap) return [];
    if (isRefused && POST_ONLY_REFUSALS.includes(answer.error.code)) return [];
    return [`the rules allow it, the service refuses: ${name(answer.error)}`];
  }
  coverage.accepted += 1;
  if (due !== null) return [`the account should make the service refuse with ${due}`];
  const placed = orderPlacedSchema.parse(answer.value);
  return [
    ...differences({
      draft,
      quoted,
      forecast,
      fees: facts.fees,
      ...placed,
      after: after.map((record) => orderSchema.parse(record)),
    }),
    ...surprises(orderCase, quoted.instrument, forecastOrder(draft, facts), placed),
  ];
}

/** The desk's notices on the reply: in a still book nothing differs. */
function surprises(
  { draft, market: { nowMs } }: OrderCase,
  instrument: Instrument,
  forecast: Forecast | null,
  placed: OrderPlaced,
): string[] {
  const params = sentParams(draft, instrument, nowMs);
  const currency = instrument.base_currency;
  const intent = makeIntent(draft, { intentId: 'case', params, forecast, currency, nowMs, serviceNowMs: nowMs });
  const { row } = judgePlaced(intent, placed, nowMs);
  if (row.outcome !== 'accepted') return [`the desk calls it ${row.outcome}`];
  return row.notices
    .filter(({ code }) => code === 'forecast_missed' || code === 'market_moved')
    .map(({ code, params: told }) => `the desk says ${code}: ${JSON.stringify(told)}`);
}

function judgeRefused(orderCase: OrderCase, errors: readonly Issue[], market: Market, coverage: Coverage): string[] {
  const codes = [...new Set(errors.map(({ code }) => code))];
  const answer = market.sell(orderCase.situation, writtenParams(orderCase.draft, orderCase.market.nowMs));
  const places = new Set(errors.map(placeOf));
  const unexplained = codes.filter((code) => STRICTER[code] === undefined);
  if (places.size === 1) for (const code of codes) count(coverage.errorsAlone, code);
  if (answer.ok) {
    coverage.accepted += 1;
    for (const code of codes) count(coverage.takenAllTheSame, code);
    return unexplained.length === 0 ? [] : [`the rules refuse by ${unexplained.join(', ')}, the service takes it`];
  }
  coverage.refused += 1;
  if (places.size > 1 || unexplained.length === 0 || codes.some((code) => ENDS_CHECK.has(code))) return [];
  const [place = ''] = places;
  const param = paramOf(answer.error);
  const known = [place, ...(ALSO_NAMED[place] ?? [])];
  // Of what is wrong with linked orders as a whole, the service may name one.
  const isNamed = param === null || known.includes(param) || known.includes(param.split('[')[0] ?? '');
  return isNamed ? [] : [`the rules refuse by ${codes.join(', ')} at ${place}, the service by ${name(answer.error)}`];
}

/** Without an instrument the rules look no further. */
const ENDS_CHECK: ReadonlySet<IssueCode> = new Set(['instrument_missing', 'instrument_unknown']);

/** The parameter of the request that an issue is about. */
function placeOf({ field, child }: Issue): string {
  return child === null ? field : `otoco_config[${child}].${field}`;
}

/** The service may name the other half of what does not go together. */
const ALSO_NAMED: Readonly<Record<string, readonly string[]>> = {
  amount: ['contracts'],
  contracts: ['amount'],
  linked_order_type: ['otoco_config'],
};

function paramOf({ data }: Refusal): string | null {
  return typeof data === 'object' && data !== null && 'param' in data ? String(data.param) : null;
}
