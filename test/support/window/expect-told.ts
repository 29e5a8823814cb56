import { expect } from 'vitest';
import type { Breaches } from './policy-violations.ts';

/**
 * Resolves with everything that was told once each of the breaches is in it: the watch must tell of what a test tries, or
 * its silence elsewhere would be worth nothing.
 */
export async function expectTold(take: Breaches['take'], breaches: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  const isTold = (breach: string) => told.some((line) => line.includes(breach));
  await expect
    .poll(() => {
      told.push(...take());
      return breaches.filter((breach) => !isTold(breach));
    })
    .toEqual([]);
  return told;
}
