import { expect, it } from 'vitest';
import { parseCondition } from '../../../../shared/alerts/condition-text.ts';
import { describeNews } from '../../../../shared/alerts/news-text.ts';
import type { AlertRule, AlertStatus } from '../../../../shared/alerts/rule.ts';
import { type DecimalString, ZERO } from '../../../../shared/decimal.ts';
import { describeValue } from '../../../../renderer/features/alerts/state-text.ts';

const id = '2d1a8a63-5b0b-4a0e-9d5c-000000000001';

it.each([
  ['0.00002134', '0.00002134', '0.00002134'],
  ['-0.0000004', '−0.0000004', '-0.0000004'],
  ['0.0312345678', '0.03123', '0.031235'],
  ['97864.123456789', '97,864.1235', '97864.123457'],
  ['0', '0', '0'],
])('a figure of %s is never told as none: %s in the list, %s in the news', (text, listed, told) => {
  const value = text as DecimalString;
  const status: AlertStatus = { id, is_raised: true, since: 0, value, input: 'fresh', level: 1, told_blind: 0 };
  expect(describeValue(status, '')).toBe(listed);
  const condition = parseCondition('BTC-PERPETUAL funding_8h > 0.00001');
  if (!condition.ok) throw new Error(condition.error.reason);
  const rule: AlertRule = {
    id,
    condition: condition.value,
    hysteresis: ZERO,
    repeat_minutes: null,
    snoozed_until: null,
  };
  expect(describeNews(rule, { id, kind: 'raised', level: 1, value }, () => null).detail).toBe(`now ${told}`);
});

it('of no figure there is none to tell', () => {
  expect(describeValue(null, 'BTC')).toBe('–');
});
