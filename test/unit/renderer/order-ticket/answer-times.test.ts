import { describe, expect, it } from 'vitest';
import { describeAnswerTimes } from '../../../../renderer/features/order-ticket/press/answer-times-text.ts';

const reads = { count: 500, p50: 2.14, p90: 5, p99: 14.2, longest: 80 };

describe('how long the service took to answer', () => {
  it('is that of the orders once there are enough of them, else of the reads, and nothing before the first', () => {
    expect(describeAnswerTimes({ sells: null, reads: null })).toBeNull();
    expect(describeAnswerTimes({ sells: { ...reads, count: 19, p50: 7 }, reads })).toEqual({
      text: 'p50 2.1 · p99 14 ms',
      explanation: 'Answer times of the latest 500 reads: half within 2.1 ms, 99 in 100 within 14 ms.',
    });
    const { text, explanation } = describeAnswerTimes({ sells: { ...reads, count: 20, p50: 38.6 }, reads }) ?? {};
    expect([text, explanation?.includes('latest 20 orders')]).toEqual(['p50 39 · p99 14 ms', true]);
  });
});
