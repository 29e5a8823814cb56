import { expect } from 'vitest';
import type { Breaches } from './policy-violations.ts';

/** Resolves once all breaches were reported: the watch must see them, or its silence elsewhere proves nothing. */
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
