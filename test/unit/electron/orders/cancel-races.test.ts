import { expect, it } from 'vitest';
import { RACE_KINDS, runCancelRace } from '../../../support/cancel-race.ts';

const SEEDS = 40;

it.each(RACE_KINDS)('whatever happens to a %s order while it is cancelled, its end is told as it is', async (kind) => {
  const found: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const wrongs = await runCancelRace(seed, kind);
    if (wrongs.length > 0) found.push(`seed ${seed}: ${wrongs.join('; ')}`);
  }
  expect(found).toEqual([]);
});
