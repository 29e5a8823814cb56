import { expect, it } from 'vitest';
import { describeNews } from '../../../../shared/alerts/news-text.ts';
import type { AlertStatus } from '../../../../shared/alerts/rule.ts';
import type { DecimalString } from '../../../../shared/decimal.ts';
import { describeValue } from '../../../../renderer/features/alerts/state-text.ts';
import { alertRule } from '../../../support/window/alert-rule.ts';

it.each([
  ['0.00002134', '0.00002134', '0.00002134'],
  ['-0.0000004', '−0.0000004', '-0.0000004'],
  ['0.0312345678', '0.03123', '0.031235'],
  ['97864.123456789', '97,864.1235', '97864.123457'],
  ['0', '0', '0'],
])('a figure of %s is never told as none: %s in the list, %s in the news', (text, listed, told) => {
  const value = text as DecimalString;
  const rule = alertRule('BTC-PERPETUAL funding_8h > 0.00001');
  const status: AlertStatus = {
    id: rule.id,
    is_raised: true,
    since: 0,
    value,
    input: 'fresh',
    level: 1,
    told_blind: 0,
  };
  expect(describeValue(status, '')).toBe(listed);
  expect(describeNews(rule, { id: rule.id, kind: 'raised', level: 1, value }, () => null).detail).toBe(`now ${told}`);
});

it('of no figure there is none to tell', () => {
  expect(describeValue(null, 'BTC')).toBe('–');
});
