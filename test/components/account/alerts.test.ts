import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import type { AlertRule, AlertStatus } from '../../../shared/alerts/rule.ts';
import { decimal } from '../../../shared/decimal.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { type Mounted, openWindowBench } from '../../support/window-bench/bench.ts';
import { alertRule } from '../../support/window/alert-rule.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

const MARGIN = 'BTC maintenance_margin / margin_balance > 60 %';
const MARK = 'BTC-PERPETUAL mark_price < 1000';

interface OpenAlerts extends Mounted {
  readonly alerts: Locator;
  readonly row: (condition: string) => Locator;
  readonly button: (name: string) => Locator;
}

function status({ id }: AlertRule, changes: Partial<AlertStatus> = {}): AlertStatus {
  return {
    id,
    is_raised: false,
    since: Date.now(),
    value: decimal(40),
    input: 'fresh',
    level: 0,
    told_blind: 0,
    ...changes,
  };
}

/** Takes rules as the back end does, each with its first value. */
function judges({ state, answer, publish }: WindowBackEnd): void {
  answer('alerts.save', ({ rules }) => {
    const known = new Map(state.session.alerts.statuses.map((one) => [one.id, one]));
    const statuses = rules.map((rule) => known.get(rule.id) ?? status(rule));
    state.session = { ...state.session, alerts: { rules, statuses } };
    publish('alerts.changed', { rules, statuses, news: [] });
    return null;
  });
}

async function openAlerts(rules: readonly AlertRule[] = []): Promise<OpenAlerts> {
  const mounted = await mount({
    panels: ['alerts'],
    prepare: (backEnd) => {
      const { state } = backEnd;
      const statuses = rules.map((rule) => status(rule));
      state.session = { ...state.session, alerts: { rules: [...rules], statuses } };
      judges(backEnd);
    },
  });
  const alerts = panelOf(mounted.page, 'Alerts');
  return {
    ...mounted,
    alerts,
    row: (condition) => alerts.locator(`tr[data-alert="${condition}"]`),
    button: (name) => alerts.getByRole('button', { name, exact: true }),
  };
}

const isFocused = (part: Locator) => part.evaluate((element) => element === document.activeElement);

describe('alerts', () => {
  it('are typed as a condition, judged where it stands, and told when they are raised, quiet while snoozed', async () => {
    const { page, alerts, row, button, backEnd } = await openAlerts();
    const add = async (condition: string): Promise<void> => {
      await alerts.getByLabel('Condition', { exact: true }).fill(condition);
      await page.keyboard.press('Enter');
    };
    const toast = (title: string) => page.getByRole('list', { name: 'News' }).getByText(title, { exact: true });
    await add('BTC maintenance_margins > 1');
    await alerts
      .getByText(/^Condition: the BTC account has no number “maintenance_margins”\. Allowed: maintenance_margin/)
      .waitFor();
    await add(MARGIN);
    await row(MARGIN).getByText('quiet', { exact: true }).waitFor();
    const tell = (changes: Partial<AlertStatus>, kind: 'raised' | 'input_lost') => {
      const { rules } = backEnd.state.session.alerts;
      const statuses = rules.map((rule) => status(rule, changes));
      backEnd.state.session = { ...backEnd.state.session, alerts: { rules, statuses } };
      const news = rules.map(({ id }) => ({ id, kind, level: 1, value: decimal(62) }));
      backEnd.publish('alerts.changed', { rules, statuses, news });
    };
    tell({ is_raised: true, level: 1, value: decimal(62) }, 'raised');
    await row(MARGIN).getByText('raised', { exact: true }).waitFor();
    await toast(`Alert: ${MARGIN}`).waitFor();

    await button(`Snooze ${MARGIN}`).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: '1 hour' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await row(MARGIN)
      .getByText(/^raised, snoozed to \d\d:\d\d$/)
      .waitFor();
    await expect.poll(() => isFocused(button(`Wake ${MARGIN}`))).toBe(true);
    tell({ input: 'stale' }, 'input_lost');
    await row(MARGIN).getByText('input stale').waitFor();
  });

  it('that can’t see say so', async () => {
    const rule = alertRule(MARK);
    const { page, row, backEnd } = await openAlerts([rule]);
    await row(MARK).getByText('quiet', { exact: true }).waitFor();
    backEnd.publish('alerts.changed', {
      rules: [rule],
      statuses: [status(rule, { input: 'stale', told_blind: 1 })],
      news: [{ id: rule.id, kind: 'input_lost', level: 1, value: null }],
    });
    await row(MARK).getByText('input stale').waitFor();
    const news = page.getByRole('list', { name: 'News' });
    await expect.poll(() => news.getByText(`Alert is blind: ${MARK}`, { exact: true }).count()).toBe(1);
  });

  it('are changed, woken and deleted, the keyboard staying with them', async () => {
    const snoozed = alertRule(MARGIN, { snoozed_until: Date.now() + 3_600_000 });
    const { page, alerts, row, button } = await openAlerts([snoozed, alertRule(MARK)]);
    await button(`Wake ${MARGIN}`).press('Enter');
    await expect.poll(() => isFocused(button(`Snooze ${MARGIN}`))).toBe(true);
    await button(`Edit ${MARK}`).press('Enter');
    const condition = alerts.getByLabel('Condition', { exact: true });
    await expect.poll(() => isFocused(condition)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(button(`Edit ${MARK}`))).toBe(true);
    await page.keyboard.press('Enter');
    await alerts.getByLabel('Comes back by', { exact: true }).fill('-5');
    await alerts.getByRole('button', { name: 'Save alert' }).click();
    await alerts
      .getByText('Comes back by: “-5” is not a distance. Allowed: a number, 0 or more, in the limit’s unit.')
      .waitFor();
    await alerts.getByLabel('Comes back by', { exact: true }).fill('5');
    await condition.fill('BTC-PERPETUAL mark_price < 2000');
    await alerts.getByRole('button', { name: 'Save alert' }).click();
    const changed = 'BTC-PERPETUAL mark_price < 2000';
    await row(changed).waitFor();
    await expect.poll(() => isFocused(button(`Edit ${changed}`))).toBe(true);
    await button(`Delete ${changed}`).press('Enter');
    await row(changed).waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(row(MARGIN))).toBe(true);
    await expect.poll(() => alerts.locator('tbody tr').count()).toBe(1);
  });
});
