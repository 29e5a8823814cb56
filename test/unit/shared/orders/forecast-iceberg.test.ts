import { describe, expect, it } from 'vitest';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { expectationOf } from '../../../../shared/orders/outcome/expectation.ts';
import { buildOrderParams } from '../../../../shared/orders/request.ts';
import { childDraft, perpetualTicker, orderDraft, orderFacts } from '../../../support/records/records.ts';

/** Steps of an iceberg of 1,000: its plan, and the hidden part's fee. */
function told(draft: Partial<OrderDraft>, ticker: Record<string, unknown> = {}) {
  const facts = orderFacts({ ticker: perpetualTicker(ticker) });
  const found = forecastOrder(orderDraft({ amount: '100000', display_amount: '1000', ...draft }), facts);
  const read = (code: string) => found?.steps.find((step) => step.code === code)?.params;
  return {
    slices: read('iceberg')?.['slices'],
    slicesAtMost: read('iceberg_rest')?.['slices'],
    hidden: read('hidden_pays_taker')?.['fee'],
  };
}

const NOTHING = { slices: undefined, slicesAtMost: undefined, hidden: undefined };
const WHOLE = { slices: '100', slicesAtMost: undefined };
const STOP = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '95000', price: '80000' } as const;
const REJECTING = { post_only: true, reject_post_only: true } as const;
const MORE_THAN_BID = { amount: '100000', price: '97000' } as const;

describe('what is told of an iceberg', () => {
  it.each<[string, Partial<OrderDraft>, ReturnType<typeof told>]>([
    ['that rests', { price: '97500' }, { ...WHOLE, hidden: '0.00035538' }],
    // 99,000 at 97,410.5, not at the price that was typed.
    ['that post only moves', { price: '90000', post_only: true }, { ...WHOLE, hidden: '0.00035571' }],
    ['that the band holds first', { price: '1', post_only: true }, { ...WHOLE, hidden: '0.00035571' }],
    ['that the bid takes whole', { amount: '50000', price: '97000' }, NOTHING],
    // 15,790 are left of it.
    ['that is more than the bid', MORE_THAN_BID, { ...NOTHING, slicesAtMost: '16', hidden: '0.00005337' }],
    ['whose rest is one slice', { amount: '85000', price: '97000' }, { ...NOTHING, slicesAtMost: '1' }],
    ['that is rejected', { price: '97000', ...REJECTING }, NOTHING],
    ['that waits', STOP, { ...NOTHING, slicesAtMost: '100', hidden: '0.00036474' }],
    ['that waits to rest', { ...STOP, post_only: true }, { ...WHOLE, hidden: '0.00036474' }],
    [
      'that its partner may cut',
      {
        price: '97500',
        linked_order_type: 'one_cancels_other',
        trigger_fill_condition: 'incremental',
        children: [childDraft({ direction: 'buy', price: '97410.5', amount: '20000', post_only: false })],
      },
      { ...WHOLE, hidden: '0.00035538' },
    ],
  ])('%s', (_name, draft, expected) => {
    expect(told({ post_only: false, ...draft })).toEqual(expected);
  });

  it('that goes for a bid of unknown size is nothing', () => {
    expect(told({ ...MORE_THAN_BID, post_only: false }, { best_bid_amount: null })).toEqual(NOTHING);
  });
});

describe('the fees of an iceberg', () => {
  function fees(draft: Partial<OrderDraft>) {
    const terms = orderDraft({ amount: '100000', display_amount: '1000', post_only: false, price: '97500', ...draft });
    const facts = orderFacts({});
    const found = forecastOrder(terms, facts);
    if (found === null || facts.instrument === null) throw new Error('no forecast');
    const steps = found.steps.filter(({ code }) => code.startsWith('fee_'));
    const expected = expectationOf(found, buildOrderParams(terms, 'sd-1', 0, facts.instrument)).fee;
    return { expected, steps: steps.map(({ code, params }) => [code, params['fee'] ?? params['taker']]) };
  }

  it('are a maker’s of what is shown alone, and none is expected of all of it', () => {
    const shown = ['fee_shown', '0.00000154'];
    expect(fees({})).toEqual({ expected: null, steps: [shown, ['fee_elsewhere', '0.00035897']] });
    expect(fees({ post_only: true })).toEqual({ expected: null, steps: [shown] });
    expect(fees({ ...STOP, trigger_price: '97500', post_only: true })).toEqual({ expected: null, steps: [shown] });
  });

  it('are a taker’s of all that goes for bids, of which no maker may become', () => {
    const steps = [['fee_taker', '0.00035931']];
    expect(fees(MORE_THAN_BID)).toEqual({ expected: { amount: '0.00035931', currency: 'BTC' }, steps });
  });

  it('are those of any order where all of it is shown', () => {
    const steps = [
      ['fee_maker', '0.00015385'],
      ['fee_elsewhere', '0.00035897'],
    ];
    expect(fees({ display_amount: '100000' })).toEqual({
      expected: { amount: '0.00015385', currency: 'BTC' },
      steps,
    });
  });
});
