import type { Best } from './book.ts';
import type { Exchange } from './exchange.ts';
import { impliedPercent } from './trade.ts';
import type { Venue } from './venue.ts';
import { power, roundPlaces } from '../fixed.ts';
import { amountNumber, gridDown, isCombo, priceNumber, type Instrument } from '../market/instrument.ts';
import type { Mark } from '../market/model.ts';
import { priceBand } from '../market/price-band.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An instrument as `public/get_instrument` gives it. */
export function instrumentRecord(venue: Venue): Record<string, unknown> {
  return { ...venue.instrument.fields, state: venue.state, is_active: venue.state === 'open' && venue.isActive };
}

/** An instrument's ticker (facts, section 4). An empty side is 0 for options, as recorded, else the contract's null. */
export function tickerRecord(exchange: Exchange, venue: Venue, nowMs: number): Fields {
  const { instrument } = venue;
  const mark = exchange.mark(instrument);
  const band = priceBand(instrument, mark);
  const bid = venue.book.best('buy');
  const ask = venue.book.best('sell');
  const nothing = instrument.kind === 'option' ? 0 : null;
  const record: Record<string, unknown> = {
    instrument_name: instrument.name,
    timestamp: nowMs,
    state: venue.state,
    stats: statistics(venue, mark, exchange, nowMs),
    best_bid_price: bid === null ? nothing : priceNumber(instrument, bid.priceUnits),
    best_bid_amount: bid === null ? 0 : amountNumber(instrument, bid.amountUnits),
    best_ask_price: ask === null ? nothing : priceNumber(instrument, ask.priceUnits),
    best_ask_amount: ask === null ? 0 : amountNumber(instrument, ask.amountUnits),
    index_price: mark.indexPrice,
    min_price: priceNumber(instrument, band.minUnits),
    max_price: priceNumber(instrument, band.maxUnits),
    mark_price: mark.price,
    last_price: venue.lastPriceUnits === null ? null : priceNumber(instrument, venue.lastPriceUnits),
  };
  if (instrument.kind !== 'spot') {
    record['estimated_delivery_price'] =
      venue.deliveryPrice ?? exchange.model.estimatedDeliveryPrice(instrument.indexName, exchange.timeMs);
  }
  // Nobody holds a combo or a spot pair: positions are in the legs, and coins are cash.
  if (instrument.kind === 'future' || instrument.kind === 'option') {
    record['open_interest'] = amountNumber(instrument, venue.openInterestUnits);
    record['settlement_price'] = venue.settlementPrice;
  } else if (isCombo(instrument)) {
    record['settlement_price'] = venue.settlementPrice;
  }
  if (venue.deliveryPrice !== null) record['delivery_price'] = venue.deliveryPrice;
  if (instrument.perpetual) {
    const funding = exchange.model.funding(instrument);
    record['funding_8h'] = funding.last8h;
    record['current_funding'] = funding.current;
    record['interest_value'] = roundPlaces(funding.interest, 10);
  }
  if (mark.option !== null) Object.assign(record, optionFields(exchange, venue, mark, bid, ask));
  return record;
}

function statistics(venue: Venue, mark: Mark, exchange: Exchange, nowMs: number) {
  const { instrument } = venue;
  const last = venue.lastPriceUnits === null ? null : priceNumber(instrument, venue.lastPriceUnits);
  const figures = venue.statistics.figures(last, nowMs);
  const price = (value: number | null) =>
    value === null ? null : priceNumber(instrument, gridDown(instrument, value * power(instrument.pricePlaces) + 1e-6));
  const stats = {
    high: price(figures.high),
    low: price(figures.low),
    price_change: figures.changePercent === null ? null : roundPlaces(figures.changePercent, 4),
  };
  if (countsUsd(instrument)) {
    const usd = Math.round(figures.volume);
    return { ...stats, volume: roundPlaces(figures.counterVolume, 8), volume_usd: usd, volume_notional: usd };
  }
  const inUsd = instrument.settlement === 'USDC' ? 1 : exchange.model.index(instrument.settlement);
  const usd = roundPlaces(figures.counterVolume * inUsd, 2);
  const volume = roundPlaces(figures.volume, instrument.amountPlaces);
  const isOfCoins = instrument.kind === 'option' && !instrument.linear;
  if (isOfCoins || isCombo(instrument)) return { ...stats, volume, volume_usd: usd };
  const notional = instrument.settlement === 'USDC' ? usd : roundPlaces(figures.counterVolume, 8);
  return { ...stats, volume, volume_usd: usd, volume_notional: notional };
}

function countsUsd(instrument: Instrument): boolean {
  return !instrument.linear && (instrument.kind === 'future' || instrument.kind === 'future_combo');
}

function optionFields(exchange: Exchange, venue: Venue, mark: Mark, bid: Best | null, ask: Best | null) {
  const { instrument } = venue;
  if (mark.option === null || instrument.option === null) return {};
  const { greeks } = mark.option;
  const volatility = (best: Best | null) =>
    best === null ? 0 : (impliedPercent(instrument, mark, priceNumber(instrument, best.priceUnits)) ?? 0);
  const { underlying } = instrument.option;
  return {
    greeks: {
      delta: roundPlaces(greeks.delta, 5),
      gamma: roundPlaces(greeks.gamma, 5),
      vega: roundPlaces(greeks.vega, 5),
      theta: roundPlaces(greeks.theta, 5),
      rho: roundPlaces(greeks.rho, 5),
    },
    underlying_price: mark.option.underlyingPrice,
    underlying_index: instrument.linear || exchange.isListed(underlying) ? underlying : `SYN.${underlying}`,
    interest_rate: 0,
    mark_iv: mark.option.ivPercent,
    bid_iv: volatility(bid),
    ask_iv: volatility(ask),
  };
}
