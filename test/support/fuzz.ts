import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MOST_RUNS = 1_000_000_000;

/** `npm run fuzz -- --runs N --seed S`: the fuzz tests of the window's messages, longer than the suite runs them. */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
});
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || runs > MOST_RUNS || !Number.isInteger(seed)) {
  process.stderr.write(`--runs takes a whole number from 1 to ${MOST_RUNS}, --seed a whole number\n`);
  process.exitCode = 2;
} else {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=unit',
      '--testTimeout=0',
      'test/unit/electron/ipc/fuzz.test.ts',
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, FUZZ_RUNS: String(runs), FUZZ_SEED: String(seed) } },
  );
  process.exitCode = status ?? 1;
}
