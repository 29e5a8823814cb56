import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBuilt } from './bundle.mjs';
import { inProject, projectNode, say } from './project.mjs';
import { run, runNodeBehind, toolEnvironment } from './run.mjs';
import { countTests, DEEP, NONE } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<Counts>} run
 */

/** The campaign runs so many seeds beside the journeys. */
const CAMPAIGN_SEEDS = 10_000;

/**
 * What can be said of the sources without running them.
 * @returns {Stage[]}
 */
function checks(/** @type {Record<string, string>} */ variables = {}) {
  const tool = (/** @type {string[]} */ ...parts) => inProject('node_modules', ...parts);
  return [
    check('format', [tool('oxfmt', 'bin', 'oxfmt'), '--check']),
    // More checkers at a time read the same declarations anew, each for itself.
    check('types', [tool('typescript', 'bin', 'tsc'), '-b', '--checkers', '1']),
    check('lint', [tool('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings'], variables),
    check('boundaries', [inProject('build', 'check-boundaries.mjs')]),
    check('words', [inProject('build', 'check-words.mjs')]),
  ];
}

/**
 * What `npm run check` runs: the short word before a commit.
 * @returns {Stage[]}
 */
export function checkStages() {
  return [sideBySide(checks())];
}

/**
 * What `npm test` runs, in order; `npm run deep` leaves nothing of it.
 * @param {Promise<string>} chromium path of the browser for the end-to-end tests, once it is there
 * @param {boolean} isDeep
 * @returns {Stage[]}
 */
export function testStages(chromium, isDeep) {
  return [
    // No stage keeps two cores busy. All kinds of tests run together: short files fill one core beside a long one.
    sideBySide([
      ...checks(ON_ONE_CORE),
      build(),
      tests(['unit', 'window', 'contract', 'campaign'], isDeep, () => ({})),
    ]),
    sideBySide([
      check('package', [inProject('build', 'package.mjs'), '--check']),
      tests(['e2e', 'components', ...(isDeep ? ['journeys', 'panels'] : [])], isDeep, async () => ({
        CHROMIUM_PATH: await chromium,
      })),
      // The tests of the campaign run the first seeds. More of them would keep the journeys of `npm test` waiting.
      ...(isDeep ? [campaign()] : []),
    ]),
  ];
}

/** Beside tests nobody waits for the linter: on one core it takes a quarter less of both. */
const ON_ONE_CORE = { GOMAXPROCS: '1' };

/** The compiler and the linter are Go programs: memory is there, and a collector that runs less leaves the cores to tests. */
const FEWER_COLLECTIONS = { GOGC: '400' };

/**
 * A stage that passes or fails as one. It counts its failure under its name, since others run beside it.
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} variables of its environment
 * @returns {Stage}
 */
function check(name, args, variables = {}) {
  return {
    name,
    run: async () => {
      const exitCode = await run(projectNode(), args, {
        env: { ...toolEnvironment(), ...FEWER_COLLECTIONS, ...variables },
      });
      if (exitCode !== 0) say(`${name}: failed`);
      return exitCode === 0 ? NONE : { ...NONE, failed: 1 };
    },
  };
}

/** @returns {Stage} */
function build() {
  return {
    name: 'build',
    run: async () => {
      await ensureBuilt();
      return NONE;
    },
  };
}

/**
 * More seeds of the campaign than the tests themselves run, behind everything else.
 * @returns {Stage}
 */
function campaign() {
  return {
    name: 'campaign',
    run: async () => {
      const script = ['--no-warnings', inProject('test', 'campaign', 'main.ts')];
      const range = ['--from', 'tested', '--seeds', String(CAMPAIGN_SEEDS)];
      const isGood = (await runNodeBehind([...script, ...range])) === 0;
      return { ...NONE, [isGood ? 'passed' : 'failed']: 1 };
    },
  };
}

/**
 * Stages that are run at once, as one.
 * @param {Stage[]} stages
 * @returns {Stage}
 */
function sideBySide(stages) {
  return {
    name: stages.map(({ name }) => name).join('+'),
    run: async () => {
      const counts = await Promise.all(stages.map((stage) => stage.run()));
      const sum = (/** @type {keyof Counts} */ key) => counts.reduce((total, count) => total + count[key], 0);
      return { passed: sum('passed'), failed: sum('failed'), left: sum('left') };
    },
  };
}

/**
 * @param {boolean} isDeep
 * @returns {NodeJS.ProcessEnv}
 */
function testEnvironment(isDeep) {
  return {
    ...toolEnvironment(),
    // Every process of the tests would compile the same sources anew.
    NODE_COMPILE_CACHE: inProject('.cache', 'compiled'),
    // See `test/support/repetitions.ts`.
    ...(isDeep ? { STRIKEDESK_DEEP: '1' } : {}),
  };
}

/**
 * A stage of tests, under the project's Node whatever this one is.
 * @param {string[]} projects of the tests, run together
 * @param {boolean} isDeep
 * @param {() => Record<string, string> | Promise<Record<string, string>>} readVariables of its environment
 * @returns {Stage}
 */
function tests(projects, isDeep, readVariables) {
  const name = projects.join('+');
  return {
    name,
    run: async () => {
      const variables = await readVariables();
      const report = inProject('.cache', `test-${name}.json`);
      // Of what failed, see `test/support/window/tell-failures.ts`.
      const told = inProject('.cache', 'on-screen.txt');
      mkdirSync(inProject('.cache'), { recursive: true });
      for (const path of [report, told]) rmSync(path, { force: true });
      const exitCode = await run(
        projectNode(),
        [
          inProject('node_modules', 'vitest', 'vitest.mjs'),
          'run',
          ...projects.map((project) => `--project=${project}`),
          ...(isDeep ? [] : [`--tags-filter=!${DEEP}`]),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        { env: { ...testEnvironment(isDeep), ...variables } },
      );
      if (existsSync(told)) say(readFileSync(told, 'utf8').trimEnd());
      return countTests(existsSync(report) ? readFileSync(report, 'utf8') : null, exitCode, !isDeep);
    },
  };
}
