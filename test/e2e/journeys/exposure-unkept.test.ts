import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openServedTerminal } from '../../support/window/own-terminal.ts';
import { DESK_SCREEN, panelOf } from '../../support/window/terminal-window.ts';

const { view, terminal } = await openServedTerminal(DESK_SCREEN);

it('the exposure tells the figure of now where its record takes no more', async () => {
  const { page } = view;
  await page.getByRole('button', { name: 'Risk', exact: true }).click();
  const now = panelOf(page, 'Exposure over time').locator('.exposure-now');
  const delta = panelOf(page, 'Account in full').locator('[data-field="delta_total"] dd').first();
  await now.waitFor();
  await delta.waitFor();
  const [path = ''] = globSync(join(terminal.dataDir, '**/recordings.sqlite'));
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const numberIn = (text: string) => Number(/[\d.]+/.exec(text)?.[0]);
  // What was read last before that is drawn until then.
  const before = await delta.innerText();
  await expect.poll(() => delta.innerText(), { timeout: 10_000 }).not.toBe(before);
  await expect
    .poll(async () => numberIn(await now.innerText()) - numberIn(await delta.innerText()), { timeout: 8000 })
    .toBeCloseTo(0, 5);
  other.exec('ROLLBACK');
  other.close();
});
