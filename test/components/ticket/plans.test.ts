import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Plan, PlanStep, PlanView, StepView } from '../../../shared/execution/plan.ts';
import type { PlanPreview, StepCheck } from '../../../shared/ipc/schemas/plan-schema.ts';
import { decimal } from '../../../shared/decimal.ts';
import { type Issue, issue } from '../../../shared/orders/issue.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import { dialogOf } from '../../support/window/terminal-window.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { PERPETUAL } from '../../support/window-bench/market.ts';
import { orderDraft } from '../../support/records/records.ts';

const mount = await openWindowBench();

const close = (instrument_name: string, amount: string): PlanStep => ({
  step_id: randomUUID(),
  does: 'close',
  instrument_name,
  draft: orderDraft({ instrument_name, type: 'market', price: '', post_only: false, reduce_only: true, amount }),
});
const cancel = (): PlanStep => ({
  step_id: randomUUID(),
  does: 'cancel',
  instrument_name: PERPETUAL,
  order_id: 'BTC-1',
  label: 'rests',
  direction: 'buy',
  remaining: decimal('2000'),
  price: decimal('97400'),
});

function preview(steps: PlanStep[], issuesOf: (step: PlanStep) => Issue[] = () => []): PlanPreview {
  const plan: Plan = {
    plan_id: randomUUID(),
    request: { kind: 'flatten', scope: { of: 'all' }, style: 'market' },
    created_at: 0,
    steps,
    continues: null,
  };
  const checks = steps.flatMap((step): StepCheck[] => {
    if (step.does === 'cancel') return [];
    const check = { issues: issuesOf(step), forecast: null, request: null };
    return [{ step_id: step.step_id, draft: step.draft, check }];
  });
  return { plan, checks, frees: [{ currency: 'BTC', initial: decimal('0.0123') }], resting_reduce_only: 0 };
}

const stopped = ({ plan }: PlanPreview, states: readonly Partial<StepView>[]): PlanView => ({
  plan,
  state: 'stopped',
  stop: 'step',
  steps: plan.steps.map(({ step_id }, index) => ({
    step_id,
    state: 'waiting',
    reason: null,
    issue: null,
    detail: null,
    ...states[index],
  })),
});

describe('the dialog of a plan', () => {
  it('shows its steps and what they free, leaves out what the rules refuse, and starts the rest once', async () => {
    const shown = preview([cancel(), close(PERPETUAL, '1000'), close('ETH-PERPETUAL', '5')], ({ instrument_name }) =>
      instrument_name === PERPETUAL ? [] : [issue('error', 'order', 'no_order_credits', { rate: '5', burst: '20' })],
    );
    const { page, backEnd } = await mount({ panels: ['order-ticket'], prepare: ({ state }) => (state.plan = shown) });
    await page.keyboard.press('Control+Shift+F');
    const dialog = dialogOf(page, 'Flatten everything');
    await dialog.getByRole('row', { name: `1 Cancel ${PERPETUAL} Buy 2,000 USD at 97,400 Ends the order` }).waitFor();
    await dialog.getByText('Frees about 0.0123 BTC of initial margin. 1 left out: the rules refuse them.').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const press = dialog.locator('button.press[aria-disabled="false"]');
    expect(await press.innerText()).toContain('Flatten: 1 cancel, 1 close');
    await press.click();
    await dialog.getByText(/^0 of 2 steps done/).waitFor();
    expect(backEnd.state.started).toMatchObject([
      { plan_id: shown.plan.plan_id, left_out: [shown.plan.steps[2]?.step_id] },
    ]);
  });

  it('holds its press until every warning is accepted, and gives what accepts them', async () => {
    const stale = issue('warning', 'order', 'ticker_stale', { seconds: '9', grade: '1' });
    const shown = preview([close(PERPETUAL, '1000'), close('ETH-PERPETUAL', '5')], () => [stale]);
    const { page, backEnd } = await mount({ panels: ['order-ticket'], prepare: ({ state }) => (state.plan = shown) });
    await page.keyboard.press('Control+Shift+F');
    const dialog = dialogOf(page, 'Flatten everything');
    await dialog.getByText('Accept the 2 warnings first.').waitFor();
    await dialog.locator('button.press').click({ force: true });
    await dialog.getByRole('button', { name: 'Accept all 2 warnings' }).click();
    await dialog.locator('button.press[aria-disabled="false"]').click();
    await dialog.getByText(/^0 of 2 steps done/).waitFor();
    expect(backEnd.state.started).toHaveLength(1);
    expect(backEnd.state.started[0]?.acknowledged.map(({ given }) => given.length)).toEqual([1, 1]);
  });

  it('says why it can’t be made where the service lists no positions', async () => {
    const { page } = await mount({ panels: ['order-ticket'] });
    await page.keyboard.press('Control+Shift+F');
    const dialog = dialogOf(page, 'Flatten everything');
    await dialog.getByText('The service does not offer this.').waitFor();
    expect(await dialog.locator('button.press').count()).toBe(0);
  });
});

describe('a plan that stopped', () => {
  it('stays as a notice that opens it: an unknown outcome is told, and its rest is looked at before it goes on', async () => {
    const shown = preview([close(PERPETUAL, '1000'), close('ETH-PERPETUAL', '5')]);
    const view = stopped(shown, [{ state: 'done' }, { state: 'unknown' }]);
    const { page } = await mount({
      panels: ['order-ticket'],
      prepare: ({ state }) => {
        state.plan = preview([close('ETH-PERPETUAL', '5')]);
        state.plans = [view];
      },
    });
    const notice = page.getByRole('alert').filter({ hasText: 'Flatten everything' });
    await notice.getByText('Stopped, 1 of 2 steps done. One outcome is unknown: wait for it, then go on.').waitFor();
    await notice.getByRole('button', { name: 'Open the plan…' }).click();
    const dialog = dialogOf(page, 'Flatten everything');
    await dialog.getByRole('row', { name: /ETH-PERPETUAL .* Outcome unknown/ }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Show what is left…' }).click();
    await dialog.getByText('Flatten: 1 close').waitFor();
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  it('says which step failed and why', async () => {
    const shown = preview([close(PERPETUAL, '1000')]);
    const view = stopped(shown, [{ state: 'failed', reason: 'refused', detail: 'not_enough_funds' }]);
    const { page } = await mount({ panels: ['order-ticket'], prepare: ({ state }) => (state.plans = [view]) });
    await page.getByRole('button', { name: 'Open the plan…' }).click();
    const step = dialogOf(page, 'Flatten everything').getByRole('row', { name: /^1 Close/ });
    await step.waitFor();
    expect(await step.innerText()).toContain('Rejected by the service. not_enough_funds');
  });
});
