import { planSeed } from './plan-seed.ts';
import type { SeedReport } from './seed-report.ts';
import { type Core, SeedRun } from './seed-run.ts';

/** Runs one seed and gives everything that happened in it: the same text each time. */
export async function replay(
  seed: number,
  core: Core = 'desk',
): Promise<{ readonly transcript: string; readonly report: SeedReport }> {
  const plan = planSeed(seed);
  const lines = [`seed ${seed}`, `plan ${JSON.stringify(plan, null, 1)}`];
  const report = await new SeedRun(plan, (text) => lines.push(text), core).run();
  const { outcomes, wrongs, differences } = report;
  lines.push(
    `outcomes ${JSON.stringify(outcomes)}`,
    `wrong ${wrongs.length}`,
    ...differences.map((one) => `DIFFERS ${one}`),
  );
  return { transcript: `${lines.join('\n')}\n`, report };
}
