import { decimal } from '../../../shared/decimal.ts';
import { orderRowSchema, type OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { instrumentSchema, type Instrument } from '../../../shared/service/instrument.ts';
import { tickerSchema, type Ticker } from '../../../shared/service/ticker.ts';

/** An inverse perpetual with a tick of 0.5 and contracts of 10 USD. */
export const PERPETUAL: Instrument = instrumentSchema.parse({
  instrument_name: 'BTC-PERPETUAL',
  kind: 'future',
  base_currency: 'BTC',
  quote_currency: 'USD',
  counter_currency: 'USD',
  settlement_currency: 'BTC',
  settlement_period: 'perpetual',
  is_active: true,
  creation_timestamp: 1,
  expiration_timestamp: 32_503_708_800_000,
  contract_size: 10,
  min_trade_amount: 10,
  tick_size: 0.5,
  instrument_type: 'reversed',
});

/** An inverse option whose tick grows from 0.0001 to 0.0005 above 0.005. */
export const OPTION: Instrument = instrumentSchema.parse({
  ...PERPETUAL,
  instrument_name: 'BTC-27MAR27-100000-C',
  kind: 'option',
  quote_currency: 'BTC',
  settlement_period: 'month',
  expiration_timestamp: 1_806_134_400_000,
  contract_size: 1,
  min_trade_amount: 0.1,
  tick_size: 0.0001,
  tick_size_steps: [{ above_price: 0.005, tick_size: 0.0005 }],
  strike: 100_000,
  option_type: 'call',
});

/** A pair of two coins: its index is in the second one, too. */
export const PAIR_OF_COINS: Instrument = instrumentSchema.parse({
  ...PERPETUAL,
  instrument_name: 'ETH_BTC',
  kind: 'spot',
  base_currency: 'ETH',
  quote_currency: 'BTC',
  counter_currency: 'BTC',
  price_index: 'eth_btc',
  tick_size: 0.00001,
});

/** A spread of two futures: its price is their difference, and may be below zero. */
export const SPREAD: Instrument = instrumentSchema.parse({
  ...PERPETUAL,
  instrument_name: 'BTC-FS-27MAR27_PERP',
  kind: 'future_combo',
});

export const TICKER: Ticker = tickerSchema.parse({
  instrument_name: 'BTC-PERPETUAL',
  timestamp: 1,
  state: 'open',
  stats: { high: 98_120, low: 95_310.5, price_change: -1.76, volume: 10 },
  best_bid_price: 97_410,
  best_bid_amount: 84_210,
  best_ask_price: 97_410.5,
  best_ask_amount: 12_900,
  mark_price: 97_411.2,
  index_price: 97_412.55,
});

/** A market for the option, 12 months from its expiry. */
export const OPTION_TICKER: Ticker = tickerSchema.parse({
  ...TICKER,
  instrument_name: 'BTC-27MAR27-100000-C',
  best_bid_price: 0.0745,
  best_bid_amount: 12,
  best_ask_price: 0.0755,
  best_ask_amount: 12,
  mark_price: 0.0751,
  mark_iv: 54,
  index_price: 97_412.55,
  underlying_price: 99_000,
  underlying_index: 'BTC-27MAR27',
});

/** A year of service time before the option expires. */
export const OPTION_NOW_MS = 1_806_134_400_000 - 365 * 86_400_000;

/** A row of the orders grid as it is while its order is on its way. */
export const SENDING_ROW: OrderRow = orderRowSchema.parse({
  intent_id: 'intent-1',
  label: 'hedge-nov',
  instrument_name: 'BTC-PERPETUAL',
  currency: 'BTC',
  direction: 'sell',
  type: 'limit',
  time_in_force: 'good_til_cancelled',
  post_only: true,
  reduce_only: false,
  amount: 50_000,
  price: 97_410,
  advanced: null,
  display_amount: null,
  trigger: null,
  trigger_price: null,
  trigger_offset: null,
  linked_order_type: null,
  expected: null,
  outcome: 'sending',
  order: null,
  refusal: null,
  notices: [],
  created_at: 1_000_000,
  decided_at: null,
  valid_until: 1_005_000,
});

/** The same row with its order on the book at 97,410.5. */
export const OPEN_ROW: OrderRow = orderRowSchema.parse({
  ...SENDING_ROW,
  outcome: 'accepted',
  decided_at: 1_000_100,
  order: {
    order_id: '1',
    order_state: 'open',
    order_type: 'limit',
    time_in_force: 'good_til_cancelled',
    instrument_name: 'BTC-PERPETUAL',
    creation_timestamp: 1,
    last_update_timestamp: 1,
    direction: 'sell',
    price: 97_410.5,
    post_only: true,
    amount: 50_000,
    filled_amount: 0,
  },
});

export const ASK = decimal('97410.5');

/** How an answered check is read by who knows what is missing. */
export const SEEN = {
  pressedAtMs: 0,
  isCurrent: true,
  isMissingTold: true,
  instrument: PERPETUAL,
  sizeUnit: 'amount',
} as const;
