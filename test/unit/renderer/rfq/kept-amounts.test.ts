import { expect, it } from 'vitest';
import { leastAmount, legAmount } from '../../../../renderer/features/rfq/composer/solved-amounts.ts';
import { decimal } from '../../../../shared/decimal.ts';
import type { PricedLeg } from '../../../../shared/rfq/analysis/position.ts';
import { describeOwn, savedLegs, solveOwn } from '../../../../shared/rfq/own-structures.ts';
import { instrumentOf, RFQ_NOW_MS, rfqTicker } from '../../../support/records/rfq-records.ts';

const MARK = decimal(80_538.4);
const GREEKS = { delta: 0.4, gamma: 0, rho: 0, theta: 0, vega: 0 };

const leg = (name: string, direction: 'buy' | 'sell', amount: number, isPriced = true): PricedLeg => ({
  instrument: instrumentOf(name),
  direction,
  amount: decimal(amount),
  ticker: isPriced ? rfqTicker(name, name.endsWith('-C') ? { greeks: GREEKS } : { mark_price: Number(MARK) }) : null,
});

/** What the structure of these legs comes to when it is taken again: at the same mark, of the least amount. */
function keepAndTake(legs: readonly PricedLeg[], future: string): string[] {
  const saved = savedLegs(legs);
  if (!saved.ok) throw new Error(saved.error.code);
  const described = describeOwn('mine', saved.value, RFQ_NOW_MS);
  if (!described.ok) throw new Error(described.error.code);
  const strikes = legs
    .filter(({ instrument }) => instrument.kind === 'option')
    .map(({ instrument: { instrument_name: callName } }) => ({
      strike: Number(callName.split('-')[2]),
      callName,
      putName: callName.replace(/C$/u, 'P'),
      callDelta: 0.4,
    }));
  const solved = solveOwn({
    structure: described.value,
    side: 'buy',
    chains: [{ strikes, forward: Number(MARK) }],
    futures: [future],
    nowMs: RFQ_NOW_MS,
  });
  if (!solved.ok) throw new Error(solved.error);
  const instruments = new Map(solved.value.map(({ instrumentName: name }) => [name, instrumentOf(name)]));
  const wanted = leastAmount(solved.value, instruments);
  if (wanted === null) throw new Error('the least amount is known');
  const isBesideOptions = [...instruments.values()].some(({ kind }) => kind === 'option');
  return solved.value.map((each) => {
    const instrument = instruments.get(each.instrumentName) ?? null;
    const amount = legAmount(each, wanted, isBesideOptions, instrument, MARK);
    return `${each.direction} ${amount} ${each.instrumentName}`;
  });
}

it.each([
  ['BTC-PERPETUAL', 2_013_460],
  ['BTC-26MAR27', 2_013_460],
  ['BTC_USDC-PERPETUAL', 25],
])('a covered call that is kept is the same when it is taken again: with %s', (future, amount) => {
  const call = `${future.split('-')[0]}-27NOV26-90000-C`;
  expect(keepAndTake([leg(future, 'buy', amount), leg(call, 'sell', 25)], future)).toEqual([
    `buy ${amount} ${future}`,
    `sell 25 ${call}`,
  ]);
});

it('of futures alone counts on in their own unit', () => {
  const saved = savedLegs([leg('BTC-PERPETUAL', 'buy', 200_000), leg('BTC-26MAR27', 'sell', 400_000)]);
  expect(saved.ok && saved.value.map(({ ratio }) => ratio)).toEqual([1, 2]);
});

it('is not kept while nothing tells how many coins its future stands for', () => {
  const legs = [leg('BTC-PERPETUAL', 'buy', 2_000_000, false), leg('BTC-27NOV26-90000-C', 'sell', 25)];
  expect(savedLegs(legs)).toEqual({ ok: false, error: { code: 'no_price', instrumentName: 'BTC-PERPETUAL' } });
});
