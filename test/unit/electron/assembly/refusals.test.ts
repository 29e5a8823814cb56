import { describe, expect, it } from 'vitest';
import { createRefusalLog } from '../../../../electron/assembly/refusals.ts';

describe('the record of refused requests', () => {
  it('tells each reason once a minute, with how many there were, and what the last was about', () => {
    let nowMs = 0;
    const told: unknown[] = [];
    const note = createRefusalLog(
      (level, event, fields) => void told.push([level, event, fields]),
      () => nowMs,
    );
    for (let count = 0; count < 1000; count += 1) note('schema', 'orders.check');
    note('channel');
    expect(told.splice(0)).toEqual([
      ['warn', 'request_refused', { reason: 'schema', message: 'orders.check', count: 1 }],
      ['warn', 'request_refused', { reason: 'channel', message: null, count: 1 }],
    ]);
    nowMs = 60_000;
    note('schema', 'orders.place');
    expect(told).toEqual([['warn', 'request_refused', { reason: 'schema', message: 'orders.place', count: 1000 }]]);
  });
});
