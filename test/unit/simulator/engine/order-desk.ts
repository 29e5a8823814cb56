import { Account } from '../../../../simulator/account/account.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { remainingUnits, type Order } from '../../../../simulator/engine/orders/order.ts';
import { placeOrder, type OrderRequest } from '../../../../simulator/engine/orders/placement.ts';
import type { Venue } from '../../../../simulator/engine/venue.ts';
import { priceNumber } from '../../../../simulator/market/instrument.ts';

export const START_MS = Date.UTC(2026, 10, 18, 12);
const BALANCES = { BTC: 50, ETH: 500, USDC: 1_000_000 };

/** An exchange with two accounts, and the ways to trade on it without a server. */
export class OrderDesk {
  readonly exchange: Exchange;
  readonly accounts: readonly [Account, Account];
  nowMs = START_MS;

  constructor(seed = 5) {
    this.exchange = new Exchange(seed, START_MS);
    this.accounts = [new Account(1, START_MS, BALANCES, START_MS), new Account(2, START_MS, BALANCES, START_MS)];
    this.exchange.accounts.push(...this.accounts);
  }

  venue(name = 'BTC-PERPETUAL'): Venue {
    const found = this.exchange.venue(name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  }

  /** Lets time pass in market steps. */
  pass(ms: number): void {
    this.nowMs += ms;
    this.exchange.advance(this.nowMs);
  }

  place(account: Account, change: Partial<OrderRequest>) {
    return placeOrder(
      this.exchange,
      account,
      {
        side: 'sell',
        instrumentName: 'BTC-PERPETUAL',
        type: 'limit',
        timeInForce: 'good_til_cancelled',
        amount: 1000,
        price: undefined,
        label: '',
        postOnly: change.type === undefined || change.type === 'limit' ? false : undefined,
        rejectPostOnly: false,
        reduceOnly: false,
        validUntilMs: undefined,
        ...change,
      },
      this.nowMs,
    );
  }

  /** Places what must be accepted. */
  placed(account: Account, change: Partial<OrderRequest>): Order {
    const result = this.place(account, change);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value.order;
  }

  /** Price on the wire at the best of a side. */
  best(side: 'buy' | 'sell', name?: string): number {
    const venue = this.venue(name);
    const best = venue.book.best(side);
    if (best === null) throw new Error(`no ${side}`);
    return priceNumber(venue.instrument, best.priceUnits);
  }
}

/** What is wrong with the books and orders of a desk, in words; empty when nothing is. */
export function brokenInvariants(desk: OrderDesk): string[] {
  const broken: string[] = [];
  const say = (wrong: boolean, what: string) => {
    if (wrong) broken.push(what);
  };
  for (const venue of desk.exchange.venues()) {
    const { book } = venue;
    const bids = book.side('buy');
    const asks = book.side('sell');
    const [bid] = bids;
    const [ask] = asks;
    say(bid !== undefined && ask !== undefined && bid.priceUnits >= ask.priceUnits, `${venue.instrument.name} crossed`);
    say(
      bids.some((entry, index) => index > 0 && entry.priceUnits > (bids[index - 1]?.priceUnits ?? 0)),
      'bids unsorted',
    );
    say(
      asks.some((entry, index) => index > 0 && entry.priceUnits < (asks[index - 1]?.priceUnits ?? 0)),
      'asks unsorted',
    );
    for (const entry of [...bids, ...asks]) {
      say(entry.remainingUnits <= 0, 'an entry of nothing');
      const { order } = entry;
      if (order === null) continue;
      say(entry.remainingUnits + (entry.hiddenUnits ?? 0) !== remainingUnits(order), `${order.id} shows another size`);
      say(
        order.state !== 'open' || order.resting !== entry || !venue.userOrders.has(order),
        `${order.id} rests wrongly`,
      );
      say(order.priceUnits !== entry.priceUnits, `${order.id} rests at another price`);
    }
    say(
      [...venue.userOrders].some((order) => !bids.concat(asks).some((entry) => entry.order === order)),
      'lost order',
    );
    say(
      [...venue.waitingOrders].some((order) => order.state !== 'untriggered'),
      'a waiting order is not untriggered',
    );
  }
  for (const account of desk.accounts) {
    for (const order of account.recentOrders.values()) {
      say(order.filledUnits > order.amountUnits, `${order.id} overfilled`);
      say((order.state === 'open') !== account.openOrders.has(order), `${order.id} ${order.state} in the open set`);
      say((order.state === 'untriggered') !== account.waitingOrders.has(order), `${order.id} ${order.state} waiting`);
      say(order.state === 'filled' && order.filledUnits !== order.amountUnits, `${order.id} filled in part`);
      const own = account.trades.filter((trade) => trade.record['order_id'] === order.id);
      const traded = own.reduce((sum, trade) => sum + Number(trade.record['amount']), 0);
      const filled = order.filledUnits / 10 ** order.instrument.amountPlaces;
      say(Math.abs(traded - filled) > 1e-9, `${order.id} filled ${filled}, traded ${traded}`);
    }
  }
  return broken;
}
