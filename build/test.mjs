import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { PlainFailure, say } from './lib/project.mjs';
import { testStages } from './lib/stages.mjs';

/** Everything there is, however long it takes, instead of one of each kind where one stands for the rest. */
if (process.argv.includes('--long')) process.env.LONG_TESTS = '1';

/** Runs every stage until one fails. The last line says how many tests passed and failed, whatever happened. */
async function test() {
  const total = { passed: 0, failed: 0 };
  try {
    // The system's packages come while other tests run: whether that failed is told by the stage that needs them.
    const chromium = ensureChromium();
    chromium.catch(() => undefined);
    await ensureInstalled();
    for (const stage of testStages(chromium, () => process.uptime())) {
      const startedAt = performance.now();
      const counts = await stage.run();
      total.passed += counts.passed;
      total.failed += counts.failed;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      say(`${stage.name}: ${counts.failed === 0 ? 'good' : 'failed'} in ${seconds} s`);
      if (counts.failed > 0) break;
    }
  } catch (error) {
    total.failed += 1;
    say(error instanceof PlainFailure ? error.message : String(error instanceof Error ? error.stack : error));
  }
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await test();
