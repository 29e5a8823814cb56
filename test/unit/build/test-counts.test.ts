import { describe, expect, it } from 'vitest';
import { countTests } from '../../../build/lib/test-counts.mjs';

type Told = readonly [status: string, tags: readonly string[]];

function report(numPassedTests: number, numTotalTests: number, told: readonly Told[] = []): string {
  const assertionResults = told.map(([status, tags]) => ({ status, tags }));
  return JSON.stringify({ numPassedTests, numTotalTests, testResults: [{ assertionResults }] });
}

const LEFT: Told = ['skipped', ['deep']];
const SKIPPED: Told = ['skipped', []];
const FAILED: Told = ['failed', ['deep']];

describe('what npm test counts', () => {
  it.each([
    ['all passed', report(5, 5), 0, { passed: 5, failed: 0, left: 0 }],
    ['some failed', report(3, 5), 1, { passed: 3, failed: 2, left: 0 }],
    ['some were skipped', report(4, 5, [SKIPPED]), 0, { passed: 4, failed: 1, left: 0 }],
    ['some are left to the deep run', report(3, 5, [LEFT, LEFT]), 0, { passed: 3, failed: 0, left: 2 }],
    ['some are left, and one was skipped', report(3, 5, [LEFT, SKIPPED]), 0, { passed: 3, failed: 1, left: 1 }],
    ['a deep one was run and failed', report(4, 5, [FAILED]), 1, { passed: 4, failed: 1, left: 0 }],
    ['an error outside of tests', report(5, 5), 1, { passed: 5, failed: 1, left: 0 }],
    ['no tests at all', report(0, 0), 0, { passed: 0, failed: 1, left: 0 }],
    ['none but those that are left', report(0, 1, [LEFT]), 0, { passed: 0, failed: 1, left: 1 }],
    ['no report', null, 0, { passed: 0, failed: 1, left: 0 }],
  ])('%s', (_name, text, exitCode, counts) => {
    expect(countTests(text, exitCode, true)).toEqual(counts);
  });

  it('counts a deep test that the deep run itself skipped as failed', () => {
    expect(countTests(report(4, 5, [LEFT]), 0, false)).toEqual({ passed: 4, failed: 1, left: 0 });
  });
});
