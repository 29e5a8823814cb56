import type { Exchange } from '../engine/exchange.ts';
import { remainingUnits, type Order } from '../engine/orders/order.ts';
import { MONEY_PLACES, power, roundPlaces } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Account, Currency } from './account.ts';
import { isPortfolioMargin } from './collateral.ts';
import { fundingDue, toMoneyUnits, valuePosition } from './position.ts';
import { marginOfHolding, type Margin } from './standard-margin.ts';

/** Margin of an account in one currency. `initial` includes both reserves. */
export interface AccountMargin extends Margin {
  /** What active spot orders would pay (contract "spot_reserve"). */
  readonly spotReserve: number;
  /** What resting orders to buy options would pay (contract "additional_reserve"). */
  readonly additionalReserve: number;
}

/** What a margin is asked for: with an order on top, without another, and now or as it will be after a settlement. */
export interface MarginQuestion {
  readonly extra?: Order;
  readonly without?: Order | undefined;
  /** What expires by then, and good-til-day orders, are left out. */
  readonly afterSettlementMs?: number;
}

interface Exposure {
  position: number;
  buys: number;
  sells: number;
}

class Exposures {
  readonly byInstrument = new Map<Instrument, Exposure>();
  readonly #currency: Currency;
  spotReserve = 0;
  premium = 0;

  constructor(currency: Currency) {
    this.#currency = currency;
  }

  #of(instrument: Instrument): Exposure {
    let exposure = this.byInstrument.get(instrument);
    if (exposure === undefined) this.byInstrument.set(instrument, (exposure = { position: 0, buys: 0, sells: 0 }));
    return exposure;
  }

  hold(instrument: Instrument, sizeUnits: number): void {
    if (instrument.settlement === this.#currency && sizeUnits !== 0) this.#of(instrument).position += sizeUnits;
  }

  /** A combo's order is one on each of its legs; what it would pay is its own price. */
  order(order: Order): void {
    const { instrument, side } = order;
    const units = remainingUnits(order);
    const amount = units / power(instrument.amountPlaces);
    const value = (amount * order.priceUnits) / power(instrument.pricePlaces);
    if (instrument.kind === 'spot') {
      if (side === 'buy' && instrument.settlement === this.#currency) this.spotReserve += value;
      if (side === 'sell' && instrument.base === this.#currency) this.spotReserve += amount;
      return;
    }
    if (instrument.settlement !== this.#currency) return;
    if (instrument.kind.startsWith('option')) this.premium += Math.max(0, side === 'buy' ? value : -value);
    if (instrument.legs.length === 0) return this.#rest(instrument, side === 'buy', units);
    for (const leg of instrument.legs) {
      this.#rest(leg.instrument, (side === 'buy') === leg.ratio > 0, units * Math.abs(leg.ratio));
    }
  }

  #rest(instrument: Instrument, isBuy: boolean, units: number): void {
    const exposure = this.#of(instrument);
    if (isBuy) exposure.buys += units;
    else exposure.sells += units;
  }
}

/**
 * Margin in one currency: positions' maintenance, open orders' worse side of initial margin, and reserves. Reserves
 * count as initial: facts don't say.
 */
export function marginOfAccount(
  exchange: Exchange,
  account: Account,
  currency: Currency,
  { extra, without, afterSettlementMs = 0 }: MarginQuestion = {},
): AccountMargin {
  const exposures = new Exposures(currency);
  for (const position of account.positions.values()) exposures.hold(position.instrument, position.sizeUnits);
  for (const order of account.openOrders) {
    if (order === without) continue;
    if (afterSettlementMs === 0 || order.timeInForce !== 'good_til_day') exposures.order(order);
  }
  if (extra !== undefined) exposures.order(extra);
  let initial = exposures.spotReserve + exposures.premium;
  let maintenance = 0;
  for (const [instrument, exposure] of exposures.byInstrument) {
    if (instrument.expiryMs <= afterSettlementMs) continue;
    const mark = exchange.mark(instrument);
    const scale = power(instrument.amountPlaces);
    const held = marginOfHolding(instrument, exposure.position / scale, mark);
    maintenance += held.maintenance;
    if (exposure.buys === 0 && exposure.sells === 0) {
      initial += held.initial;
      continue;
    }
    const long = marginOfHolding(instrument, (exposure.position + exposure.buys) / scale, mark).initial;
    const short = marginOfHolding(instrument, (exposure.position - exposure.sells) / scale, mark).initial;
    initial += Math.max(long, short);
  }
  return { initial, maintenance, spotReserve: exposures.spotReserve, additionalReserve: exposures.premium };
}

/** Profit of futures since the last settlement in money units: by trades and funding, and at the mark. */
export function futuresResult(
  exchange: Exchange,
  account: Account,
  currency: Currency,
): { readonly realised: number; readonly unrealised: number } {
  let realised = account.sessionProfit(currency).futures;
  let unrealised = 0;
  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.settlement !== currency || instrument.kind !== 'future') continue;
    unrealised += valuePosition(position, exchange.markUnits(instrument)).sessionProfit;
    realised += fundingDue(position, exchange.funding.standsAt(instrument));
  }
  return { realised: toMoneyUnits(realised), unrealised };
}

function optionsValueUnits(exchange: Exchange, account: Account, currency: Currency): number {
  let value = 0;
  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.settlement !== currency || instrument.kind !== 'option') continue;
    value += valuePosition(position, exchange.markUnits(instrument)).value;
  }
  return value;
}

/** Cash with the session's futures profit, under portfolio margin with what options are worth too, in 1e-8: what margins are measured against. */
export function marginBalanceUnits(exchange: Exchange, account: Account, currency: Currency): number {
  const { realised, unrealised } = futuresResult(exchange, account, currency);
  const options = isPortfolioMargin(account) ? optionsValueUnits(exchange, account, currency) : 0;
  return account.cashUnits(currency) + realised + unrealised + options;
}

/** Margin of what an account holds of one instrument, and what its open orders there add to the initial one. */
export function instrumentMargin(
  exchange: Exchange,
  account: Account,
  instrument: Instrument,
): Margin & { readonly openOrders: number } {
  const exposures = new Exposures(instrument.settlement);
  exposures.hold(instrument, account.sizeUnits(instrument));
  for (const order of account.openOrders) if (order.instrument === instrument) exposures.order(order);
  const { position, buys, sells } = exposures.byInstrument.get(instrument) ?? { position: 0, buys: 0, sells: 0 };
  const mark = exchange.mark(instrument);
  const of = (units: number) => marginOfHolding(instrument, units / power(instrument.amountPlaces), mark);
  const { initial, maintenance } = of(position);
  const worst = Math.max(of(position + buys).initial, of(position - sells).initial);
  return { initial, maintenance, openOrders: Math.max(0, worst - initial) + exposures.premium };
}

/**
 * Initial margin of an order alone at a price, in the settlement currency. Spot and bought options pay in full; combos
 * by leg.
 */
export function marginOfOrder(
  exchange: Exchange,
  instrument: Instrument,
  side: 'buy' | 'sell',
  amount: number,
  price: number,
): number {
  const value = amount * price;
  if (instrument.kind === 'spot') return roundPlaces(side === 'buy' ? value : amount, MONEY_PLACES);
  const legs = instrument.legs.length === 0 ? [{ instrument, ratio: 1 }] : instrument.legs;
  const sign = side === 'buy' ? 1 : -1;
  const premium = instrument.kind.startsWith('option') ? Math.max(0, sign * value) : 0;
  const ofLegs = legs.map((leg) => {
    const mark = exchange.mark(leg.instrument);
    return marginOfHolding(leg.instrument, sign * leg.ratio * amount, mark).initial;
  });
  return roundPlaces(
    ofLegs.reduce((sum, each) => sum + each, premium),
    MONEY_PLACES,
  );
}
