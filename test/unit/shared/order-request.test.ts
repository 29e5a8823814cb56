import { describe, expect, it } from 'vitest';
import { buildOrderParams } from '../../../shared/orders/request.ts';
import { checkDraft } from '../../../shared/orders/rules.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { instrumentSchema } from '../../../shared/service/instrument.ts';
import { perpetual, orderDraft, orderFacts } from '../../support/records/records.ts';

const INSTRUMENT = instrumentSchema.parse(perpetual());

/** The params of a draft in which the rules find no error. */
function request(changes: Partial<OrderDraft>) {
  const draft = orderDraft(changes);
  const errors = checkDraft(draft, orderFacts()).filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([]);
  return buildOrderParams(draft, 'label', 1, INSTRUMENT);
}

describe('the request of a sell', () => {
  it('has one size: the amount, given with the same in contracts or by contracts alone', () => {
    for (const size of [{ contracts: '5000' }, { amount: '', contracts: '5000' }, { amount: '50000' }]) {
      expect(request(size)).toMatchObject({ amount: '50000' });
      expect(request(size)).not.toHaveProperty('contracts');
    }
  });

  it('says post only as false where it is not asked for: left out, the service would take it for true', () => {
    const times = ['immediate_or_cancel', 'fill_or_kill', 'good_til_day', 'good_til_cancelled'] as const;
    for (const time_in_force of times) {
      expect(request({ time_in_force, post_only: false })).toMatchObject({ time_in_force, post_only: false });
    }
  });

  it('has numbers as they were meant: without leading zeros, and with a zero before a bare point', () => {
    expect(request({ price: '000097500.0', amount: '50000.' })).toMatchObject({ price: '97500', amount: '50000' });
  });
});
