import { describe, expect, it } from 'vitest';
import { countTests } from '../../../build/lib/test-counts.mjs';

function report(numPassedTests: number, numTotalTests: number): string {
  return JSON.stringify({ numPassedTests, numTotalTests });
}

describe('what npm test counts', () => {
  it.each([
    ['all passed', report(5, 5), 0, { passed: 5, failed: 0 }],
    ['some failed', report(3, 5), 1, { passed: 3, failed: 2 }],
    ['some were skipped', report(4, 5), 0, { passed: 4, failed: 1 }],
    ['an error outside of tests', report(5, 5), 1, { passed: 5, failed: 1 }],
    ['no tests at all', report(0, 0), 0, { passed: 0, failed: 1 }],
    ['no report', null, 0, { passed: 0, failed: 1 }],
  ])('%s', (_name, text, exitCode, counts) => {
    expect(countTests(text, exitCode)).toEqual(counts);
  });
});
