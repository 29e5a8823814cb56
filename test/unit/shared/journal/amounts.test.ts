import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../shared/ipc/schemas/journal-schema.ts';
import { describeEntry } from '../../../../shared/journal/describe.ts';

function say(kind: JournalEntry['kind'], fields: JournalEntry['fields']): string {
  return describeEntry({ kind, fields });
}

const OPTION = { instrument_name: 'ETH-25DEC26-4800-C', direction: 'sell', amount: '12.5', type: 'limit' };

describe('an amount in the journal', () => {
  it('is told with its unit: dollars, coin, or the coin of a linear pair', () => {
    const perpetual = { ...OPTION, instrument_name: 'BTC-PERPETUAL', amount: '50000', price: '97410.5' };
    expect(say('intent', perpetual)).toBe('Sell 50,000 USD of BTC-PERPETUAL, limit at 97,410.5 USD.');
    expect(say('intent', OPTION)).toBe('Sell 12.5 ETH of ETH-25DEC26-4800-C, limit.');
    expect(say('sell_stopped', { ...OPTION, instrument_name: 'BTC_USDC-PERPETUAL', codes: ['price_far'] })).toBe(
      'Not sent, stopped by price far: Sell 12.5 BTC of BTC_USDC-PERPETUAL, limit.',
    );
  });

  it('that was filled is told so too, and none has no average', () => {
    const outcome = { instrument_name: 'BTC-PERPETUAL', outcome: 'accepted', filled_amount: '5000' };
    const filled = { ...outcome, order_state: 'filled', average_price: '96985.797' };
    expect(say('outcome', filled)).toBe('Accepted, filled 5,000 USD at 96,985.797 USD.');
    const open = { ...outcome, order_state: 'open', filled_amount: '0', average_price: '0' };
    expect(say('outcome', open)).toBe('Accepted, open, filled 0 USD.');
  });

  it.each([
    [{ price: '0.035' }, 'limit at 0.035 ETH'],
    [{ price: '120', advanced: 'usd' }, 'limit at 120 USD'],
    [{ price: '61.5', advanced: 'implv' }, 'limit at 61.5 % volatility'],
    // Its own price or its index: the entry does not say which.
    [{ type: 'stop_market', trigger_price: '0.05' }, 'stop market, trigger 0.05'],
    [{ instrument_name: 'BTC_USDC-PERPETUAL', type: 'stop_market', trigger_price: '97000' }, 'trigger 97,000 USDC'],
  ])('stands beside a price, with what that is in: %j', (fields, said) => {
    expect(say('intent', { ...OPTION, ...fields })).toContain(`, ${said}.`);
  });

  it('of an entry without an instrument, or without amounts, is as it was written', () => {
    expect(say('outcome', { outcome: 'accepted', filled_amount: '5' })).toBe('Accepted, filled 5.');
    expect(say('intent', { ...OPTION, amount: '1e' })).toBe('Sell 1e ETH-25DEC26-4800-C, limit.');
  });
});
