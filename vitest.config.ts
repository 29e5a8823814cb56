import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { DEEP } from './build/lib/test-counts.mjs';

/** Properties over many cases take seconds on a busy machine: a limit against hanging, not a measure of speed. */
const TIMEOUT_MS = 180_000;
/** As long as journeys wait for what a page should show, see `test/support/window/patience.ts`. */
const E2E_PATIENCE_MS = 60_000;
const CORES = Math.max(2, availableParallelism());
/** More than there are cores: sockets and processes are waited for a part of the time. */
const WORKERS = CORES + 2;
/** With one more of these, a window waits for seconds now and then: journeys that press and look at once go astray. */
const E2E_WORKERS = CORES + 1;

/** Node loads the sources by itself: they run twice as fast as through the runner's modules, which JSX alone needs. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

/** What takes longest, the longest first: begun last, it would keep one core busy while the others have nothing left. */
const LONGEST = [
  'contract/desk/refused-key.test.ts',
  'contract/agreement/agreement.test.ts',
  'contract/desk/own-terms.test.ts',
  'contract/desk/killed.test.ts',
  'campaign/campaign.test.ts',
  'contract/rfq/rfq-desk.test.ts',
  'contract/profiles/profiles.test.ts',
  'contract/simulator/fuzz.test.ts',
  'contract/history/killed.test.ts',
  'contract/desk/killed-cancels.test.ts',
  'contract/desk/linked.test.ts',
  'contract/desk/desk.test.ts',
  'contract/desk/preflight.test.ts',
  'contract/desk/sleep.test.ts',
  'contract/ipc/fuzz.test.ts',
  'e2e/journeys/profiles.test.ts',
  'e2e/journeys/ticket.test.ts',
  'e2e/journeys/orders-grid.test.ts',
  'e2e/journeys/block-rfq.test.ts',
  'e2e/journeys/notices.test.ts',
  'e2e/journeys/screens.test.ts',
  'e2e/journeys/chart.test.ts',
  'e2e/hosts/own-windows.test.ts',
  'e2e/journeys/ticket-inputs.test.ts',
  'e2e/journeys/desktop.test.ts',
  'e2e/journeys/workspaces.test.ts',
  'e2e/journeys/ticket-presses.test.ts',
  'e2e/journeys/panel-states.test.ts',
  'e2e/journeys/trades.test.ts',
  'e2e/journeys/sell.test.ts',
  'e2e/journeys/ladder.test.ts',
  'e2e/hosts/crashes.test.ts',
  'e2e/hosts/electron.test.ts',
];

/** The usual order, but for those. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The sequencer's own, not the list's.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification): number => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}`));
      return rank === -1 ? LONGEST.length : rank;
    };
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [{ name: DEEP, description: 'takes long, and is left to npm run deep' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Modules are loaded once for many files: to load them anew for each took as long as the tests themselves.
          isolate: false,
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'contract',
          experimental: NATIVE,
          include: ['test/contract/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'campaign',
          experimental: NATIVE,
          include: ['test/campaign/**/*.test.ts'],
          environment: 'node',
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          maxWorkers: WORKERS,
        },
      },
      {
        test: {
          name: 'components',
          experimental: NATIVE,
          include: ['test/components/**/*.test.ts'],
          setupFiles: ['test/support/window/tell-failures.ts'],
          environment: 'node',
          // One page for all files of a worker.
          isolate: false,
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          expect: { poll: { timeout: E2E_PATIENCE_MS } },
          maxWorkers: E2E_WORKERS,
        },
      },
      {
        test: {
          name: 'e2e',
          experimental: NATIVE,
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/support/window/tell-failures.ts'],
          environment: 'node',
          isolate: false,
          allowOnly: false,
          testTimeout: TIMEOUT_MS,
          hookTimeout: TIMEOUT_MS,
          // The default of a second fails on a busy machine alone.
          expect: { poll: { timeout: E2E_PATIENCE_MS } },
          maxWorkers: E2E_WORKERS,
        },
      },
    ],
  },
});
