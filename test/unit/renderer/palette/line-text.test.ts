import { describe, expect, it } from 'vitest';
import { describeDraft, describeFault, nameDraft } from '../../../../renderer/features/palette/line-text.ts';
import { tellUnits } from '../../../../renderer/ui/words/units.ts';
import { parseOrderLine } from '../../../../shared/orders/typed/order-line.ts';
import { listUnsettled, settleTyped } from '../../../../shared/orders/typed/settle-typed.ts';
import { PERPETUAL } from '../samples.ts';

const UNITS = tellUnits(PERPETUAL);

function read(line: string) {
  const parsed = parseOrderLine(line, ['BTC-PERPETUAL']);
  if (!parsed.ok) throw new Error(describeFault(parsed.error[0] ?? { token: null, reason: 'no fault', allowed: '' }));
  return parsed.value;
}

describe('an order as one line', () => {
  it.each([
    ['s 1k btc-perp 94000', 'sell 1,000 USD of BTC-PERPETUAL at 94,000 USD'],
    [
      's 1k btc-perp 94000 stop=95k trigger=index reduce',
      'sell 1,000 USD of BTC-PERPETUAL at 94,000 USD, stop limit when the index falls to 95,000, reduce only',
    ],
    [
      's 1k btc-perp take=99k trigger=mark mkt',
      'sell 1,000 USD of BTC-PERPETUAL, take market when mark rises to 99,000',
    ],
    ['s 1k btc-perp trail=500', 'sell 1,000 USD of BTC-PERPETUAL, trailing stop, 500 under the peak of mark'],
    ['s 1k btc-perp mkt', 'sell 1,000 USD of BTC-PERPETUAL market'],
  ])('%s is named with all that decides when it sells', (line, name) => {
    expect(nameDraft(read(line), UNITS)).toBe(`Fill the ticket: ${name}`);
  });

  it('says how long it is valid as the ticket does, and of a market order not how long it stays', () => {
    const fields = (line: string) =>
      Object.fromEntries(describeDraft(read(line), UNITS).map(({ name, text, unit }) => [name, `${text} ${unit}`]));
    expect(fields('s 1k btc-perp 94000')).toMatchObject({ Stays: 'good til cancelled ', 'Valid for': '5 s' });
    expect(fields('s 1k btc-perp mkt')).not.toHaveProperty('Stays');
  });

  it('has numbers that the instrument settles, and both readings of those that it does not', () => {
    const told = (line: string) => listUnsettled(settleTyped(read(line), PERPETUAL), PERPETUAL).map(describeFault);
    expect(told('s 1,000 btc-perp 97,411')).toEqual([]);
    expect(told('s 1k btc-perp 97,500')).toEqual(['“97,500” can be read in two ways. Allowed: 97500 or 97.5.']);
  });
});
