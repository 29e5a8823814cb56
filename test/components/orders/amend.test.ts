import { describe, expect, it } from 'vitest';
import { amendsStateOf } from '../../support/execution/model-venue.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { assertDefined } from '../../../shared/result.ts';
import { checkAmend } from '../../../shared/execution/amend-rules.ts';
import { termsAsked } from '../../../shared/execution/amend-draft.ts';
import { placedOrder } from '../../support/records/records.ts';
import { rowOf, showRows, stand } from './rows.ts';

const mount = await openWindowBench();

/** The orders panel with a resting sell, of which 300 of 1,000 are filled, and its amend opened by the key. */
async function open(order: Readonly<Record<string, unknown>> = {}) {
  const row = rowOf('mine', { order: { filled_amount: 300, ...order } });
  const record = assertDefined(row.order, 'it rests');
  const window = await mount({
    panels: ['orders'],
    prepare: (backEnd) => {
      showRows(row)(backEnd);
      answerChecks(backEnd);
    },
  });
  await stand(window);
  await window.view.orderRow('mine').locator('[col-id="instrument"]').click();
  await window.page.keyboard.press('F2');
  const dialog = dialogOf(window.page, 'Amend mine');
  await dialog.waitFor();
  return { ...window, row, record, dialog, press: dialog.locator('button.press') };

  function answerChecks(backEnd: WindowBackEnd): void {
    backEnd.answer('amends.check', ({ draft }) => {
      const issues = checkAmend(record, draft);
      const isSound = issues.length === 0;
      return {
        issues,
        forecast: null,
        priority: 'lost',
        size_ahead: null,
        total: termsAsked(record, draft)?.amount ?? null,
        request: isSound ? '{}' : null,
      };
    });
  }
}

describe('the amend of an order', () => {
  it('begins with the order as it is, edits what is left, and says what it sends', async () => {
    const { dialog, press, backEnd } = await open();
    await dialog.getByText('Change something first.').waitFor();
    expect(await dialog.getByLabel('Remaining').inputValue()).toBe('700');
    await dialog.getByLabel('Price', { exact: true }).fill('98010');
    await dialog.getByText('Loses its place in the queue.').waitFor();
    const asked = backEnd.nextAsked('amends.send');
    await press.click();
    expect(await asked).toMatchObject({ draft: { remaining: '700', filled: '300', price: '98010' } });
  });

  it('follows the fills until somebody types what is to be left, and keeps to that then', async () => {
    const { dialog, backEnd, row, record } = await open();
    const fill = (filled: number): void =>
      backEnd.setRow({ ...row, order: placedOrder({ ...record, filled_amount: filled }) });
    fill(400);
    await expect.poll(() => dialog.getByLabel('Remaining').inputValue()).toBe('600');
    await dialog.getByLabel('Remaining').fill('500');
    const asked = backEnd.nextAsked('amends.check', ({ draft }) => draft.remaining === '500');
    expect((await asked).draft.filled).toBe('400');
    fill(450);
    await dialog.getByText('450 filled').waitFor();
    expect(await dialog.getByLabel('Remaining').inputValue()).toBe('500');
  });

  it('whose outcome is unknown says so; once a person is called, they settle it', async () => {
    const { dialog, press, backEnd, record } = await open();
    await dialog.getByLabel('Price', { exact: true }).fill('98010');
    await dialog.getByText('Loses its place in the queue.').waitFor();
    backEnd.hold('amends.send');
    const asked = backEnd.nextAsked('amends.send');
    await press.click();
    const { command_id } = await asked;
    const told = (is_escalated: boolean) =>
      backEnd.publish('amends.changed', [
        amendsStateOf(record, command_id, {
          verdict: 'unknown',
          is_escalated,
          reason: is_escalated ? 'other_terms' : null,
        }),
      ]);
    told(false);
    await dialog.getByText('being looked up').waitFor();
    expect(await dialog.getByRole('button', { name: 'It was amended' }).count()).toBe(0);
    told(true);
    const settled = backEnd.nextAsked('amends.settle');
    await dialog.getByRole('button', { name: 'It was not amended' }).click();
    expect(await settled).toEqual({ command_id, said: 'not_applied' });
  });

  it('has nothing that axe finds', async () => {
    const { page } = await open();
    await dialogOf(page, 'Amend mine').getByText('Change something first.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});
