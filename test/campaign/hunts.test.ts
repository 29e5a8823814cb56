import { describe, expect, it } from 'vitest';
import { DEEP } from '../support/deep.ts';
import { defectNames, hunt, HUNT_LIMIT_MS } from './defects.ts';

/** Each takes seconds to minutes, and all of them as long as everything else. That they still fit the sources is always tested. */
describe('a planted defect', () => {
  it.each(defectNames())('is caught: %s', { ...DEEP, timeout: HUNT_LIMIT_MS }, async (name) => {
    const { seed, finding } = await hunt(name);
    expect(seed, finding).not.toBeNull();
  });
});
