import fc from 'fast-check';
import type { Account } from '../../../../simulator/account/account.ts';
import { openAccounts, type Portfolio } from '../../../../simulator/account/open-accounts.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { placeOrder } from '../../../../simulator/engine/orders/placement.ts';
import type { Instrument } from '../../../../simulator/market/instrument.ts';
import { DRAWN_ORDER, requestOf } from '../drawn-order.ts';

/** An exchange with the simulator's own accounts. */
export function openExchange(seed: number, startMs: number, portfolio: Portfolio = 'start') {
  const exchange = new Exchange(seed, startMs);
  const main = openAccounts(exchange, portfolio, startMs);
  return { exchange, main };
}

export const drawArbitrary = fc.record({
  ...DRAWN_ORDER,
  /** Many small orders and few large ones: what is gained and lost shall not end the account. */
  lots: fc.integer({ min: 1, max: 40 }),
  instrument: fc.nat({ max: 100_000 }),
  account: fc.nat({ max: 2 }),
});
/** An order drawn at random, its instrument and its account. */
export type Draw = typeof drawArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

/** The instrument of a draw: half the time one that an account holds, so that positions close too. */
function instrumentOf(exchange: Exchange, account: Account, draw: Draw): Instrument {
  const held = [...account.positions.keys()].filter(({ expiryMs }) => expiryMs > exchange.timeMs);
  const listed = exchange.instruments;
  const kinds = ['future', 'option', 'spot', 'future_combo', 'option_combo'];
  const kind = kinds[draw.instrument % kinds.length];
  const pool = draw.instrument % 2 === 0 && held.length > 0 ? held : listed.filter((known) => known.kind === kind);
  const found = pool[draw.instrument % pool.length];
  if (found === undefined) throw new Error('nothing is listed');
  return found;
}

/** Places what was drawn; whether it is accepted is the exchange's matter. */
export function placeDrawn(exchange: Exchange, draw: Draw, nowMs: number) {
  const account = exchange.accounts[draw.account % exchange.accounts.length];
  if (account === undefined) throw new Error('no account');
  const instrument = instrumentOf(exchange, account, draw);
  return placeOrder(exchange, account, requestOf(exchange, instrument, draw), nowMs);
}
