import { describe, expect, it } from 'vitest';
import { takeShown } from '../../../../renderer/ui/toaster.tsx';

describe('the news at the corner', () => {
  it('are those that pass, and of those that stay the newest that have room', () => {
    const toasts = [true, false, true, true, false].map((isSticky, id) => ({ id, isSticky }));
    expect(takeShown(toasts, 2).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(takeShown(toasts, 1).map(({ id }) => id)).toEqual([1, 3, 4]);
    expect(takeShown(toasts, 3)).toEqual(toasts);
  });
});
