import { describe, expect, it } from 'vitest';
import { findConflict, parsePastedLegs } from '../../../../shared/rfq/paste.ts';

describe('pasted legs', () => {
  it.each([
    ['buy 25 BTC-27MAR27-90000-P', { instrumentName: 'BTC-27MAR27-90000-P', direction: 'buy', amount: '25' }],
    ['-25 btc-27mar27-90000-p', { instrumentName: 'BTC-27MAR27-90000-P', direction: 'sell', amount: '25' }],
    ['BTC-27MAR27-90000-P s 12.5', { instrumentName: 'BTC-27MAR27-90000-P', direction: 'sell', amount: '12.5' }],
    ['SOLD 200000 BTC-PERPETUAL', { instrumentName: 'BTC-PERPETUAL', direction: 'sell', amount: '200000' }],
    ['DOGE_USDC-28AUG26-0d1184-C', { instrumentName: 'DOGE_USDC-28AUG26-0d1184-C', direction: null, amount: null }],
    ['-2 x ETH-PERPETUAL', { instrumentName: 'ETH-PERPETUAL', direction: 'sell', amount: '2' }],
    ['BTC-PERPETUAL,sell,10k', { instrumentName: 'BTC-PERPETUAL', direction: 'sell', amount: '10000' }],
    ['buy 1 BTC_USDC', { instrumentName: 'BTC_USDC', direction: 'buy', amount: '1' }],
    ['btc_usdc sell 0.5', { instrumentName: 'BTC_USDC', direction: 'sell', amount: '0.5' }],
    ['my_list: buy 1 BTC_USDC-PERPETUAL', { instrumentName: 'BTC_USDC-PERPETUAL', direction: 'buy', amount: '1' }],
    ['+ 1 ETH-5JUN26', { instrumentName: 'ETH-5JUN26', direction: 'buy', amount: '1' }],
  ])('%s', (text, leg) => {
    expect(parsePastedLegs(text)).toEqual({ legs: [leg], unread: [] });
  });

  it('are read line by line, and what is no leg is named', () => {
    const { legs, unread } = parsePastedLegs('buy BTC-27MAR27-90000-P\n\nhello\nsell BTC-27MAR27-80000-P');
    expect(legs.map(({ direction }) => direction)).toEqual(['buy', 'sell']);
    expect(unread).toEqual(['hello']);
  });

  it.each([
    ['sell 1,000 ETH-PERPETUAL', 'a thousand, or one and nothing'],
    ['sell 1 000 ETH-PERPETUAL', 'two numbers'],
    ['buy 1e3 ETH-PERPETUAL', 'a number in a form that is not read'],
    ['buy 25BTC BTC-PERPETUAL', 'a unit'],
    ['buy -5 ETH-PERPETUAL', 'both sides'],
    ['{"instrument_name":"ETH-PERPETUAL","direction":"buy","amount":-5}', 'both sides'],
    ['{"instrument_name":"ETH-PERPETUAL","direction":"up","amount":5}', 'no side'],
    ['[{"instrument_name":"__proto__","amount":"1"}]', 'no instrument'],
    [`[{"instrument_name":"${'X'.repeat(90_000)}-PERPETUAL","amount":1}]`, 'no instrument'],
    ['BTC-27MAR27-90000', 'an option without its type, or 90000 of the future sold'],
    ['BTC_USDC-27MAR27-90000 put', 'an option with its type apart'],
    ['sell BTC-27MAR27-90000-X', 'an option of a type that is none'],
    ['BTC-PERPETUAL-5', 'no instrument'],
    ['A'.repeat(99_999), 'no leg, and long'],
    [`buy 5 BTC-PERPETUAL${' '.repeat(99_960)}\nETH-PERPETUAL buy 1000`, 'more than is read'],
  ])('that could be meant otherwise are not read: %.40s', (text) => {
    const { legs, unread } = parsePastedLegs(text);
    expect(legs).toEqual([]);
    expect(unread).toHaveLength(1);
  });

  it('are of the side that is said, in JSON by any of its words', () => {
    const [leg] = parsePastedLegs('[{"instrument":"eth-perpetual","side":"Short","amount":5}]').legs;
    expect(leg).toEqual({ instrumentName: 'ETH-PERPETUAL', direction: 'sell', amount: '5' });
  });

  it('are taken together where each instrument is named once and there are no more than twenty', () => {
    const write = (count: number) => Array.from({ length: count }, (_, at) => `buy 1 BTC-27MAR27-${90_000 + at}-P`);
    const conflictIn = (lines: readonly string[]) => findConflict(parsePastedLegs(lines.join('\n')).legs);
    expect(conflictIn(write(20))).toBeNull();
    expect(conflictIn(write(50))).toBe('50 legs: 20 are the most.');
    expect(conflictIn([...write(1), 'sell 2 BTC-27MAR27-90000-P'])).toBe('Named twice: BTC-27MAR27-90000-P');
  });

  describe('of a record with an amount', () => {
    const near = { instrument_name: 'BTC-27MAR27-80000-C', ratio: 1, direction: 'buy' };
    const far = { instrument_name: 'BTC-27MAR27-90000-C', ratio: 2, direction: 'sell' };
    const read = (record: object) =>
      parsePastedLegs(JSON.stringify(record)).legs.map(({ direction, amount }) => `${direction} ${amount}`);

    it('are as many as their ratios of it', () => {
      expect(read({ legs: [near, far], amount: 25 })).toEqual(['buy 25', 'sell 50']);
      expect(read({ legs: [near, { ...far, amount: 7 }], amount: '2.5' })).toEqual(['buy 2.5', 'sell 7']);
      expect(read({ legs: [near, far] })).toEqual(['buy 1', 'sell 2']);
    });

    it('turn their sides where it is sold', () => {
      expect(read({ legs: [near, far], amount: 25, direction: 'sell' })).toEqual(['sell 25', 'buy 50']);
      expect(read({ legs: [near, far], amount: 25, direction: 'buy' })).toEqual(['buy 25', 'sell 50']);
    });

    it('are not read where its amount or side is not', () => {
      for (const odd of [{ amount: -25 }, { amount: 'many' }, { amount: 25, direction: 'up' }]) {
        expect(parsePastedLegs(JSON.stringify({ legs: [near], ...odd })).legs).toEqual([]);
      }
      expect(parsePastedLegs(JSON.stringify({ legs: [{ ...near, ratio: 'two' }], amount: 25 })).unread).toEqual([
        'item 1',
      ]);
    });

    it('may be of a pair of currencies', () => {
      expect(read({ legs: [{ instrument_name: 'BTC_USDC', direction: 'sell', ratio: 1 }], amount: 3 })).toEqual([
        'sell 3',
      ]);
    });
  });

  it('come as JSON too: a list, a request, or a print of the tape', () => {
    const leg = { instrument_name: 'BTC-27MAR27-90000-P', direction: 'sell', ratio: 2 };
    const expected = [{ instrumentName: 'BTC-27MAR27-90000-P', direction: 'sell', amount: '2' }];
    expect(parsePastedLegs(JSON.stringify([leg, 5]))).toEqual({ legs: expected, unread: ['item 2'] });
    expect(parsePastedLegs(JSON.stringify({ legs: [leg] })).legs).toEqual(expected);
    expect(parsePastedLegs('[1').unread).toEqual(['[1']);
  });
});
