import { compare, smallest } from '../../../shared/decimal.ts';
import type { JourneyStep } from '../../../shared/ipc/schemas/follow-schema.ts';
import { isRefusalUnforeseen } from '../../../shared/orders/outcome/refusal-check.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { Expectation } from '../../../shared/orders/outcome/expectation.ts';
import { canRest } from '../../../shared/orders/order-types.ts';
import { isWorking } from '../../../shared/orders/outcome/resting.ts';
import { readBookedPrice } from '../../ui/order-words/booked-price.ts';
import { hasFired } from '../../ui/order-words/fired-text.ts';
import { lookUp, showForeign } from '../../ui/order-words/foreign-text.ts';
import { MISSING } from '../../ui/words/format.ts';
import { spell, spellNumber } from '../../ui/words/spell.ts';

/** One field of a forecast beside what came of it. */
export interface ForecastLine {
  readonly name: string;
  readonly forecast: string;
  readonly fact: string;
  readonly verdict: Verdict;
}

/**
 * `missed`: the forecast should have known. `moved`: it was an estimate, and the market went on. `deeper`: more traded than
 * the best bid was to take, for less, as forecasts say. `not told`: no answer said it, or nothing is kept of what it said.
 */
type Verdict = 'as forecast' | 'missed' | 'moved' | 'deeper' | 'otherwise' | 'not known yet' | 'not told';

const NAMES: Readonly<Record<string, string>> = {
  behaviour: 'What it does',
  state: 'State after it',
  trade_price: 'Least price of a trade',
  filled_amount: 'Filled at once',
  average_price: 'Average price',
  fee: 'Fee of what filled at once',
  liquidity: 'Fills as',
  display_amount: 'Visible part',
  advanced: 'Priced by',
  advanced_price: 'Price asked',
  children: 'Linked orders',
};

/**
 * Whether the service's answer to the sell named this order: what a look-up finds tells of a later moment, and of little
 * that it is as forecast.
 */
export function isAnswered({ order, earlier_order_ids }: OrderRow, steps: readonly JourneyStep[]): boolean {
  const replies = steps.filter(({ kind }) => kind === 'reply').map(({ detail }) => detail);
  const ids = [...earlier_order_ids, ...(order === null ? [] : [order.order_id])];
  return replies.some((detail) => ids.some((id) => detail.includes(JSON.stringify(id))));
}

/**
 * What the forecast said field by field, with what the service's first answer said; fields that differ come with their
 * notice. `answered`: whether there was such an answer. Where nothing was noticed of a field, it told what was forecast.
 */
export function listForecast(row: OrderRow, answered: boolean): ForecastLine[] {
  const { expected } = row;
  if (expected === null) return [];
  const differing = row.notices.flatMap(({ code, params }): ToldLine[] => {
    if (code !== 'forecast_missed' && code !== 'market_moved') return [];
    const { field = 'behaviour', expected: forecast = '', actual = '' } = params;
    return [{ field, forecast, fact: actual, verdict: code === 'forecast_missed' ? 'missed' : 'moved' }];
  });
  const behaviour = differing.find(({ field }) => field === 'behaviour') ?? null;
  const known: (ToldLine | null)[] = [
    tellBehaviour(row, expected, answered),
    tellPrice(row, expected, answered && behaviour === null),
    ...tellFill(row, expected, answered, behaviour),
  ];
  const agreed = known.filter((line) => line !== null);
  const undiffering = agreed.filter(({ field }) => differing.every((other) => other.field !== field));
  return [...differing, ...undiffering].map(({ field, forecast, fact, verdict }) => ({
    name: nameField(field),
    forecast: write(forecast),
    fact: write(fact),
    verdict,
  }));
}

interface ToldLine extends Pick<ForecastLine, 'forecast' | 'verdict'> {
  readonly field: string;
  readonly fact: string | null;
}

/** A field of which nothing was noticed: it is as forecast where the answer was held against it. */
function tellSame(row: OrderRow, field: string, forecast: string, isCompared: boolean): ToldLine {
  if (isCompared && row.outcome === 'accepted') return { field, forecast, fact: forecast, verdict: 'as forecast' };
  const isOpenYet = row.outcome === 'sending' || row.outcome === 'unknown';
  return { field, forecast, fact: null, verdict: isOpenYet ? 'not known yet' : 'not told' };
}

function tellBehaviour(row: OrderRow, { behaviour, hangs_on_partner }: Expectation, answered: boolean): ToldLine {
  const line = { field: 'behaviour', forecast: behaviour };
  if (row.outcome === 'refused') {
    const otherwise = isRefusalUnforeseen(row) ? 'missed' : 'otherwise';
    return { ...line, fact: 'refused', verdict: behaviour === 'refused' ? 'as forecast' : otherwise };
  }
  // What its partner was to end stands, when it is answered, as it would alone.
  if (hangs_on_partner && behaviour !== 'trades') {
    const { order } = row;
    if (order === null || isWorking(order)) return { ...line, fact: null, verdict: 'not known yet' };
    const isAsForecast = order.order_state === behaviour;
    return { ...line, fact: order.order_state, verdict: isAsForecast ? 'as forecast' : 'otherwise' };
  }
  return tellSame(row, line.field, behaviour, answered && behaviour !== 'unclear');
}

/** What it was changed to since is no fact of the forecast, nor is the price of what its trigger made. */
function tellPrice(row: OrderRow, { price, is_price_estimate }: Expectation, isCompared: boolean): ToldLine | null {
  if (price === null || row.notices.some(({ code }) => code === 'price_changed')) return null;
  const booked = row.earlier_order_ids.length === 0 && !hasFired(row) ? readBookedPrice(row) : null;
  if (row.order === null || booked === null) return tellSame(row, 'price', price, isCompared);
  const isSame = compare(booked, price) === 0;
  const verdict = isSame ? 'as forecast' : is_price_estimate ? 'moved' : 'missed';
  return { field: 'price', forecast: price, fact: booked, verdict };
}

/** What filled at once, and for how much. `behaviour`: what the answer was noticed to have done instead of what was forecast. */
function tellFill(row: OrderRow, { fill }: Expectation, answered: boolean, behaviour: ToldLine | null): ToldLine[] {
  if (fill === null) return [];
  const forecast = { amount: smallest(fill.amount, row.amount), price: fill.price };
  if (behaviour !== null && behaviour.fact !== 'trades') {
    const { verdict } = behaviour;
    return [{ field: 'filled_amount', forecast: forecast.amount, fact: '0', verdict }];
  }
  const amount = tellSame(row, 'filled_amount', forecast.amount, answered && row.order?.filled_amount != null);
  const price = tellSame(row, 'average_price', forecast.price, answered && row.order?.average_price != null);
  if (price.verdict !== 'as forecast' || compare(fill.amount, row.amount) >= 0) return [amount, price];
  // The best bid was to take a part alone, and at least so much was taken; of an order that may rest, more may be of later.
  if (canRest(row) || row.trigger !== null) {
    return [
      { ...amount, fact: `${forecast.amount} or more` },
      { ...price, fact: null, verdict: 'not told' },
    ];
  }
  const { filled_amount: filled = null, average_price: average = null } = row.order ?? {};
  if (filled === null || average === null) return [amount, price];
  const isDeeper = compare(filled, forecast.amount) > 0;
  return [
    { ...amount, fact: filled, verdict: isDeeper ? 'deeper' : 'as forecast' },
    { ...price, fact: average, verdict: compare(average, fill.price) === 0 ? 'as forecast' : 'deeper' },
  ];
}

function nameField(field: string): string {
  const name = lookUp(NAMES, field) ?? spell(field);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Each word by itself: a fee is a number and its currency. */
function write(value: string | null): string {
  if (value === null) return MISSING;
  return showForeign(
    value
      .split(' ')
      .map((word) => (word === 'refused' ? 'rejected' : spell(spellNumber(word))))
      .join(' '),
  );
}
