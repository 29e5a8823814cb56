import { describe, expect, it } from 'vitest';
import { rfqPlace } from '../../../../shared/rfq/issue.ts';
import { readAmount } from '../../../../shared/rfq/rules/numbers.ts';
import { settleHedge, settleLegAmount, settleRfq } from '../../../../shared/rfq/settle-typed.ts';
import { option, perpetual } from '../../../support/records/records.ts';

describe('an amount of a leg', () => {
  const call = { ...option(), block_trade_min_trade_amount: option().min_trade_amount };

  it.each([
    ['25 BTC', '25'],
    ['0,5', '0.5'],
    ['1,505', '1505'],
    ['1,500', '1,500'],
    ['25 ETH', '25 ETH'],
  ])('%j is read as %j', (text, plain) => {
    expect(settleLegAmount(text, call)).toBe(plain);
  });
});

it('a hedge is read by its own step and tick', () => {
  const hedge = {
    instrument_name: 'BTC-PERPETUAL',
    direction: 'sell',
    amount: '50,010 USD',
    price: '97,867.5',
  } as const;
  expect(settleHedge(hedge, perpetual())).toMatchObject({ amount: '50010', price: '97867.5' });
});

it('what is not settled is refused with each reading as a way out', () => {
  const place = rfqPlace('leg', 0, 'amount');
  const [ambiguous] = readAmount('1,500', place, 'BTC').issues;
  expect(ambiguous).toMatchObject({ code: 'amount_not_decimal', fixes: [{ value: '1500' }, { value: '1.5' }] });
  const [hidden] = readAmount('25\u200B', place, 'BTC').issues;
  expect(hidden).toMatchObject({ code: 'number_invisible', params: { character: 'U+200B' }, fixes: [{ value: '25' }] });
});

it('of what is listed and not open yet, what can be read in two ways stays as it is', () => {
  const listed = perpetual({ tick_size: 0, min_trade_amount: 0, contract_size: 0, base_currency: '' });
  const side = { instrument_name: listed.instrument_name, direction: 'buy' } as const;
  const leg = { ...side, amount: '1,000' };
  const hedge = { ...side, amount: '1,000', price: '97,867' };
  const draft = { legs: [leg], hedges: [hedge], makers: [], disclosed: true, label: '', allocations: [] };
  expect(settleRfq(draft, () => listed)).toEqual(draft);
});
