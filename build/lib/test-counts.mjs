/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * Tests of one run, from the text of vitest's JSON report. A test that was skipped counts as failed:
 * it has shown nothing. A run that failed although no test did (a file that can't be loaded, an error
 * outside of tests, no tests at all) counts as one failure, and so does a report that isn't there.
 * @param {string | null} reportText
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countTests(reportText, exitCode) {
  if (reportText === null) return { passed: 0, failed: 1 };
  const { numPassedTests, numTotalTests } = JSON.parse(reportText);
  const failed = numTotalTests - numPassedTests;
  const isHollow = failed === 0 && (exitCode !== 0 || numTotalTests === 0);
  return { passed: numPassedTests, failed: isHollow ? 1 : failed };
}
