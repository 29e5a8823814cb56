import { expect, it } from 'vitest';
import { RACE_KINDS, type RaceKind, runCancelRace } from '../../../support/bench/cancel-race.ts';
import { repetitions } from '../../../support/repetitions.ts';

/** Among these were ends that were told as another's once a late refusal came. */
const FIRST_SEED = 101;
const SEEDS = repetitions(60, 10);

it.each(RACE_KINDS)('whatever happens to a %s order while it is cancelled, its end is told as it is', async (kind) => {
  const found: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const wrongs = await runCancelRace(seed, kind);
    if (wrongs.length > 0) found.push(`seed ${seed}: ${wrongs.join('; ')}`);
  }
  expect(found).toEqual([]);
});

it.each<[string, RaceKind, number]>([
  ['a cancel of the account is carried out, and a single one of the same order refused later', 'stop', 7_000_722],
  ['that comes after a restart, of what an order of the run before became', 'linked', 7_000_602],
  ['what a wide cancel left open is refused singly', 'linked_in_pieces', 7_000_237],
  ['two cancels of the account are on their way, and the first is refused', 'stop', 7_000_284],
  ['what its trigger made is being cancelled as one that waited for credits ends', 'stop', 9_004_170],
  ['a piece was cancelled by a request without an answer, and a later one is not sent', 'linked_in_pieces', 9_000_451],
  ['the next piece is being cancelled as the trader asks again', 'linked_in_pieces', 8_001_053],
])('an end is told as it is where %s', async (_how, kind, seed) => {
  expect(await runCancelRace(seed, kind)).toEqual([]);
});
