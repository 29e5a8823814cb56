import { describe, expect, it } from 'vitest';
import { parsePastedLegs } from '../../../../shared/rfq/paste.ts';

describe('pasted legs', () => {
  it.each([
    ['buy 25 BTC-27MAR27-90000-P', { instrumentName: 'BTC-27MAR27-90000-P', direction: 'buy', amount: '25' }],
    ['-25 btc-27mar27-90000-p', { instrumentName: 'BTC-27MAR27-90000-P', direction: 'sell', amount: '25' }],
    ['BTC-27MAR27-90000-P s 12.5', { instrumentName: 'BTC-27MAR27-90000-P', direction: 'sell', amount: '12.5' }],
    ['SOLD 200000 BTC-PERPETUAL', { instrumentName: 'BTC-PERPETUAL', direction: 'sell', amount: '200000' }],
    ['DOGE_USDC-28AUG26-0d1184-C', { instrumentName: 'DOGE_USDC-28AUG26-0d1184-C', direction: null, amount: null }],
    ['+ 1 ETH-5JUN26', { instrumentName: 'ETH-5JUN26', direction: 'buy', amount: '1' }],
  ])('%s', (text, leg) => {
    expect(parsePastedLegs(text)).toEqual({ legs: [leg], unread: [] });
  });

  it('are read line by line, and what is no leg is named', () => {
    const { legs, unread } = parsePastedLegs('buy BTC-27MAR27-90000-P\n\nhello\nsell BTC-27MAR27-80000-P');
    expect(legs.map(({ direction }) => direction)).toEqual(['buy', 'sell']);
    expect(unread).toEqual(['hello']);
  });

  it('come as JSON too: a list, a request, or a print of the tape', () => {
    const leg = { instrument_name: 'BTC-27MAR27-90000-P', direction: 'sell', ratio: 2 };
    const expected = [{ instrumentName: 'BTC-27MAR27-90000-P', direction: 'sell', amount: '2' }];
    expect(parsePastedLegs(JSON.stringify([leg, 5]))).toEqual({ legs: expected, unread: ['item 2'] });
    expect(parsePastedLegs(JSON.stringify({ legs: [leg] })).legs).toEqual(expected);
    expect(parsePastedLegs('[1').unread).toEqual(['[1']);
  });
});
