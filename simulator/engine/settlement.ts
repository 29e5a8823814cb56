import { restartSession, valuePosition } from '../account/position.ts';
import { moneyUnits, power } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';
import { CURRENCIES, type Account } from '../account/account.ts';
import type { Exchange } from './exchange.ts';

/**
 * The daily settlement of every account at 08:00 UTC: the session's futures profit becomes cash, and positions
 * in what has expired are paid at the delivery price and gone. The books' states are the lifecycle's matter.
 */
export function settleAccounts(exchange: Exchange, atMs: number): void {
  for (const account of exchange.accounts) settleAccount(exchange, account, atMs);
}

function settleAccount(exchange: Exchange, account: Account, atMs: number): void {
  for (const base of CURRENCIES) {
    let unrealised = 0;
    for (const position of account.positions.values()) {
      if (position.instrument.settlement !== base || position.instrument.kind !== 'future') continue;
      unrealised += valuePosition(position, exchange.markUnits(position.instrument)).sessionProfit;
    }
    account.settle(base, unrealised);
  }
  for (const position of account.positions.values()) {
    const { instrument } = position;
    if (instrument.expiryMs > atMs) restartSession(position, exchange.markUnits(instrument));
    else account.deliver(position, deliveredOptionUnits(exchange, instrument, position.sizeUnits));
  }
}

/** What an expired option pays in 1e-8: its intrinsic value at the delivery price. Futures were paid by the settlement. */
function deliveredOptionUnits(exchange: Exchange, instrument: Instrument, sizeUnits: number): number {
  if (instrument.option === null) return 0;
  const price = exchange.model.deliveryPrice(instrument.indexName);
  const { type, strike } = instrument.option;
  const intrinsic = Math.max(0, type === 'call' ? price - strike : strike - price);
  const each = instrument.linear ? intrinsic : intrinsic / price;
  return moneyUnits(each * (sizeUnits / power(instrument.amountPlaces)));
}
