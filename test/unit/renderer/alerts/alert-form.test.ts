import { expect, it } from 'vitest';
import { EMPTY_FORM, readForm } from '../../../../renderer/features/alerts/alert-form.ts';

it.each([
  ['BTC-PERPETUAL mark_price > 1000', '50%', 'is in percent, and the limit is not'],
  ['BTC-PERPETUAL mark_price > 1000', '50', null],
  ['BTC maintenance_margin / margin_balance > 60 %', '5 %', null],
  ['BTC maintenance_margin / margin_balance > 60 %', '5', null],
  ['BTC maintenance_margin / margin_balance > 60 %', 'a lot', 'is not a distance'],
])('the distance of “%s” written as “%s”: %s', (condition, hysteresis, fault) => {
  const read = readForm({ ...EMPTY_FORM, condition, hysteresis });
  expect(read.ok).toBe(fault === null);
  if (!read.ok) expect(read.error.hysteresis).toContain(fault);
});
