import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBuilt } from './bundle.mjs';
import { inProject, projectNode } from './project.mjs';
import { run, runNode, toolEnvironment } from './run.mjs';
import { countTests } from './test-counts.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<Counts>} run
 */

/**
 * What `npm test` runs, in order: cheap before dear, so that a slip shows in seconds.
 * @param {string} chromium path of the browser for the end-to-end tests
 * @returns {Stage[]}
 */
export function testStages(chromium) {
  const tool = (/** @type {string[]} */ ...parts) => inProject('node_modules', ...parts);
  return [
    // None of them uses two cores all the time; tests of all kinds together, so that a long file of one keeps a core busy
    // while the other runs the short ones of the rest.
    sideBySide([
      check('format', [tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']),
      check('types', [tool('typescript', 'bin', 'tsc'), '-b']),
      check('lint', [tool('oxlint', 'bin', 'oxlint'), '--type-aware', '--deny-warnings']),
      check('boundaries', [inProject('build', 'check-boundaries.mjs')]),
      tests(['unit', 'contract', 'campaign'], {}),
    ]),
    {
      name: 'build',
      run: async () => {
        await ensureBuilt();
        return { passed: 0, failed: 0 };
      },
    },
    tests(['e2e'], { CHROMIUM_PATH: chromium }),
  ];
}

/**
 * A stage that passes or fails as one; only a failure is counted.
 * @param {string} name
 * @param {string[]} args
 * @returns {Stage}
 */
function check(name, args) {
  return { name, run: async () => ({ passed: 0, failed: (await runNode(args)) === 0 ? 0 : 1 }) };
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
      return { passed: sum('passed'), failed: sum('failed') };
    },
  };
}

/**
 * A stage of tests, under the project's Node whatever this one is.
 * @param {string[]} projects of the tests, run together
 * @param {Record<string, string>} variables
 * @returns {Stage}
 */
function tests(projects, variables) {
  const name = projects.join('+');
  return {
    name,
    run: async () => {
      const report = inProject('.cache', `test-${name}.json`);
      mkdirSync(inProject('.cache'), { recursive: true });
      rmSync(report, { force: true });
      const exitCode = await run(
        projectNode(),
        [
          inProject('node_modules', 'vitest', 'vitest.mjs'),
          'run',
          ...projects.map((project) => `--project=${project}`),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        // Every process of the tests would compile the same sources anew.
        { env: { ...toolEnvironment(), NODE_COMPILE_CACHE: inProject('.cache', 'compiled'), ...variables } },
      );
      return countTests(existsSync(report) ? readFileSync(report, 'utf8') : null, exitCode);
    },
  };
}
