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

it('as many alerts as there may be leave no room for one more, and that is said at its field', () => {
  const form = { ...EMPTY_FORM, condition: 'BTC-PERPETUAL mark_price > 1000' };
  expect(readForm(form, 99).ok).toBe(true);
  expect(readForm(form, 100)).toMatchObject({ error: { condition: expect.stringContaining('there are 100') } });
});
