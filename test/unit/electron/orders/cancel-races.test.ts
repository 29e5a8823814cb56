import { expect, it } from 'vitest';
import { RACE_KINDS, runCancelRace } from '../../../support/cancel-race.ts';

/** Among these were ends that were told as another's once a late refusal came. */
const FIRST_SEED = 101;
const SEEDS = 60;

it.each(RACE_KINDS)('whatever happens to a %s order while it is cancelled, its end is told as it is', async (kind) => {
  const found: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const wrongs = await runCancelRace(seed, kind);
    if (wrongs.length > 0) found.push(`seed ${seed}: ${wrongs.join('; ')}`);
  }
  expect(found).toEqual([]);
});
