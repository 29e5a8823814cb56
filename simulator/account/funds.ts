import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { Order } from '../engine/orders/order.ts';
import { refusal, type Refusal } from '../refusal.ts';
import type { Account, Currency } from './account.ts';
import { isCross, totalUsd } from './collateral.ts';
import { marginBalanceUnits, marginOfAccount, type AccountMargin } from './margin.ts';

const NOT_ENOUGH_IN_CURRENCY = 10_039;

/** The currency that an order's margin, premium or price is paid in. */
function paidIn({ instrument, side }: Order): Currency {
  return instrument.kind === 'spot' && side === 'sell' ? (instrument.base as Currency) : instrument.settlement;
}

/**
 * Why the account can't pay for an order, or null. Spot, and premiums under `cross_sm`, need the paying currency itself
 * (code 10039). `replaces` is the resting order that it takes the place of.
 */
export function refuseForFunds(exchange: Exchange, order: Order, replaces?: Order): Refusal | null {
  const { account } = order;
  const currency = paidIn(order);
  const after = marginOfAccount(exchange, account, currency, { extra: order, without: replaces });
  if (lacksCurrency(exchange, order, currency, after)) {
    const { code, message } = refusal(NOT_ENOUGH_IN_CURRENCY);
    return { code, message: `${message} ${currency}` };
  }
  if (isCovered(exchange, account, currency, after)) return null;
  const before = marginOfAccount(exchange, account, currency);
  return after.initial <= before.initial ? null : refusal(ERROR_CODE.notEnoughFunds);
}

function lacksCurrency(exchange: Exchange, order: Order, currency: Currency, after: AccountMargin): boolean {
  const { account, instrument } = order;
  if (instrument.kind !== 'spot' && account.marginModel !== 'cross_sm') return false;
  const reserved = after.spotReserve + after.additionalReserve;
  if (reserved * 1e8 <= account.cashUnits(currency)) return false;
  const before = marginOfAccount(exchange, account, currency);
  return reserved > before.spotReserve + before.additionalReserve;
}

function isCovered(exchange: Exchange, account: Account, currency: Currency, after: AccountMargin): boolean {
  if (!isCross(account)) return after.initial * 1e8 <= marginBalanceUnits(exchange, account, currency);
  const initial = (of: Currency) => (of === currency ? after : marginOfAccount(exchange, account, of)).initial;
  const balance = (of: Currency) => marginBalanceUnits(exchange, account, of) / 1e8;
  return totalUsd(exchange, initial) <= totalUsd(exchange, balance);
}
