import { afterEach } from 'vitest';
import { listOpenPages } from './browser.ts';

/** Of each page: enough for dialogs, toasts, the ticket and the first rows of each grid. */
const MOST_LETTERS = 6000;
const GLANCE_MS = 5000;

// What failed once on another machine must be understood from its log: what was on screen is part of it.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of listOpenPages()) {
    const text = await page.locator('body').innerText({ timeout: GLANCE_MS }).catch(String);
    const words = text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MOST_LETTERS);
    process.stderr.write(`on screen when “${task.name}” failed: ${words}\n`);
  }
});
