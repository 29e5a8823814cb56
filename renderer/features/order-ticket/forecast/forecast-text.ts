import { parseDecimal } from '../../../../shared/decimal.ts';
import { nameTrigger } from '../../../ui/order-words/order-text.ts';
import type { ForecastStep, ForecastStepCode } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { formatHeld } from '../../../ui/words/format.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import { ownOrdersInForecast, tellOverlap } from './own-order-text.ts';
import { placesOfTrigger } from '../form/trigger-plan.ts';

/** A piece of a sentence; numbers are set apart in the mono face. */
export interface Piece {
  readonly text: string;
  readonly isNumber: boolean;
}

type Params = Readonly<Record<string, string>>;

/** Sentences with `{name}` where a number of the params stands. */
const SENTENCES: Record<ForecastStepCode, string | ((params: Params) => string)> = {
  waits_for_trigger: ({ trigger, fires, watched_price }) =>
    `Waits until ${nameTrigger(trigger)} is at or ${fires} {trigger_price}${watched_price === '' ? '' : '; now {watched_price}'}.`,
  follows_peak: ({ side, trigger, fires_at }) =>
    side === 'buy'
      ? `Follows ${nameTrigger(trigger)} down and fires when it rises {offset} from its lowest${fires_at === '' ? '' : ': at {fires_at} if it rose now'}.`
      : `Follows ${nameTrigger(trigger)} up and fires when it falls {offset} from its peak${fires_at === '' ? '' : ': at {fires_at} if it fell now'}.`,
  then_market: ({ side }) => `Then ${sideWords(side).does} at market.`,
  then_limit: 'Then goes to the book at {price}.',
  fired_post_only_moves: ({ side }) => {
    const { beyond, touch } = sideWords(side);
    return `If that would trade, post only moves it just ${beyond} the ${touch}.`;
  },
  fired_post_only_rejects: 'If that would trade, the engine rejects it.',
  priced_by_volatility: 'A volatility of {percent} % comes to {price} now.',
  priced_by_usd: '{usd} USD come to {price} now.',
  reprices: 'The engine moves its price with the market.',
  clamped_to_band: ({ side }) =>
    `{from} is ${sideWords(side).short} the band. The engine ${side === 'buy' ? 'lowers' : 'raises'} it to {to} or rejects it.`,
  post_only_moves_price: ({ side }) =>
    `{from} would trade with the ${sideWords(side).touch} at {touch}. Post only moves it to {to}.`,
  post_only_rejects: ({ side }) =>
    `{price} would trade with the ${sideWords(side).touch} at {touch}. The engine rejects it.`,
  meets_own_order: (params) => `It meets ${ownOrdersInForecast(params)}: ${tellOverlap(params)}.`,
  may_meet_own_order: (params) => `It may meet ${ownOrdersInForecast(params)}. Then ${tellOverlap(params)}.`,
  may_reach_own_order: (params) =>
    `Past the ${params['own_side'] === 'sell' ? 'asks below' : 'bids above'} it may meet ${ownOrdersInForecast(params)}. Then ${tellOverlap(params)}.`,
  behind_own_orders: ({ side }) => `Then {amount} {unit} go to ${sideWords(side).deeper}, not shown.`,
  fires_into_own_order: (params) =>
    `When it fires it may meet ${ownOrdersInForecast(params)}. Then ${tellOverlap(params, 'it')}.`,
  linked_into_own: (params) =>
    `Once placed, linked order {place} may meet ${ownOrdersInForecast(params)}. Then ${tellOverlap(params, 'it')}.`,
  partner_meets_own_order: (params) =>
    `The linked order may meet ${ownOrdersInForecast(params)}. Then ${tellOverlap(params, 'both orders')}.`,
  own_orders_unread: ({ own_side }) =>
    `Your open orders can’t be read now. A ${sideWords(own_side).name} of your own may be in the way.`,
  subaccounts_unseen: (params) =>
    `${sideWords(params['own_side']).Does} of your subaccounts are not known here. If it meets one, ${tellOverlap({ ...params, own_count: '1' })}.`,
  partner_rejects: 'The linked order at {price} would trade at once at {touch}. The engine rejects both.',
  partner_trades: 'The linked order trades at once at {touch}. That cancels this one.',
  partner_may_trade: ({ condition }) =>
    `The linked order may trade at once at {touch}: ${nameCut(condition)} what is left of this one.`,
  partner_meets_order: ({ side }) =>
    `The linked order ${sideWords(side).met} this one’s price, {price}. An account can’t trade with itself: this one is cancelled.`,
  partner_ends: ({ side }) =>
    `The linked order ends at once, filled or not. That cancels what this one has not ${sideWords(side).done}.`,
  placed_trades: 'As this one fills, linked order {place} reaches {touch} and trades at once.',
  placed_meets_order:
    'Linked order {place} reaches this one’s price, {price}. The service rejects it or cancels what remains of this one.',
  placed_rejected: 'As this one fills, linked order {place} would trade at {touch}. The engine rejects it.',
  placed_ends: 'As this one fills, linked order {place} ends at once: it can’t rest.',
  partner_moved: 'Post only moves the linked order from {from} to {to}.',
  fills_at_touch: ({ side, amount, total }) => {
    const { Does, touch } = sideWords(side);
    const what = amount === total ? '{amount} {unit}' : '{amount} of {total} {unit}';
    return `${Does} ${what} at once ${side === 'buy' ? 'from' : 'to'} the ${touch} at {touch}.`;
  },
  touch_size_unknown: ({ side }) => `Trades with the best ${sideWords(side).touch} {touch}, of unknown size.`,
  beyond_touch: ({ side }) => `The other {remainder} {unit} go to ${sideWords(side).deeper}, not shown.`,
  rests: 'Rests on the book: {amount} {unit} at {price}.',
  rests_beyond_band: ({ side }) =>
    `The band ends at {edge}. Nobody can ${side === 'buy' ? 'sell here until it moves down' : 'buy here until it moves up'}.`,
  remainder_rests: 'What is left rests on the book at {price}.',
  remainder_rests_at_fill: ({ side }) =>
    `What is left rests at its last ${side === 'buy' ? 'purchase' : 'sale'} price.`,
  remainder_cancelled: ({ side }) => `What finds no ${sideWords(side).touch} is cancelled.`,
  may_be_killed: ({ side }) => {
    const { touch, deeper, done } = sideWords(side);
    return `The best ${touch} shows {visible} of {amount} {unit}. Without enough ${deeper} nothing is ${done}.`;
  },
  nothing_to_trade_with: ({ side }) => `There is no ${sideWords(side).touch}. The engine cancels it.`,
  touch_out_of_reach: ({ side }) => {
    const { touch, short } = sideWords(side);
    return `The best ${touch}, {touch}, is ${short} {price}. The engine cancels it.`;
  },
  no_more_than_position: ({ side }) =>
    `${sideWords(side).Does} no more than your ${side === 'buy' ? 'short ' : ''}position. Without one the service rejects it.`,
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
  'own_price',
  'own_last',
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
