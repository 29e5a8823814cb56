import { describe, expect, it } from 'vitest';
import { adoptedLabelsSchema } from '../../../shared/ipc/schemas/follow-schema.ts';
import { findAdoptProblem, MOST_ADOPTED_LABELS } from '../../../shared/orders/outcome/adopted-label.ts';

describe('adopting a label', () => {
  it.each([
    ['', 'empty'],
    ['x'.repeat(65), 'too_long'],
    ['\ud83d', 'half_a_character'],
    ['known', 'followed_already'],
    ['😀'.repeat(64), null],
    [' blanks ', null],
    ['a\u0000b', null],
    ['<b>', null],
  ])('%j: %s', (label, problem) => {
    expect(findAdoptProblem(label, ['known'])).toBe(problem);
  });

  it('has a limit, in the window and at the door alike', () => {
    const full = Array.from({ length: MOST_ADOPTED_LABELS }, (_, index) => `label-${index}`);
    expect(findAdoptProblem('one more', full)).toBe('too_many');
    expect(adoptedLabelsSchema.safeParse(full).success).toBe(true);
    expect(adoptedLabelsSchema.safeParse([...full, 'one more']).success).toBe(false);
    expect(adoptedLabelsSchema.safeParse(['a', 'a']).success).toBe(false);
    expect(adoptedLabelsSchema.safeParse(['']).success).toBe(false);
  });
});
