import { describe, expect, it } from 'vitest';
import { eachOf } from '../support/deep.ts';
import { repetitions } from '../support/repetitions.ts';
import { defectNames, plantDefect } from './defects.ts';
import { applyPatch, readPatch } from './patch.ts';
import { PEER_NAMES } from './peers.ts';
import { planSeed } from './plan-seed.ts';
import { type Plan, PRESSES } from './plan.ts';
import { quantile, TESTED_SEEDS } from './campaign.ts';
import { runSeeds } from './pool.ts';
import { replay } from './replay.ts';

const SEEDS = repetitions(TESTED_SEEDS, 100);
const PEER_SEEDS = repetitions(100, 30);
/** A machine that is busy with other things takes longer. */
const LIMIT_MS = 600_000;
/** Of the time that the engine could take the order: 99 of 100 unknown sells are proven within it. */
const MOST_WINDOWS = 1.5;

const SOME_PLANS = Array.from({ length: 1000 }, (_, seed) => planSeed(seed));

describe('the campaign', () => {
  it(
    'finds no duplicate, no loss and no wrong verdict',
    async () => {
      const tally = await runSeeds({ from: 1, count: SEEDS, peerSeeds: PEER_SEEDS });
      expect(tally.failures).toEqual([]);
      expect(tally.seeds).toBe(SEEDS);
      // A campaign in which little happens proves little.
      expect(tally.intents).toBeGreaterThan(0.9 * SEEDS * PRESSES);
      for (const outcome of ['accepted', 'refused', 'not_sent', 'absent', 'unknown']) {
        expect(tally.outcomes[outcome], outcome).toBeGreaterThan(0);
      }
      expect(quantile(tally.plainIgnorance, 0.99)).toBeLessThanOrEqual(MOST_WINDOWS);
      for (const name of PEER_NAMES) expect(tally.peers[name].wrong, name).toBeGreaterThan(0);
    },
    LIMIT_MS,
  );

  it('begins nothing once its time is over', async () => {
    const { seeds, failures } = await runSeeds({ from: 1, count: 1_000_000, peerSeeds: 0, workers: 1, withinMs: 1 });
    expect([seeds <= 25, failures]).toEqual([true, []]);
  });

  eachOf(
    [
      ['that crashes', ({ restarts }: Plan) => restarts.some(({ isCrash }) => isCrash)],
      ['whose journal is a file', ({ isOnDisk }: Plan) => isOnDisk],
      ['whose market moves', ({ isMoving }: Plan) => isMoving],
      ['that follows its orders', ({ tracks }: Plan) => tracks],
      ['whose sells have linked orders', ({ links }: Plan) => links.length > 0],
      ['whose triggers fire', ({ triggers }: Plan) => triggers.length > 0],
      ['whose requests are signed', ({ scheme }: Plan) => scheme === 'signature'],
    ],
    ['that crashes', 'whose journal is a file', 'whose triggers fire'],
  )('replays a seed %s byte for byte', async (_name, fits) => {
    const seed = SOME_PLANS.findIndex(fits);
    const first = await replay(seed);
    const second = await replay(seed);
    expect(first.transcript.split('\n').length).toBeGreaterThan(60);
    expect(second.transcript).toBe(first.transcript);
  });

  it('plans every kind of trouble', () => {
    for (const fits of [
      ({ isLawful }) => !isLawful,
      ({ isLagToBeSeen }) => isLagToBeSeen,
      ({ isFirstHeld }) => isFirstHeld,
      ({ isOnDisk }) => isOnDisk,
      ({ restarts }) => restarts.some(({ isCrash }) => isCrash),
      ({ restarts }) => restarts.some(({ isCrash }) => !isCrash),
      ({ clockSteps }) => clockSteps.some(({ of }) => of === 'wall'),
      ({ clockSteps }) => clockSteps.some(({ of, byMs }) => of === 'service' && byMs < 0),
      ({ blackouts }) => blackouts.some(({ fromMs, toMs }) => toMs - fromMs >= 20 * 60_000),
      ({ diskFullAtMs }) => diskFullAtMs !== null,
      ({ tracks }) => tracks,
      ({ isMoving }) => isMoving,
      ({ presses }) => presses.some(({ isDouble }) => isDouble),
      ({ triggers }) => triggers.some((trigger) => trigger !== null),
      ({ triggers, links }) => triggers.length > 0 && links.some((link) => link !== null),
    ] satisfies ((plan: Plan) => boolean)[]) {
      expect(SOME_PLANS.some(fits), String(fits)).toBe(true);
    }
  });
});

describe('the planted defects', () => {
  it('are enough', () => {
    expect(defectNames().length).toBeGreaterThanOrEqual(20);
  });

  it.each(defectNames())('%s still fits the sources', (name) => {
    expect(plantDefect(name).changed.size).toBeGreaterThan(0);
  });
});

describe('a patch', () => {
  const text = 'What it does.\n--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n';
  const [file] = readPatch(text).files;
  if (file === undefined) throw new Error('the patch names a file');

  it('says what it does and changes what it names', () => {
    expect(readPatch(text).description).toBe('What it does.');
    expect(file.path).toBe('a.ts');
    expect(applyPatch('zero\none\ntwo\nthree\nfour\n', file)).toBe('zero\none\nzwei\nthree\nfour\n');
  });

  it.each([
    ['none\n', 'fits 0 times'],
    ['one\ntwo\nthree\none\ntwo\nthree\n', 'fits 2 times'],
  ])('that does not fit just once is refused: %j', (source, why) => {
    expect(() => applyPatch(source, file)).toThrow(why);
  });
});
