import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach } from 'vitest';
import { inProject } from '../../../build/lib/project.mjs';
import { listOpenPages } from './browser.ts';

/** Of each page: enough for dialogs, toasts, the ticket and the first rows of each grid. */
const MOST_LETTERS = 6000;
const GLANCE_MS = 5000;

/** `npm test` says it again at its end: the beginning of a long log is what gets lost. */
const TOLD = inProject('.cache', 'on-screen.txt');

// What failed once on another machine must be understood from its log: what was on screen is part of it.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of listOpenPages()) {
    const text = await page.locator('body').innerText({ timeout: GLANCE_MS }).catch(String);
    const words = text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, MOST_LETTERS);
    const told = `on screen when “${task.name}” failed: ${words}\n`;
    process.stderr.write(told);
    mkdirSync(dirname(TOLD), { recursive: true });
    appendFileSync(TOLD, told);
  }
});
