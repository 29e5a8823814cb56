import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { DEEP } from './build/lib/test-counts.mjs';

/** A limit against hanging, not a measure of speed. */
const TIMEOUT_MS = 180_000;
/** As long as journeys wait for what a page should show, see `test/support/window/patience.ts`. */
const E2E_PATIENCE_MS = 60_000;
const CORES = Math.max(2, availableParallelism());
/** More than cores, since sockets and processes wait. */
const WORKERS = CORES + 2;
/** One more makes windows wait for seconds at times, and journeys fail. */
const E2E_WORKERS = CORES + 1;

/** Node loads the sources by itself: they run twice as fast as through the runner's modules. JSX needs `JSX`. */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };
const JSX = 'test/support/jsx.ts';

/** Journeys that show no order, outcome, secret or guard, or show it again: `npm run deep` alone runs them. */
const LATER = [
  'hosts/{keyring,own-windows}',
  'journeys/{chart,desktop,first-sight,looked-at,option-chain,palette,risk}',
  'journeys/{service-away,silent-back-end,trades,two-windows,workspaces}',
].map((path) => `test/e2e/${path}.test.ts`);

/** What orders and quotes are entered with: `npm test` runs it. Every other panel's behaviour is left to `npm run deep`. */
const ENTRY = '{ticket,orders,guards,header,notices,rfq}';

/** Tests of the window in one shared page, without a back end. */
function components(name: string, folders: string) {
  return {
    test: {
      name,
      experimental: NATIVE,
      include: [`test/components/${folders}/**/*.test.ts`],
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
  };
}

/** The built program in processes and pages of its own. */
function journeys(name: string, include: string[], exclude: string[] = []) {
  return {
    test: {
      name,
      experimental: NATIVE,
      include,
      exclude,
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
  };
}

export default defineConfig({
  test: {
    tags: [{ name: DEEP, description: 'takes long, and is left to npm run deep' }],
    projects: [
      {
        test: {
          name: 'unit',
          experimental: NATIVE,
          setupFiles: [JSX],
          include: ['test/unit/!(renderer)/**/*.test.ts'],
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
          name: 'window',
          include: ['test/unit/renderer/**/*.test.{ts,tsx}'],
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
      components('components', ENTRY),
      components('panels', `!(${ENTRY})`),
      journeys('e2e', ['test/e2e/**/*.test.ts'], LATER),
      journeys('journeys', LATER),
    ],
  },
});
