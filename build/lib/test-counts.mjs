/** @typedef {{ passed: number, failed: number, left: number }} Counts */

/** @type {Counts} */
export const NONE = { passed: 0, failed: 0, left: 0 };

/** Tests that bear it are run by `npm run deep` alone. */
export const DEEP = 'deep';

/**
 * Tests of a run, from vitest's JSON report. Skipped tests fail, unless deep tests run elsewhere. A failed
 * run counts at least one failure.
 * @param {string | null} reportText
 * @param {number} exitCode
 * @param {boolean} leavesDeep
 * @returns {Counts}
 */
export function countTests(reportText, exitCode, leavesDeep) {
  if (reportText === null) return { ...NONE, failed: 1 };
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(reportText);
  const left = leavesDeep ? countLeft(testResults) : 0;
  const failed = numTotalTests - numPassedTests - left;
  const isHollow = failed === 0 && (exitCode !== 0 || numPassedTests === 0);
  return { passed: numPassedTests, failed: isHollow ? 1 : failed, left };
}

/**
 * @param {readonly { assertionResults: readonly { status: string, tags?: readonly string[] }[] }[]} testResults
 * @returns {number}
 */
function countLeft(testResults) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return tests.filter(({ status, tags = [] }) => status === 'skipped' && tags.includes(DEEP)).length;
}
