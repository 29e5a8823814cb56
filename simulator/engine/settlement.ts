import { restartSession, valuePosition } from '../account/position.ts';
import { moneyUnits, power } from '../fixed.ts';
import { BASE_CURRENCIES, type Instrument } from '../market/instrument.ts';
import type { Account } from '../account/account.ts';
import type { Exchange } from './exchange.ts';

/**
 * The daily settlement at 08:00 UTC: good-til-day orders end, the session's futures profit becomes cash,
 * and expired instruments are delivered at the index. It takes no time here: books are open again after it.
 */
export function settleAccounts(exchange: Exchange, atMs: number): void {
  for (const venue of exchange.venues()) {
    if (venue.state !== 'open') continue;
    venue.settlementPrice = exchange.mark(venue.instrument).price;
    exchange.setState(venue, 'settlement', atMs);
    if (venue.instrument.expiryMs > atMs) exchange.setState(venue, 'open', atMs);
    else exchange.setState(venue, 'delivered', atMs);
  }
  for (const account of exchange.accounts) settleAccount(exchange, account, atMs);
}

function settleAccount(exchange: Exchange, account: Account, atMs: number): void {
  for (const base of BASE_CURRENCIES) {
    let unrealised = 0;
    for (const position of account.positions.values()) {
      if (position.instrument.base !== base || position.instrument.kind !== 'future') continue;
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

/** What an expired option pays in 1e-8 coin: its intrinsic value at the index. Futures were paid by the settlement. */
function deliveredOptionUnits(exchange: Exchange, instrument: Instrument, sizeUnits: number): number {
  if (instrument.option === null) return 0;
  const index = exchange.model.index(instrument.base);
  const { type, strike } = instrument.option;
  const intrinsic = Math.max(0, type === 'call' ? index - strike : strike - index);
  return moneyUnits((intrinsic / index) * (sizeUnits / power(instrument.amountPlaces)));
}
