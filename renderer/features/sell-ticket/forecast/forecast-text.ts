import { parseDecimal } from '../../../../shared/decimal.ts';
import { nameTrigger } from '../../../ui/order-words/order-text.ts';
import type { ForecastStep, ForecastStepCode } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { formatHeld } from '../../../ui/words/format.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { ownBuysInForecast, tellOverlap } from './own-buy-text.ts';
import { placesOfTrigger } from '../form/trigger-plan.ts';

/** A piece of a sentence; numbers are set apart in the mono face. */
export interface Piece {
  readonly text: string;
  readonly isNumber: boolean;
}

type Params = Readonly<Record<string, string>>;

/** Sentences with `{name}` where a number of the params stands. */
const SENTENCES: Record<ForecastStepCode, string | ((params: Params) => string)> = {
  waits_for_trigger: ({ trigger, side, watched_price }) =>
    `Waits until ${nameTrigger(trigger)} is at or ${side} {trigger_price}${watched_price === '' ? '' : '; now {watched_price}'}.`,
  follows_peak: ({ trigger, fires_at }) =>
    `Follows ${nameTrigger(trigger)} up and fires when it falls {offset} from its peak${fires_at === '' ? '' : ': at {fires_at} if it fell now'}.`,
  then_market: 'Then sells at market.',
  then_limit: 'Then goes to the book at {price}.',
  fired_post_only_moves: 'If that would trade, post only moves it just above the bid.',
  fired_post_only_rejects: 'If that would trade, the engine rejects it.',
  priced_by_volatility: 'A volatility of {percent} % comes to {price} now.',
  priced_by_usd: '{usd} USD come to {price} now.',
  reprices: 'The engine moves its price with the market.',
  clamped_to_band: '{from} is below the band. The engine raises it to {to} or rejects it.',
  post_only_moves_price: '{from} would trade with the bid at {best_bid}. Post only moves it to {to}.',
  post_only_rejects: '{price} would trade with the bid at {best_bid}. The engine rejects it.',
  meets_own_buy: (params) => `It meets ${ownBuysInForecast(params)}: ${tellOverlap(params)}.`,
  may_meet_own_buy: (params) => `It may meet ${ownBuysInForecast(params)}. Then ${tellOverlap(params)}.`,
  may_reach_own_buy: (params) =>
    `Past the bids above it may meet ${ownBuysInForecast(params)}. Then ${tellOverlap(params)}.`,
  below_own_buys: 'Then {amount} {unit} go to lower bids, not shown.',
  fires_into_own_buy: (params) =>
    `When it fires it may meet ${ownBuysInForecast(params)}. Then ${tellOverlap(params, 'it')}.`,
  linked_into_own: (params) =>
    `Once placed, linked order {place} may meet ${ownBuysInForecast(params)}. Then ${tellOverlap(params, 'it')}.`,
  partner_meets_own_buy: (params) =>
    `The linked order may meet ${ownBuysInForecast(params)}. Then ${tellOverlap(params, 'both orders')}.`,
  own_buys_unread: 'Your open orders can’t be read now. A buy of your own may be in the way.',
  subaccounts_unseen: (params) =>
    `Buys of your subaccounts are not known here. If it meets one, ${tellOverlap({ ...params, own_count: '1' })}.`,
  partner_rejects: 'The linked order at {price} would trade at once at {touch}. The engine rejects both.',
  partner_trades: 'The linked order trades at once at {touch}. That cancels this one.',
  partner_may_trade: ({ condition }) =>
    `The linked order may trade at once at {touch}: ${nameCut(condition)} what is left of this one.`,
  partner_meets_sell:
    'The linked order buys up to this one’s price, {price}. An account can’t trade with itself: this one is cancelled.',
  partner_ends: 'The linked order ends at once, filled or not. That cancels what this one has not sold.',
  placed_trades: 'As this one fills, linked order {place} reaches {touch} and trades at once.',
  placed_meets_sell:
    'Linked order {place} reaches this one’s price, {price}. The service rejects it or cancels what remains of this one.',
  placed_rejected: 'As this one fills, linked order {place} would trade at {touch}. The engine rejects it.',
  placed_ends: 'As this one fills, linked order {place} ends at once: it can’t rest.',
  partner_moved: 'Post only moves the linked order from {from} to {to}.',
  fills_at_touch: ({ amount, total }) =>
    amount === total
      ? 'Sells {amount} {unit} at once to the bid at {best_bid}.'
      : 'Sells {amount} of {total} {unit} at once to the bid at {best_bid}.',
  touch_size_unknown: 'Trades with the best bid {best_bid}, of unknown size.',
  beyond_touch: 'The other {remainder} {unit} go to lower bids, not shown.',
  rests: 'Rests on the book: {amount} {unit} at {price}.',
  rests_above_band: 'The band ends at {max_price}. Nobody can buy here until it moves up.',
  remainder_rests: 'What is left rests on the book at {price}.',
  remainder_rests_at_fill: 'What is left rests at its last sale price.',
  remainder_cancelled: 'What finds no bid is cancelled.',
  may_be_killed: 'The best bid shows {visible} of {amount} {unit}. Without enough lower bids nothing is sold.',
  nothing_to_trade_with: 'There is no bid. The engine cancels it.',
  bid_below_price: 'The best bid, {best_bid}, is below {price}. The engine cancels it.',
  no_more_than_position: 'Sells no more than your position. Without one the service rejects it.',
  until_end_of_day: 'Ends at the next settlement, 08:00 UTC.',
  iceberg: ({ slices, refreshes }) =>
    slices === '1'
      ? 'Shows all of it: {display} {unit}.'
      : `Shows {display} {unit} at a time: {slices} slices, refreshed ${refreshes === '1' ? 'once' : '{refreshes} times'}, the last of {last} {unit}.`,
  iceberg_rest: ({ slices }) =>
    slices === '1'
      ? 'What rests is shown whole.'
      : 'Shows {display} {unit} of what rests at a time, in {slices} slices at most.',
  hidden_pays_taker: ({ fee }) => `The hidden part fills as a taker: ${feeWord(fee)} up to {fee} {currency}.`,
  triggers_other: ({ children, condition }) =>
    `After ${nameCondition(condition)} it places {children} linked ${children === '1' ? 'order' : 'orders'}.`,
  cancels_other: ({ condition }) =>
    `The linked order is placed at once with this one. ${nameEither(condition, 'either')} the other.`,
  triggers_pair: ({ condition }) =>
    `After ${nameCondition(condition)} it places {children} linked orders. ${nameEither(condition, 'one')} the other${condition === 'complete_fill' ? '. Until then both may fill' : ''}.`,
  fee_maker: ({ fee }) => `Maker ${feeWord(fee)} about {fee} {currency}.`,
  fee_shown: ({ fee }) => `Maker ${feeWord(fee)} of the {display} {unit} shown about {fee} {currency}.`,
  fee_taker: ({ fee }) => `Taker ${feeWord(fee)} about {fee} {currency}.`,
  fee_elsewhere: ({ maker, taker, block }) => {
    const ways = [
      ...(maker === '' ? [] : [`as a maker ${feeWord(maker)} {maker}`]),
      ...(taker === '' ? [] : [`as a taker ${feeWord(taker)} {taker}`]),
      ...(block === '' ? [] : [`as a block from {minimum} {unit} ${feeWord(block)} {block}`]),
    ];
    const [first = '', ...others] = ways;
    return `${[first.replace('as', 'As'), ...others].join(', ')} {currency}.`;
  },
  premium: ({ usd }) => `Premium {premium} {currency}${usd === '' ? '' : ' ({usd} USD)'}.`,
  legs_bear: 'Its legs pay the fees and carry the delta. Neither is forecast here.',
  premium_paid: ({ usd }) => `You pay {premium} {currency}${usd === '' ? '' : ' ({usd} USD)'}.`,
  notional: (params) => `Worth ${nameWorth(params)}.`,
  underlying: (params) => `Worth (underlying) ${nameWorth(params)}.`,
  delta_after_fill: 'Delta when filled {delta} {currency} at the present mark.',
  delta_net_of_premium: 'Delta when filled {delta} {currency}, {net_delta} net of the premium, at the present mark.',
  // Named as the account panel names them, the figure that it shows first.
  account_delta: ({ before, after, total_before, total_after, total_currency, currency, index }) => {
    const total = 'Delta total {total_before} → {total_after} {total_currency}';
    const ofIndex = `Black-Scholes${index === '' ? '' : ' of {index}'} {before} → {after} {currency}`;
    if (total_before === '') return `${ofIndex}.`;
    const isSame = before === total_before && after === total_after && currency === total_currency;
    return before === '' || isSame ? `${total}.` : `${total}; ${ofIndex}.`;
  },
  credits: 'Uses {used} of {available} order credits.',
  limit_not_told: 'The account’s order limit is not known. Counted as {rate} a second, {burst} at once.',
  defaults: ({ fields }) => `By default: ${nameDefaults(fields)}.`,
};

function nameWorth({ usd, coins }: Params): string {
  return [usd === '' ? [] : '{usd} USD', coins === '' ? [] : '{coins} {currency}'].flat().join(', ');
}

/** On which fill of the one the others follow (contract, `trigger_fill_condition`). */
function nameCondition(condition: string | undefined): string {
  const names: Readonly<Record<string, string>> = {
    first_hit: 'its first fill',
    complete_fill: 'its complete fill',
    incremental: 'each fill, in proportion,',
  };
  return names[condition ?? ''] ?? `${condition}`;
}

/** What the fills of one of two orders do to the other, as the begin of a sentence. */
function nameEither(condition: string | undefined, which: string): string {
  const names: Readonly<Record<string, string>> = {
    first_hit: `The first fill of ${which} cancels`,
    complete_fill: `Only a complete fill of ${which} cancels`,
    incremental: `Each fill of ${which} cuts, in proportion,`,
  };
  return names[condition ?? ''] ?? `After ${condition} ${which} cancels`;
}

/** What holds where a field of the draft is left open. */
const DEFAULTS: Readonly<Record<string, string>> = {
  mmp: 'no MMP',
  trigger_fill_condition: 'the first fill counts',
};

function nameDefaults(fields: string | undefined): string {
  return (fields ?? '')
    .split(' ')
    .map((field) => DEFAULTS[field] ?? field)
    .join(', ');
}

/** What the fills of the other order do to this one. */
function nameCut(condition: string | undefined): string {
  const cuts: Readonly<Record<string, string>> = {
    first_hit: 'its first fill cancels',
    complete_fill: 'its complete fill cancels',
    incremental: 'each fill cuts, in proportion,',
  };
  return cuts[condition ?? ''] ?? `after ${condition} it cancels`;
}

function feeWord(fee: string | undefined): string {
  return fee?.startsWith('-') === true ? 'rebate' : 'fee';
}

/** Params that are prices of the instrument, written with its places. */
const PRICE_PARAMS = new Set([
  'from',
  'to',
  'price',
  'best_bid',
  'own_price',
  'own_lowest',
  'touch',
  'trigger_price',
  'watched_price',
  'fires_at',
]);
const TRIGGER_PARAMS = new Set(['trigger_price', 'watched_price', 'fires_at']);
/** Told as a fee or a rebate: without a sign. */
const FEE_PARAMS = new Set(['fee', 'maker', 'taker', 'block']);
/** Of the whole account, which its own panel tells to as many places. */
const HELD_PARAMS = new Set(['before', 'after', 'total_before', 'total_after']);
const HELD_PLACES = 4;
const SIGNED_PARAMS = new Set(['delta', 'net_delta']);

/** A step of the forecast as a sentence in pieces; prices get `places` digits after the point. */
export function describeStep(step: Pick<ForecastStep, 'code' | 'params'>, places: number): Piece[] {
  const sentence = SENTENCES[step.code];
  const text = typeof sentence === 'string' ? sentence : sentence(step.params);
  return text.split(/(\{\w+\})/).flatMap((part): Piece[] => {
    if (part === '') return [];
    if (!part.startsWith('{')) return [{ text: part, isNumber: false }];
    const name = part.slice(1, -1);
    return [describeParam(name, step.params[name] ?? '', placesOf(name, step.params['trigger'], places))];
  });
}

function placesOf(name: string, trigger: string | undefined, places: number): number {
  if (!PRICE_PARAMS.has(name)) return 0;
  return TRIGGER_PARAMS.has(name) ? placesOfTrigger(trigger, places) : places;
}

function describeParam(name: string, value: string, places: number): Piece {
  const number = parseDecimal(value);
  if (number === null) return { text: value, isNumber: false };
  if (HELD_PARAMS.has(name)) return { text: formatHeld(number, { max: HELD_PLACES }, 'signed'), isNumber: true };
  const text = formatDecimal(number, { min: places });
  const isPlus = SIGNED_PARAMS.has(name) && !text.startsWith('−') && /[1-9]/.test(text);
  return { text: FEE_PARAMS.has(name) ? text.replace('−', '') : `${isPlus ? '+' : ''}${text}`, isNumber: true };
}

/** Steps that state a figure of the fill, one short sentence each: they are shown as one paragraph. */
const FIGURES: ReadonlySet<ForecastStepCode> = new Set([
  'fee_maker',
  'fee_taker',
  'fee_shown',
  'fee_elsewhere',
  'premium',
  'notional',
  'underlying',
  'delta_after_fill',
  'delta_net_of_premium',
  'account_delta',
  'credits',
  'defaults',
]);

/** The steps by the line they are shown on: each on its own, figures without a warning together. */
export function groupSteps(steps: readonly ForecastStep[]): readonly (readonly ForecastStep[])[] {
  const isFigure = ({ code, tone }: ForecastStep): boolean => tone === 'good' && FIGURES.has(code);
  const figures = steps.filter(isFigure);
  const lines = steps.filter((step) => !isFigure(step)).map((step) => [step]);
  return figures.length === 0 ? lines : [...lines, figures];
}
