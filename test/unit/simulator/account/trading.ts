import fc from 'fast-check';
import type { Account } from '../../../../simulator/account/account.ts';
import { openAccounts, type Portfolio } from '../../../../simulator/account/open-accounts.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { placeOrder } from '../../../../simulator/engine/placement.ts';
import { amountNumber, gridDown, priceNumber, type Instrument } from '../../../../simulator/market/instrument.ts';

/** An exchange with the simulator's own accounts. */
export function openExchange(seed: number, startMs: number, portfolio: Portfolio = 'start') {
  const exchange = new Exchange(seed, startMs);
  const main = openAccounts(exchange, portfolio, startMs);
  return { exchange, main };
}

/** An order drawn at random: which instrument and account, and how far from the touch. */
export interface Draw {
  readonly instrument: number;
  readonly account: number;
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'market' | 'market_limit';
  readonly timeInForce: 'good_til_cancelled' | 'good_til_day' | 'immediate_or_cancel';
  readonly steps: number;
  /** Ticks from the mark. */
  readonly away: number;
  readonly reduceOnly: boolean;
}

export const drawArbitrary: fc.Arbitrary<Draw> = fc.record({
  instrument: fc.nat({ max: 100_000 }),
  account: fc.nat({ max: 2 }),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  type: fc.constantFrom('limit' as const, 'limit' as const, 'market' as const, 'market_limit' as const),
  timeInForce: fc.constantFrom('good_til_cancelled' as const, 'good_til_day' as const, 'immediate_or_cancel' as const),
  steps: fc.integer({ min: 1, max: 40 }),
  away: fc.integer({ min: -8, max: 8 }),
  reduceOnly: fc.boolean(),
});

/**
 * The instrument that a draw means: half of the time something that an account holds, so that positions are
 * closed as well as opened, else one of a few of every kind.
 */
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
  const mark = exchange.markUnits(instrument);
  const price = gridDown(instrument, mark + draw.away * instrument.tickUnits);
  const least = Math.max(draw.steps * instrument.stepUnits, instrument.minAmountUnits);
  return placeOrder(
    exchange,
    account,
    {
      side: draw.side,
      instrumentName: instrument.name,
      type: draw.type,
      timeInForce: draw.timeInForce,
      amount: amountNumber(instrument, least),
      price: draw.type === 'limit' ? priceNumber(instrument, price) : undefined,
      label: '',
      postOnly: draw.type === 'limit' ? false : undefined,
      rejectPostOnly: false,
      reduceOnly: draw.reduceOnly && instrument.kind !== 'spot',
      validUntilMs: undefined,
    },
    nowMs,
  );
}
