import { expect, it } from 'vitest';
import { countUnknown } from '../../../renderer/ui/order-words/unknown-text.ts';

it.each([
  [1, '1 outcome unknown'],
  [12, '12 outcomes unknown'],
  [null, 'orders unknown: journal unreadable'],
])('%j orders without an outcome read “%s”', (count, text) => {
  expect(countUnknown(count)).toBe(text);
});
