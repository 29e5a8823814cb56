import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/** A real browser and a whole terminal per test: slower than a unit, never waiting for a fixed time. */
const E2E_TIMEOUT_MS = 60_000;
const E2E_POLL_TIMEOUT_MS = 30_000;
/** Properties over many cases take seconds on a busy machine: a limit against hanging, not a measure of speed. */
const TIMEOUT_MS = 60_000;
/** One for each core: left to itself, the runner keeps one core of two for itself. */
const WORKERS = Math.max(2, availableParallelism());

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          environment: 'node',
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'campaign',
          include: ['test/campaign/**/*.test.ts'],
          environment: 'node',
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          allowOnly: false,
          testTimeout: E2E_TIMEOUT_MS,
          hookTimeout: E2E_TIMEOUT_MS,
          // As patient as the browser's own waits: the default of a second fails on a busy machine alone.
          expect: { poll: { timeout: E2E_POLL_TIMEOUT_MS } },
          // Two browsers at once are what two cores carry; a third makes all of them slower.
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
