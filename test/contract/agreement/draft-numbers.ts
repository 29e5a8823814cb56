import {
  add,
  compare,
  type DecimalString,
  decimal,
  divide,
  isZero,
  multiply,
  roundToPlaces,
  roundToStep,
  subtract,
} from '../../../shared/decimal.ts';
import type { Quoted } from './market.ts';
import type { AmountRecipe, PriceRecipe, TriggerRecipe } from './recipe.ts';

const text = (value: string) => value as DecimalString;
const HALF = text('0.5');
const HAIR = text('0.0000001');

type Spelling = PriceRecipe['spelling'];

/** A number as somebody typed it. */
export function spell(value: DecimalString, spelling: Spelling): string {
  const fraction = value.includes('.') ? '' : '.';
  switch (spelling) {
    case 'plain':
      return value;
    case 'padded':
      return ` ${value} `;
    case 'leading_zeros':
      return value.startsWith('-') ? value : `000${value}`;
    case 'trailing_zero':
      return `${value}${fraction}0`;
    case 'empty':
      return '';
    case 'word':
      return 'NaN';
    case 'exponent':
      return `${value}e2`;
    case 'commas':
      return `1,${value}`;
    case 'invisible':
      return `${value}\u200B`;
    case 'negative':
      return `-${value}`;
    case 'zero':
      return '0';
    case 'twenty_digits':
      return `${value}${fraction}00000000000000000001`;
  }
}

/** The tick at a price as far as a generator needs it: what is wrong here is only a draft off the grid. */
function tickNear({ instrument }: Quoted, price: DecimalString): DecimalString {
  const steps = instrument.tick_size_steps ?? [];
  return steps.findLast((step) => compare(step.above_price, price) < 0)?.tick_size ?? instrument.tick_size;
}

function anchorPrice(quoted: Quoted, anchor: PriceRecipe['anchor']): DecimalString {
  const { ticker, instrument } = quoted;
  const mark = ticker.mark_price ?? text('1');
  const known = (price: DecimalString | null | undefined) => (price == null || isZero(price) ? mark : price);
  switch (anchor) {
    case 'bid':
      return known(ticker.best_bid_price);
    case 'ask':
      return known(ticker.best_ask_price);
    case 'mark':
      return mark;
    case 'min_price':
      return known(ticker.min_price);
    case 'max_price':
      return known(ticker.max_price);
    case 'tick_step':
      return instrument.tick_size_steps?.[0]?.above_price ?? mark;
    case 'last':
      return known(ticker.last_price);
    case 'half':
      return multiply(mark, HALF);
    case 'double':
      return multiply(mark, text('2'));
    case 'tick':
      return instrument.tick_size;
    case 'minus':
      return multiply(instrument.tick_size, text('-3'));
  }
}

function shifted(value: DecimalString, step: DecimalString, shift: 'none' | 'half_tick' | 'half_step' | 'a_hair') {
  if (shift === 'none') return value;
  return add(value, shift === 'a_hair' ? HAIR : multiply(step, HALF));
}

/** A price some ticks from its anchor, on the grid or beside it. */
export function priceOf(quoted: Quoted, recipe: PriceRecipe): string {
  const anchor = anchorPrice(quoted, recipe.anchor);
  const tick = tickNear(quoted, anchor);
  const price = add(roundToStep(anchor, tick, 'nearest'), multiply(tick, decimal(recipe.ticks)));
  return spell(shifted(price, tick, recipe.shift), recipe.spelling);
}

/** The finer of contract and minimum: what amounts go in (facts, section 8). */
export function stepOf({ instrument }: Quoted): DecimalString {
  const { contract_size, min_trade_amount } = instrument;
  return compare(contract_size, min_trade_amount) < 0 ? contract_size : min_trade_amount;
}

/** An amount in the instrument's unit, some steps from its anchor. */
export function amountOf(quoted: Quoted, recipe: AmountRecipe): DecimalString {
  const { instrument, ticker } = quoted;
  const step = stepOf(quoted);
  const touch = ticker.best_bid_amount ?? ticker.best_ask_amount ?? instrument.min_trade_amount;
  const anchors: Record<AmountRecipe['anchor'], DecimalString> = {
    minimum: instrument.min_trade_amount,
    touch,
    two_touches: multiply(touch, text('2')),
    hundred_minimums: multiply(instrument.min_trade_amount, text('100')),
    fortune: roundToStep(text('20000000'), step, 'up'),
  };
  return shifted(add(anchors[recipe.anchor], multiply(step, decimal(recipe.steps))), step, recipe.shift);
}

/** The visible part of an iceberg and the whole that belongs to it. */
export function icebergOf(quoted: Quoted, display: { steps: number; shift: 'none' | 'half_step'; parts: string }) {
  const step = stepOf(quoted);
  const floor = multiply(quoted.instrument.min_trade_amount, text('100'));
  const shown = shifted(add(floor, multiply(step, decimal(display.steps))), step, display.shift);
  return { shown, whole: roundToStep(multiply(shown, text(display.parts)), step, 'nearest') };
}

/** What the trigger watches; the mark where nothing was traded yet. */
export function watched({ ticker }: Quoted, source: TriggerRecipe['source']): DecimalString {
  const prices = { index_price: ticker.index_price, mark_price: ticker.mark_price, last_price: ticker.last_price };
  return prices[source] ?? ticker.mark_price ?? text('1');
}

/** Farther than any order is asked about. */
const FAR_TIMES = decimal(12);

/** A trigger some ticks from what it watches, on the side asked for, or from what is far from that. */
export function triggerPriceOf(quoted: Quoted, recipe: TriggerRecipe, isAbove: boolean): string {
  const near = watched(quoted, recipe.source);
  const at = recipe.isFar ? (isAbove ? multiply(near, FAR_TIMES) : divide(near, FAR_TIMES)) : near;
  const { kind } = quoted.instrument;
  const isIndexOfCoins = recipe.source === 'index_price' && kind !== 'future' && kind !== 'spot';
  const tick = isIndexOfCoins ? text('0.01') : tickNear(quoted, at);
  const distance = multiply(tick, decimal(isAbove ? recipe.ticks : -recipe.ticks));
  const onGrid = roundToStep(at, tick, isAbove ? 'up' : 'down');
  return spell(shifted(add(onGrid, distance), tick, recipe.shift), recipe.priceSpelling);
}

/** A distance from the peak. */
export function offsetOf(quoted: Quoted, recipe: TriggerRecipe): string {
  const { instrument } = quoted;
  const isIndexOfCoins = recipe.source === 'index_price' && instrument.kind !== 'future' && instrument.kind !== 'spot';
  const tick = isIndexOfCoins ? text('0.01') : instrument.tick_size;
  const price = roundToStep(watched(quoted, recipe.source), tick, 'down');
  const ticks = multiply(tick, decimal(recipe.ticks));
  const distances = {
    ticks: add(ticks, tick),
    price: subtract(price, ticks),
    beyond_price: add(price, ticks),
  };
  return spell(shifted(distances[recipe.distance], tick, recipe.shift), recipe.offsetSpelling);
}

/** A price in USD for an option. */
export function usdOf({ ticker }: Quoted, usd: 'mark' | 'bid' | 'little' | 'fortune' | 'too_much' | 'zero'): string {
  const index = ticker.index_price ?? text('1');
  const inUsd = (price: DecimalString | null | undefined) => roundToPlaces(multiply(price ?? text('0'), index), 3);
  switch (usd) {
    case 'mark':
      return inUsd(ticker.mark_price);
    case 'bid':
      return inUsd(ticker.best_bid_price);
    case 'little':
      return '0.01';
    case 'fortune':
      return '1000000000';
    case 'too_much':
      return '1000000000.5';
    case 'zero':
      return '0';
  }
}

/** Contracts that come to an amount; not whole ones where the amount is not. */
export function contractsOf({ instrument }: Quoted, amount: DecimalString): DecimalString {
  return divide(amount, instrument.contract_size);
}
