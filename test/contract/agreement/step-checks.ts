import {
  add,
  compare,
  type DecimalString,
  divide,
  isPositive,
  multiply,
  negate,
  parseDecimal,
  roundToPlaces,
  subtract,
  sum,
} from '../../../shared/decimal.ts';
import { estimateFee } from '../../../shared/orders/fees.ts';
import type { ForecastStep, ForecastStepCode } from '../../../shared/orders/forecast/forecast-schema.ts';
import { HELD_DELTA } from './facts.ts';
import {
  type Outcome,
  text,
  same,
  sameNumber,
  near,
  filledOf,
  left,
  hangsOnOwnBuy,
  partnerOf,
  endsWith,
} from './outcome.ts';

type Check = (params: ForecastStep['params'], outcome: Outcome) => string[];

const ends =
  (...states: readonly string[]): Check =>
  (_params, { order }) =>
    states.includes(order.order_state) ? [] : [`the forecast says ${states.join(' or ')}, not ${order.order_state}`];

const isCancelledWhole: Check = (params, outcome) => [
  ...ends('cancelled')(params, outcome),
  ...same('trades', 0, outcome.trades.length),
];

/** A figure for the trader that no reply has a field for; what it is computed from is checked elsewhere. */
const figure: Check = () => [];

const linksTo: Check = ({ condition }, { order }) => same('fill condition', condition, order.trigger_fill_condition);
const secondaries: Check = (params, outcome) => [
  ...linksTo(params, outcome),
  ...same('children', params['children'], String(outcome.order.oto_order_ids?.length)),
];

/** What the order trades with first. */
function touchOf({ draft, quoted: { ticker } }: Outcome) {
  return draft.direction === 'sell'
    ? { price: ticker.best_bid_price, amount: ticker.best_bid_amount }
    : { price: ticker.best_ask_price, amount: ticker.best_ask_amount };
}

/** The amount, below zero where it is sold. */
function signed({ draft }: Outcome, amount: DecimalString): DecimalString {
  return draft.direction === 'sell' ? negate(amount) : amount;
}

/** Coins of a future that was filled, an inverse one's counted at the mark; null where there is nothing to compare. */
function filledCoins({ order, quoted: { instrument, ticker } }: Outcome) {
  if (order.order_state !== 'filled' || instrument.kind !== 'future') return null;
  const filled = order.amount ?? text('0');
  if (instrument.instrument_type === 'linear') return filled;
  return ticker.mark_price == null ? null : divide(filled, ticker.mark_price);
}

/** What the placed amount is worth, by the unit that the service counts it in: dollars, or coins at the index. */
const compareWorth: Check = ({ usd, coins }, { order, quoted: { instrument, ticker } }) => {
  const amount = order.amount ?? text('0');
  const isInverse = instrument.instrument_type !== 'linear';
  if (instrument.kind === 'spot' && !instrument.quote_currency.startsWith('USD')) return same('worth in USD', '', usd);
  if (instrument.kind === 'future_combo' && isInverse) {
    const inCoins = ticker.index_price == null ? [] : near('coins', coins, divide(amount, ticker.index_price));
    return [...sameNumber('worth', usd, amount), ...inCoins];
  }
  if (instrument.kind === 'future' && isInverse) return sameNumber('worth', usd, amount);
  const inCoins = sameNumber('coins', coins, amount);
  if (instrument.kind !== 'option' || ticker.index_price == null) return inCoins;
  return [...inCoins, ...sameNumber('worth', usd, roundToPlaces(multiply(amount, ticker.index_price), 2))];
};

/** What came in, where all of it went at the touch: below zero where it was paid. */
const comparePremium: Check = ({ premium }, outcome) => {
  const { order, trades } = outcome;
  const atTouch = trades.every(({ price }) => price === touchOf(outcome).price);
  if (order.order_state !== 'filled' || !atTouch) return [];
  const worth = sum(trades.map(({ amount, price }) => multiply(amount, price)));
  return near('premium', premium, negate(signed(outcome, worth)));
};

/** A taker's fee for what rests and is not shown, where it rests; of what bids may take a part of, at most. */
const compareHidden: Check = ({ fee }, { draft, forecast, fees, order, quoted: { instrument, ticker } }) => {
  if (order.order_state !== 'open' || order.price === 'market_price') return [];
  const hidden = subtract(subtract(order.amount ?? text('0'), filledOf(order)), order.display_amount ?? text('0'));
  const price = order.price ?? text('1');
  const due = estimateFee(instrument, 'taker', hidden, price, ticker.index_price ?? null, fees, draft.direction);
  const isMost = forecast.steps.some(({ code }) => code === 'iceberg_rest');
  if (isMost && compare(text(fee ?? '0'), due?.fee ?? text('0')) > 0) return [];
  return near('fee of the hidden part', fee, due?.fee ?? text('0'));
};

/** What the order or its trades must show where the forecast has a step. */
export const STEP_CHECKS: Readonly<Record<ForecastStepCode, Check>> = {
  waits_for_trigger: (params, { order }) => [
    ...same('trigger', params['trigger'], order.trigger),
    ...sameNumber('trigger price', params['trigger_price'], order.trigger_price),
    ...same('triggered', false, order.triggered),
  ],
  follows_peak: (params, { order }) => [
    ...same('trigger', params['trigger'], order.trigger),
    ...sameNumber('trigger offset', params['offset'], order.trigger_offset),
    ...sameNumber('trigger price', params['fires_at'], order.trigger_price),
  ],
  then_market: (_params, { order }) => same('price', 'market_price', order.price),
  then_limit: (params, { order }) => sameNumber('limit', params['price'], order.price),
  fired_post_only_moves: (_params, { order }) => [
    ...same('post only', true, order.post_only),
    ...same('reject', false, order.reject_post_only),
  ],
  fired_post_only_rejects: (_params, { order }) => same('reject', true, order.reject_post_only),
  priced_by_volatility: (params, { order }) => [
    ...same('advanced', 'implv', order.advanced),
    ...sameNumber('volatility', params['percent'], order.implv),
  ],
  priced_by_usd: (params, { order }) => [
    ...same('advanced', 'usd', order.advanced),
    ...sameNumber('USD', params['usd'], order.usd),
  ],
  reprices: (_params, { draft, order }) => same('advanced', draft.advanced, order.advanced),
  clamped_to_band: (params, { draft, forecast, quoted, order }) => [
    ...sameNumber(
      'edge of the band',
      params['to'],
      draft.direction === 'sell' ? quoted.ticker.min_price : quoted.ticker.max_price,
    ),
    ...(forecast.steps.some(({ code }) => code === 'post_only_moves_price')
      ? []
      : sameNumber('clamped price', params['to'], order.price)),
  ],
  post_only_moves_price: (params, { order }) => [
    ...same('post only', true, order.post_only),
    ...sameNumber('moved price', params['to'], order.price),
  ],
  post_only_rejects: () => ['the forecast says refused, the order was placed'],
  meets_own_order: ({ mode }) => same('mode of what is taken', 'cancel_maker', mode),
  may_meet_own_order: () => [],
  may_reach_own_order: () => [],
  behind_own_orders: ({ amount }, { order }) => sameNumber('amount', amount, order.amount),
  fires_into_own_order: (_params, { order }) => same('triggered', false, order.triggered),
  // Held against the engine by itself (test/unit/shared/orders/linked-own.test.ts).
  linked_into_own: () => [],
  subaccounts_unseen: () => [],
  own_orders_unread: () => [],
  partner_meets_own_order: () => [],
  partner_rejects: () => ['the forecast says refused, the order was placed'],
  partner_trades: (params, outcome) => {
    const { filled_amount } = partnerOf(outcome) ?? {};
    const isFilled = isPositive(filled_amount ?? text('0')) ? [] : ['the partner did not trade'];
    return [...endsWith(outcome, 'cancelled'), ...isFilled];
  },
  partner_may_trade: ({ condition }, { order }) => same('fill condition', condition, order.trigger_fill_condition),
  partner_meets_order: (_params, outcome) => endsWith(outcome, 'cancelled'),
  partner_ends: (_params, outcome) => endsWith(outcome, 'cancelled', 'filled'),
  partner_moved: ({ to }, outcome) => sameNumber('price of the partner', to, partnerOf(outcome)?.price),
  fills_at_touch: (params, { order, trades }) => {
    const [first] = trades;
    const amount = text(params['amount'] ?? '0');
    const atTouch = sum(trades.filter(({ price }) => price === params['touch']).map((trade) => trade.amount));
    const isShort = compare(atTouch, amount) < 0 ? [`at the touch traded ${atTouch} of ${amount}`] : [];
    const isWhole = params['amount'] === params['total'];
    return [
      ...sameNumber('first trade', params['touch'], first?.price),
      ...isShort,
      ...(isWhole ? same('state', 'filled', order.order_state) : []),
    ];
  },
  beyond_touch: (params, outcome) =>
    // What the account itself has at the touch is none of it.
    hangsOnOwnBuy(outcome)
      ? []
      : sameNumber(
          'beyond the touch',
          params['remainder'],
          subtract(outcome.order.amount ?? text('0'), touchOf(outcome).amount ?? text('0')),
        ),
  touch_size_unknown: () => ['the simulator always says how much is bid and offered'],
  rests: (params, { order }) => [
    ...sameNumber('resting price', params['price'], order.price),
    ...sameNumber('resting amount', params['amount'], order.amount),
  ],
  rests_beyond_band: (params, { draft, quoted: { ticker } }) =>
    sameNumber('edge of the band', params['edge'], draft.direction === 'sell' ? ticker.max_price : ticker.min_price),
  remainder_rests: (params, { order }) => [
    ...ends('open', 'filled')(params, { order } as Outcome),
    ...sameNumber('price of the rest', params['price'], order.price),
  ],
  remainder_rests_at_fill: (params, outcome) => {
    const last = outcome.trades.at(-1);
    const atFill =
      outcome.order.order_state === 'open' ? sameNumber('last fill', last?.price, outcome.order.price) : [];
    return [...ends('open', 'filled')(params, outcome), ...atFill];
  },
  remainder_cancelled: (params, outcome) => [
    ...ends('cancelled', 'filled')(params, outcome),
    ...same('time in force', params['time_in_force'], outcome.order.time_in_force),
  ],
  may_be_killed: (params, outcome) => [
    ...ends('cancelled', 'filled')(params, outcome),
    ...same('time in force', 'fill_or_kill', outcome.order.time_in_force),
  ],
  nothing_to_trade_with: isCancelledWhole,
  touch_out_of_reach: isCancelledWhole,
  no_more_than_position: (_params, { order }) => same('reduce only', true, order.reduce_only),
  until_end_of_day: (_params, { order }) => same('time in force', 'good_til_day', order.time_in_force),
  iceberg: (params, outcome) => {
    const { order } = outcome;
    const display = text(params['display'] ?? '1');
    const shown = compare(display, left(outcome)) < 0 ? display : left(outcome);
    const whole = order.amount ?? text('0');
    const slices = parseDecimal(params['slices'] ?? '') ?? text('0');
    const before = multiply(display, subtract(slices, text('1')));
    const isLast = compare(before, whole) < 0 && compare(multiply(display, slices), whole) >= 0;
    return [
      ...sameNumber('visible part asked for', display, order.refresh_amount),
      ...(order.order_state === 'open' ? sameNumber('visible part', shown, order.display_amount) : []),
      ...(isLast ? [] : [`${slices} slices of ${display} do not make up ${whole}`]),
      ...sameNumber('last slice', params['last'], subtract(whole, before)),
    ];
  },
  iceberg_rest: (params, outcome) => {
    const { order } = outcome;
    const display = text(params['display'] ?? '1');
    const shown = compare(display, left(outcome)) < 0 ? display : left(outcome);
    const most = multiply(display, text(params['slices'] ?? '0'));
    return [
      ...sameNumber('visible part asked for', display, order.refresh_amount),
      ...(order.order_state === 'open' ? sameNumber('visible part', shown, order.display_amount) : []),
      ...(compare(left(outcome), most) > 0 ? [`${left(outcome)} rests, in more than ${params['slices']} slices`] : []),
    ];
  },
  hidden_pays_taker: compareHidden,
  // What the fill places is held against the engine by itself (test/unit/shared/orders/placed-by-fill.test.ts).
  placed_trades: () => [],
  placed_meets_order: () => [],
  placed_rejected: () => [],
  placed_ends: () => [],
  triggers_other: secondaries,
  cancels_other: (params, outcome) => [
    ...linksTo(params, outcome),
    ...same('OCO reference', 'string', typeof outcome.order.oco_ref),
  ],
  triggers_pair: (params, outcome) => [
    ...secondaries(params, outcome),
    ...same('primary of a pair', true, outcome.order.is_primary_otoco),
  ],
  fee_maker: (_params, { trades }) => same('trades of a maker', 0, trades.length),
  fee_shown: ({ display }, { order, trades }) => [
    ...same('trades of a maker', 0, trades.length),
    ...sameNumber('visible part', display, order.refresh_amount),
  ],
  fee_taker: (params, outcome) => {
    const { order, trades } = outcome;
    const atTouch = trades.every(({ price }) => price === touchOf(outcome).price);
    if (order.order_state !== 'filled' || !atTouch) return [];
    return near('taker fee', params['fee'], sum(trades.map(({ fee }) => fee ?? text('0'))));
  },
  fee_elsewhere: figure,
  premium: comparePremium,
  legs_bear: (_params, { quoted: { instrument } }) => same('combo', true, instrument.kind.endsWith('_combo')),
  premium_paid: ({ premium = '0' }, outcome) => comparePremium({ premium: negate(text(premium)) }, outcome),
  notional: compareWorth,
  underlying: compareWorth,
  delta_after_fill: (params, outcome) => {
    const coins = filledCoins(outcome);
    return coins === null ? [] : near('delta', params['delta'], signed(outcome, coins));
  },
  delta_net_of_premium: figure,
  account_delta: (params, outcome) => {
    const { instrument, ticker } = outcome.quoted;
    const coins = filledCoins(outcome);
    if (coins === null || ticker.mark_price == null) return [];
    const worth = instrument.instrument_type === 'linear' ? multiply(coins, ticker.mark_price) : coins;
    return [
      ...near('account delta', params['after'], add(HELD_DELTA.delta, signed(outcome, coins))),
      ...near('delta total', params['total_after'], add(HELD_DELTA.total, signed(outcome, worth))),
    ];
  },
  limit_not_told: () => ['the limit is told'],
  credits: (params) => same('credits used', '1', params['used']),
  defaults: ({ fields = '' }, { order }) => [
    ...(fields.includes('mmp') ? same('mmp', false, order.mmp) : []),
    ...(fields.includes('trigger_fill_condition')
      ? same('fill condition', 'first_hit', order.trigger_fill_condition)
      : []),
  ],
};
