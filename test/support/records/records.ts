import { instrumentSchema, type Instrument } from '../../../shared/service/instrument.ts';
import { orderSchema, type Order } from '../../../shared/service/order.ts';
import { tickerSchema, type Ticker } from '../../../shared/service/ticker.ts';
import { type ChildDraft, EMPTY_DRAFT, type OrderDraft } from '../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type OrderFacts } from '../../../shared/orders/facts.ts';

/** The inverse perpetual, as the service describes it. */
export function perpetual(changes: Record<string, unknown> = {}): Instrument {
  return instrumentSchema.parse({
    instrument_name: 'BTC-PERPETUAL',
    kind: 'future',
    base_currency: 'BTC',
    quote_currency: 'USD',
    settlement_currency: 'BTC',
    settlement_period: 'perpetual',
    is_active: true,
    state: 'open',
    creation_timestamp: 1_534_167_754_000,
    expiration_timestamp: 32_503_708_800_000,
    contract_size: 10,
    min_trade_amount: 10,
    tick_size: 0.5,
    tick_size_steps: [],
    maker_commission: 0.00015,
    taker_commission: 0.00035,
    instrument_type: 'reversed',
    ...changes,
  });
}

/** An inverse option whose tick changes at 0.005. */
export function option(changes: Record<string, unknown> = {}): Instrument {
  return instrumentSchema.parse({
    instrument_name: 'BTC-27MAR27-100000-C',
    kind: 'option',
    option_type: 'call',
    strike: 100_000,
    base_currency: 'BTC',
    quote_currency: 'BTC',
    settlement_currency: 'BTC',
    settlement_period: 'month',
    is_active: true,
    state: 'open',
    creation_timestamp: 1_700_000_000_000,
    expiration_timestamp: Date.UTC(2027, 2, 27, 8),
    contract_size: 1,
    min_trade_amount: 0.1,
    tick_size: 0.0001,
    tick_size_steps: [{ above_price: 0.005, tick_size: 0.0005 }],
    maker_commission: 0.0003,
    taker_commission: 0.0003,
    instrument_type: 'reversed',
    ...changes,
  });
}

export function perpetualTicker(changes: Record<string, unknown> = {}): Ticker {
  return tickerSchema.parse({
    instrument_name: 'BTC-PERPETUAL',
    timestamp: Date.UTC(2026, 10, 21, 9),
    state: 'open',
    stats: { high: 98_120, low: 95_310.5, price_change: 1.76, volume: 3100, volume_usd: 250_344_880 },
    best_bid_price: 97_410,
    best_bid_amount: 84_210,
    best_ask_price: 97_410.5,
    best_ask_amount: 12_900,
    index_price: 97_412.55,
    min_price: 95_948,
    max_price: 98_873,
    mark_price: 97_411.2,
    last_price: 97_410.5,
    open_interest: 1_040_000_000,
    ...changes,
  });
}

export function optionTicker(changes: Record<string, unknown> = {}): Ticker {
  return tickerSchema.parse({
    instrument_name: 'BTC-27MAR27-100000-C',
    timestamp: Date.UTC(2026, 10, 21, 9),
    state: 'open',
    stats: { high: null, low: null, price_change: null, volume: 0 },
    best_bid_price: 0.0745,
    best_bid_amount: 12,
    best_ask_price: 0.0755,
    best_ask_amount: 8,
    index_price: 97_412.55,
    min_price: 0.0001,
    max_price: 0.3,
    mark_price: 0.0751,
    greeks: { delta: 0.51, gamma: 0.00001, vega: 200, theta: -40, rho: 90 },
    ...changes,
  });
}

export function orderDraft(changes: Partial<OrderDraft> = {}): OrderDraft {
  return {
    ...EMPTY_DRAFT,
    instrument_name: 'BTC-PERPETUAL',
    amount: '50000',
    price: '97500',
    post_only: false,
    ...changes,
  };
}

/** A buy that takes the profit of a sell at 97,500. */
export function childDraft(changes: Partial<ChildDraft> = {}): ChildDraft {
  return {
    direction: 'buy',
    type: 'limit',
    amount: '50000',
    price: '97000',
    time_in_force: 'good_til_cancelled',
    post_only: false,
    reject_post_only: false,
    reduce_only: true,
    trigger: null,
    trigger_price: '',
    trigger_offset: '',
    label: '',
    ...changes,
  };
}

export function orderFacts(changes: Partial<OrderFacts> = {}): OrderFacts {
  return {
    instrument: perpetual(),
    instrumentAgeMs: 1000,
    lookUpCurrency: 'BTC',
    ticker: perpetualTicker(),
    tickerAgeMs: 200,
    isTickerStale: false,
    serviceNowMs: Date.UTC(2026, 10, 21, 9),
    roundTripMs: 20,
    isLabelInUse: () => false,
    lastEqualOrder: () => null,
    undecidedEqualLabel: () => null,
    lockedByLabel: null,
    tradingBlocked: null,
    orderCredits: 20,
    orderLimit: { rate: 5, burst: 20, isTold: true },
    fees: null,
    isMmpEnabled: null,
    heldDelta: null,
    ownBuys: [],
    ownSells: [],
    selfTradeMode: null,
    areOwnOrdersUnread: false,
    isSelfTradeExtended: false,
    guards: DEFAULT_GUARDS,
    ...changes,
  };
}

/** An order of the service that answers a sell. */
export function placedOrder(changes: Record<string, unknown> = {}): Order {
  return orderSchema.parse({
    order_id: 'BTC-1',
    order_state: 'open',
    order_type: 'limit',
    time_in_force: 'good_til_cancelled',
    instrument_name: 'BTC-PERPETUAL',
    creation_timestamp: Date.UTC(2026, 10, 21, 9),
    last_update_timestamp: Date.UTC(2026, 10, 21, 9),
    direction: 'sell',
    price: 97_500,
    label: 'mine',
    post_only: false,
    reduce_only: false,
    api: true,
    amount: 50_000,
    filled_amount: 0,
    average_price: 0,
    ...changes,
  });
}

/** A trade of all that `orderDraft` sells, at its price; time and label are given. */
export function soldTrade<Changes extends object>(changes: Changes) {
  return { trade_id: '1', order_id: 'BTC-1', direction: 'sell', amount: '50000', price: '97500', ...changes };
}
