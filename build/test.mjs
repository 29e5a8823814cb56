import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { PlainFailure, say } from './lib/project.mjs';
import { checkStages, testStages } from './lib/stages.mjs';

/** The sources alone, without a test. */
const IS_CHECK = process.argv.includes('--check');
/** The tests that take long as well, and the whole campaign. */
const IS_DEEP = process.argv.includes('--deep');

/** The system's packages come while other tests run: the stage that needs them fails without them. */
function everyStage() {
  const chromium = ensureChromium();
  chromium.catch((/** @type {unknown} */ error) => say(error instanceof Error ? error.message : String(error)));
  return testStages(chromium, IS_DEEP);
}

/** Runs every stage until one fails. The last line says how many tests passed and failed, whatever happened. */
async function test() {
  const total = { passed: 0, failed: 0, left: 0 };
  try {
    const stages = IS_CHECK ? checkStages() : everyStage();
    await ensureInstalled();
    for (const stage of stages) {
      const startedAt = performance.now();
      const counts = await stage.run();
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.left += counts.left;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      say(`${stage.name}: ${counts.failed === 0 ? 'good' : 'failed'} in ${seconds} s`);
      if (counts.failed > 0) break;
    }
  } catch (error) {
    total.failed += 1;
    say(error instanceof PlainFailure ? error.message : String(error instanceof Error ? error.stack : error));
  }
  if (total.left > 0) say(`${total.left} tests that take long are left to npm run deep`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await test();
