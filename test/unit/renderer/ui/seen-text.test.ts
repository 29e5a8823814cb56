import { expect, it } from 'vitest';
import { describeSeen } from '../../../../renderer/ui/order-words/seen-text.ts';

it('an order whose look-ups fail is told with its age, and no longer as good', () => {
  const open = { tone: 'good', text: 'open' } as const;
  expect(describeSeen(open, null)).toBe(open);
  expect(describeSeen(open, 12_400)).toEqual({ tone: 'attention', text: 'open · seen 12 s ago' });
});
