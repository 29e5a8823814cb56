import type { Exchange } from '../engine/exchange.ts';
import { remainingUnits, type Order } from '../engine/order.ts';
import { fromUnits, power } from '../fixed.ts';
import type { Coin, Instrument, SettlementCurrency } from '../market/instrument.ts';
import type { Mark } from '../market/model.ts';
import type { Account } from './account.ts';
import { toMoneyUnits, valuePosition } from './position.ts';

/** Initial and maintenance margin in coins. */
export interface Margin {
  readonly initial: number;
  readonly maintenance: number;
}

/** Added to the rate for every coin of size (facts, "Standard margin"). */
const SIZE_RATE: Record<Coin, number> = { BTC: 0.00005, ETH: 0.000004, SOL: 0.000005, XRP: 0.0000001 };

/** Standard margin of holding `amount` (signed, in the wire's amount unit) of an instrument; facts, section 10. */
export function marginOfHolding(instrument: Instrument, amount: number, mark: Mark): Margin {
  if (amount === 0) return { initial: 0, maintenance: 0 };
  if (instrument.option === null || mark.option === null) {
    const coins = Math.abs(amount) / mark.price;
    const extra = coins * SIZE_RATE[instrument.base];
    return { initial: coins * (0.02 + extra), maintenance: coins * (0.01 + extra) };
  }
  if (amount > 0) return { initial: 0, maintenance: 0 };
  const { type, strike } = instrument.option;
  const underlying = mark.option.underlyingPrice;
  const outOfMoney = Math.max(0, type === 'call' ? strike - underlying : underlying - strike) / underlying;
  const base = Math.max(0.15 - outOfMoney, 0.1) + mark.price;
  const maintenance = (type === 'call' ? 0.075 : Math.max(0.075, 0.075 * mark.price)) + mark.price;
  const initial = type === 'call' ? base : Math.max(base, maintenance);
  return { initial: initial * -amount, maintenance: maintenance * -amount };
}

interface Exposure {
  position: number;
  buys: number;
  sells: number;
  /** Coins that resting option buys would pay. */
  premium: number;
}

function exposures(account: Account, currency: SettlementCurrency, extra: Order | null): Map<Instrument, Exposure> {
  const found = new Map<Instrument, Exposure>();
  const of = (instrument: Instrument): Exposure => {
    let exposure = found.get(instrument);
    if (exposure === undefined) found.set(instrument, (exposure = { position: 0, buys: 0, sells: 0, premium: 0 }));
    return exposure;
  };
  for (const position of account.positions.values()) {
    if (position.instrument.settlement === currency) of(position.instrument).position = position.sizeUnits;
  }
  for (const order of extra === null ? account.openOrders : [...account.openOrders, extra]) {
    if (order.instrument.settlement !== currency) continue;
    const exposure = of(order.instrument);
    const amount = remainingUnits(order);
    if (order.side === 'sell') exposure.sells += amount;
    else exposure.buys += amount;
    if (order.side === 'buy' && order.instrument.kind === 'option') {
      exposure.premium +=
        fromUnits(amount, order.instrument.amountPlaces) * fromUnits(order.priceUnits, order.instrument.pricePlaces);
    }
  }
  return found;
}

/**
 * Margin of an account in one currency: maintenance of its positions, initial of the worse outcome of its
 * open orders on each instrument, together with `extra` when given. Instruments that expire by
 * `ignoreExpiryUntilMs` are left out (projected margins).
 */
export function marginOfAccount(
  exchange: Exchange,
  account: Account,
  currency: SettlementCurrency,
  options: { readonly extra?: Order; readonly ignoreExpiryUntilMs?: number } = {},
): Margin {
  let initial = 0;
  let maintenance = 0;
  for (const [instrument, exposure] of exposures(account, currency, options.extra ?? null)) {
    if (instrument.expiryMs <= (options.ignoreExpiryUntilMs ?? 0)) continue;
    const mark = exchange.mark(instrument);
    const scale = power(instrument.amountPlaces);
    const long = marginOfHolding(instrument, (exposure.position + exposure.buys) / scale, mark).initial;
    const short = marginOfHolding(instrument, (exposure.position - exposure.sells) / scale, mark).initial;
    initial += Math.max(long, short) + exposure.premium;
    maintenance += marginOfHolding(instrument, exposure.position / scale, mark).maintenance;
  }
  return { initial, maintenance };
}

/** Cash with the session's futures profit, in 1e-8 coin: what margins are measured against. */
export function marginBalanceUnits(exchange: Exchange, account: Account, currency: SettlementCurrency): number {
  let units = account.cashUnits(currency) + toMoneyUnits(account.sessionProfit(currency).futures);
  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.settlement !== currency || instrument.kind !== 'future') continue;
    units += valuePosition(position, exchange.markUnits(instrument)).sessionProfit;
  }
  return units;
}

/** Whether the account's margin balance covers its initial margin with this order, or the order adds none. */
export function affordsOrder(exchange: Exchange, order: Order): boolean {
  const { settlement } = order.instrument;
  const after = marginOfAccount(exchange, order.account, settlement, { extra: order }).initial;
  if (after * 1e8 <= marginBalanceUnits(exchange, order.account, settlement)) return true;
  return after <= marginOfAccount(exchange, order.account, settlement).initial;
}
