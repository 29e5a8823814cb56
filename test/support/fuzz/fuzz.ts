import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MOST_RUNS = 1_000_000_000;

const USAGE = `usage: npm run fuzz -- [--runs N] [--seed S]   N from 1 to ${MOST_RUNS}, a million unless given; S a whole number
`;

interface Terms {
  readonly runs: number;
  readonly seed: number;
}

/** Null where the flags are none of these. */
function readTerms(): Terms | null {
  try {
    const { values } = parseArgs({
      options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
    });
    const [runs, seed] = [Number(values.runs), Number(values.seed)];
    return Number.isInteger(runs) && runs >= 1 && runs <= MOST_RUNS && Number.isInteger(seed) ? { runs, seed } : null;
  } catch {
    return null;
  }
}

/** The fuzz tests of the window's messages, of what a page may ask for and of what is logged, longer than the suite runs them. */
const terms = readTerms();
if (terms === null) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=unit',
      '--project=contract',
      '--testTimeout=0',
      'electron/ipc/fuzz.test.ts',
      'contract/ipc/fuzz.test.ts',
      'electron/hosts/page.test.ts',
      'electron/hosts/log.test.ts',
    ],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, FUZZ_RUNS: String(terms.runs), FUZZ_SEED: String(terms.seed) },
    },
  );
  process.exitCode = status ?? 1;
}
