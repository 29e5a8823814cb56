import { CURRENCIES, type Account, type Currency } from '../account/account.ts';
import { feeUnits } from '../account/fees.ts';
import { fundingDue, restartSession, toMoneyUnits, valuePosition, type Position } from '../account/position.ts';
import { moneyUnits, power } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Exchange } from './exchange.ts';

/**
 * Settles accounts and house at 08:00 UTC: session profit and funding become cash, expired positions are paid less
 * delivery fee.
 */
export function settleAccounts(exchange: Exchange, atMs: number): void {
  const { clearing } = exchange;
  const paid = new Map<Currency, number>();
  const pay = (account: Account, currency: Currency, units: number) => {
    account.credit(currency, units);
    paid.set(currency, (paid.get(currency) ?? 0) + units);
  };
  for (const account of [...exchange.accounts, clearing.house]) settleAccount(exchange, account, atMs, pay);
  for (const [currency, units] of paid) clearing.keepRounding(currency, -units);
}

type Pay = (account: Account, currency: Currency, units: number) => void;

function settleAccount(exchange: Exchange, account: Account, atMs: number, pay: Pay): void {
  for (const currency of CURRENCIES) {
    let realised = account.sessionProfit(currency).futures;
    let unrealised = 0;
    for (const position of account.positions.values()) {
      const { instrument } = position;
      if (instrument.settlement !== currency || instrument.kind !== 'future') continue;
      unrealised += valuePosition(position, exchange.markUnits(instrument)).sessionProfit;
      const standsAt = exchange.funding.standsAt(instrument);
      realised += fundingDue(position, standsAt);
      position.fundingPaid = standsAt;
    }
    pay(account, currency, unrealised + toMoneyUnits(realised));
    account.endSession(currency);
  }
  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.expiryMs <= atMs) deliver(exchange, account, position, pay);
    else if (position.sizeUnits === 0) account.positions.delete(instrument);
    else restartSession(position, exchange.markUnits(instrument));
  }
}

/** Pays an expired option; an expired future was paid by the settlement. Both pay the delivery fee. */
function deliver(exchange: Exchange, account: Account, position: Position, pay: Pay): void {
  const { instrument, sizeUnits } = position;
  account.positions.delete(instrument);
  if (sizeUnits === 0) return;
  const price = exchange.model.deliveryPrice(instrument.indexName);
  const payout = instrument.option === null ? null : deliveredOptionUnits(instrument, sizeUnits, price);
  if (payout !== null) pay(account, instrument.settlement, payout);
  if (account === exchange.clearing.house) return;
  const fee = deliveryFee(instrument, sizeUnits, price, payout);
  account.credit(instrument.settlement, -fee);
  exchange.clearing.takeFee(instrument.settlement, fee);
}

/** What an expired option pays in 1e-8: its intrinsic value at the delivery price. */
function deliveredOptionUnits(instrument: Instrument, sizeUnits: number, price: number): number {
  if (instrument.option === null) return 0;
  const { type, strike } = instrument.option;
  const intrinsic = Math.max(0, type === 'call' ? price - strike : strike - price);
  const each = instrument.linear ? intrinsic : intrinsic / price;
  return moneyUnits(each * (sizeUnits / power(instrument.amountPlaces)));
}

/**
 * Delivery fee, unpublished today (facts, "Fees"): half the taker commission by an older text; options at most an
 * eighth of payout.
 */
function deliveryFee(instrument: Instrument, sizeUnits: number, price: number, payout: number | null): number {
  const priceUnits = Math.round(price * power(instrument.pricePlaces));
  const basis = { instrument, amountUnits: Math.abs(sizeUnits), priceUnits, indexPrice: price };
  const fee = feeUnits(basis, BigInt(instrument.takerFee) * 5000n);
  return payout === null ? fee : Math.min(fee, Math.floor(Math.abs(payout) / 8));
}
