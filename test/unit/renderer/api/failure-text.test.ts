import { describe, expect, it } from 'vitest';
import { describeFailure } from '../../../../renderer/api/failure-text.ts';

describe('a failure in words', () => {
  it('of a statement says which field, why, and what would be taken', () => {
    const params = { param: 'order_id', reason: 'order_of_another', order_id: 'BTC-7', label: 'hedge' };
    expect(describeFailure({ code: 'BadRequest', message: 'for the log', params })).toBe(
      'This id is taken: BTC-7 is the order labelled “hedge”. Enter another order’s id, or say that it is not there.',
    );
  });

  it('of a request that the terminal itself made wrong names no detail', () => {
    const text = describeFailure({ code: 'BadRequest', message: 'orders.confirm: typed', params: {} });
    expect(text).toBe('The terminal can’t read this request.');
  });
});
