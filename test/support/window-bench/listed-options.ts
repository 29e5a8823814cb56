import type { Instrument } from '../../../shared/service/instrument.ts';
import { valueOption, yearsUntil } from '../../../shared/options/black76.ts';
import { tickerSchema } from '../../../shared/service/ticker.ts';
import { systemClock } from '../../../electron/clock.ts';
import type { Catalog } from '../../../electron/market/catalog.ts';
import { type Chains, createChains } from '../../../electron/market/chains.ts';
import { createServiceClock } from '../../../electron/service/service-clock.ts';
import { instrumentOf } from '../records/rfq-records.ts';
import { perpetualTicker } from '../records/records.ts';
import { type BenchMarket, quoteOf } from './market.ts';
import { type BenchState, serviceNow } from './state.ts';

/** Far enough for any day that tests run on; the near one is the calm market's. */
export const EXPIRIES = ['27DEC30', '28MAR31'] as const;
/** Calm: over years, prices spread no farther than these strikes. */
const VOLATILITY = 0.2;
const PAIRS = [
  { pair: 'BTC', index: 97_412.55, forward: 99_000, first: 50_000, step: 10_000 },
  { pair: 'ETH', index: 3401.2, forward: 3420, first: 1800, step: 300 },
] as const;
const STRIKES = 16;
/** What models count from: values stand still, whatever day it is. */
const VALUED_AT_MS = Date.UTC(2026, 10, 21, 9);
const TICK = 0.0001;

/** Options of each pair by strike and expiry, with values that fit one another, and a dated future of each. */
export function listChain({ instruments, quotes }: BenchMarket): void {
  const add = (instrument: Instrument, ticker: Record<string, unknown>): void => {
    const name = instrument.instrument_name;
    instruments.set(name, instrument);
    quotes.set(name, quoteOf(tickerSchema.parse({ ...perpetualTicker(), ...ticker, instrument_name: name })));
  };
  for (const { pair, index, forward, first, step } of PAIRS) {
    // Of a block that the calm market's own perpetual says nothing of.
    const known = instruments.get(`${pair}-PERPETUAL`);
    const perpetual = instrumentOf(`${pair}-PERPETUAL`);
    instruments.set(perpetual.instrument_name, { ...perpetual, ...known, ...blockRulesOf(perpetual) });
    for (const expiry of EXPIRIES) {
      add(instrumentOf(`${pair}-${expiry}`), {
        index_price: index,
        mark_price: forward,
        best_bid_price: forward - 10,
        best_ask_price: forward + 10,
        min_price: forward * 0.9,
        max_price: forward * 1.1,
      });
      for (let at = 0; at < STRIKES; at += 1) {
        for (const letter of ['C', 'P']) {
          const instrument = instrumentOf(`${pair}-${expiry}-${first + at * step}-${letter}`, {
            tick_size_steps: [{ above_price: 0.005, tick_size: 0.0005 }],
            block_trade_min_trade_amount: pair === 'BTC' ? 25 : 250,
          });
          add(instrument, priceOption(instrument, index, forward));
        }
      }
    }
  }
}

function blockRulesOf({ block_trade_tick_size, block_trade_min_trade_amount }: Instrument) {
  return { block_trade_tick_size, block_trade_min_trade_amount };
}

function priceOption(instrument: Instrument, index: number, forward: number): Record<string, unknown> {
  const { price, ...greeks } = valueOption({
    type: instrument.option_type === 'put' ? 'put' : 'call',
    forward,
    strike: Number(instrument.strike),
    volatility: VOLATILITY,
    years: yearsUntil(instrument.expiration_timestamp ?? 0, VALUED_AT_MS),
  });
  const inCoin = price / forward;
  const bid = Math.max(TICK, (Math.floor(inCoin / TICK / 5) * 5 - 5) * TICK);
  const round = (value: number) => Number(value.toFixed(4));
  return {
    index_price: index,
    underlying_price: forward,
    underlying_index: 'SYN',
    interest_rate: 0,
    mark_price: round(inCoin),
    mark_iv: VOLATILITY * 100,
    bid_iv: VOLATILITY * 100 - 1,
    ask_iv: VOLATILITY * 100 + 1,
    best_bid_price: round(bid),
    best_bid_amount: 30,
    best_ask_price: round(bid + 10 * TICK),
    best_ask_amount: 30,
    min_price: TICK,
    max_price: round(inCoin + 0.2),
    last_price: null,
    greeks,
  };
}

/** The product's own chains over what the state lists. */
export function chainsOf(state: BenchState): Chains {
  const catalog = {
    list: () => ({ state: 'listed', failure: null }),
    all: () => [...state.instruments.values()],
    peek: (name: string) => {
      const instrument = state.instruments.get(name);
      return instrument === undefined ? null : { instrument, ageMs: 0 };
    },
  } as unknown as Catalog;
  return createChains({
    catalog,
    cache: { get: () => undefined, all: () => [], put: () => undefined },
    clock: systemClock,
    serviceClock: { ...createServiceClock(systemClock), now: () => serviceNow(state) },
    budget: { mayProbe: () => false } as never,
    priceOf: () => Promise.resolve(null),
  });
}
