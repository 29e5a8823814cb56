import { describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { decimal } from '../../../shared/decimal.ts';
import type { HistoryRequest } from '../../../shared/ipc/schemas/history-schema.ts';
import type { Observation } from '../../../shared/market/observation.ts';
import type { PanelId } from '../../../renderer/panels.ts';
import { observation } from '../../support/records/observations.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { type Mounted, openWindowBench } from '../../support/window-bench/bench.ts';
import { BTC_OPTION, PERPETUAL } from '../../support/window-bench/market.ts';
import { panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

interface OpenChart extends Mounted {
  readonly chart: Locator;
  readonly plot: Locator;
  /** What the plot says of itself. */
  readonly told: () => Promise<string>;
  readonly points: () => Promise<number>;
}

/** What was recorded every ten seconds, up to now. */
function record({ instrument_name: name, from_ms: from, to_ms: to }: HistoryRequest) {
  const last = Math.min(to, Date.now());
  const points: Observation[] = [];
  for (let at = Math.max(from, last - 280_000); at <= last; at += 10_000) {
    const price: number = 97_400 + points.length;
    points.push(
      observation(at, name === PERPETUAL ? price : 0.075, {
        index: decimal(97_412),
        bid: decimal(name === PERPETUAL ? price - 5 : 0.0745),
        ask: decimal(name === PERPETUAL ? price + 5 : 0.0755),
        ...(name === PERPETUAL ? {} : { mark_iv: decimal(54 + points.length / 10) }),
      }),
    );
  }
  return { points, recorded_since: points[0]?.at ?? null, gap_ms: 60_000, recording: 'on' as const, failure: null };
}

async function openChart(
  panels: readonly PanelId[] = ['chart'],
  prepare: (backEnd: WindowBackEnd) => void = ({ answer }) => answer('market.history', record),
): Promise<OpenChart> {
  const mounted = await mount({ panels, prepare });
  const chart = panelOf(mounted.page, 'Chart');
  const plot = chart.getByRole('img');
  const told = async (): Promise<string> => (await plot.getAttribute('aria-label')) ?? '';
  return { ...mounted, chart, plot, told, points: async () => Number(/(\d+) points?/.exec(await told())?.[1] ?? 0) };
}

/** Whether anything of a colour is drawn: a canvas has no words. */
function drawsColour(plot: Locator, token: string): Promise<boolean> {
  return plot.locator('canvas').evaluate((canvas: HTMLCanvasElement, name) => {
    // Read from a copy: the plot's own canvas is not made for reading.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    if (copy === null) throw new Error('no drawing context');
    copy.fillStyle = getComputedStyle(canvas).getPropertyValue(name).trim();
    copy.fillRect(0, 0, 1, 1);
    const [red, green, blue] = copy.getImageData(0, 0, 1, 1).data;
    copy.clearRect(0, 0, canvas.width, canvas.height);
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) return true;
    }
    return false;
  }, token);
}

describe('the chart', () => {
  it('draws what comes, toggles lines by keyboard, and reads out at its cursor', async () => {
    const { page, chart, plot, told, points, backEnd } = await openChart();
    await plot.waitFor();
    await expect.poll(points).toBeGreaterThan(20);
    const before = await points();
    for (const step of [1, 2, 3]) {
      backEnd.move(PERPETUAL, { timestamp: Date.now() + step, mark_price: 97_450 + step });
      await expect.poll(points).toBe(before + step);
    }
    await expect.poll(() => drawsColour(plot, '--accent')).toBe(true);
    await expect.poll(() => drawsColour(plot, '--bid')).toBe(true);
    await expect
      .poll(() => chart.locator('.chart-recording').innerText())
      .toMatch(/^Recorded by this terminal since \d\d:\d\d UTC$/);

    const bid = chart.getByRole('button', { name: /^Bid/ });
    await bid.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => bid.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => drawsColour(plot, '--bid')).toBe(false);
    expect(await told()).not.toContain('Bid');

    await plot.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => chart.locator('.chart-time').innerText()).toMatch(/^at \d\d:\d\d:\d\d UTC$/);
    await page.keyboard.press('Escape');
    await expect.poll(() => chart.locator('.chart-time').innerText()).toMatch(/^latest/);
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it('follows the instrument of its link, and its volatility has an axis', async () => {
    const { view, chart, plot, told } = await openChart(['watchlist', 'chart']);
    await view.select(BTC_OPTION);
    await expect.poll(told).toMatch(/^BTC-.*-C, last 5 minutes.*Mark IV [\d.]+ %/);
    await expect.poll(() => drawsColour(plot, '--warn')).toBe(true);
    await chart.getByRole('button', { name: /^Mark IV/ }).click();
    await expect.poll(() => drawsColour(plot, '--warn')).toBe(false);
  });

  it('marks an own fill where and when it was', async () => {
    const { view, page, chart, plot, told } = await openChart(['chart', 'order-ticket']);
    await plot.waitFor();
    await view.chooseType('Market');
    await view.amount.fill('1000');
    await view.label.fill('on-chart');
    await view.waitUntilPressable();
    await view.press.click();
    const mark = chart.getByRole('button', { name: /^Sold 1,000 USD at [\d,.]+ USD on average · .* · on-chart$/ });
    await mark.waitFor();
    expect(await told()).toContain('1 own fill');
    const [inside, box] = [await plot.boundingBox(), await mark.boundingBox()];
    if (inside === null || box === null) throw new Error('both are on screen');
    expect(box.x).toBeGreaterThan(inside.x + inside.width / 2);
    expect(box.x + box.width).toBeLessThan(inside.x + inside.width);
    expect(box.y).toBeGreaterThan(inside.y - box.height);
    expect(box.y + box.height).toBeLessThan(inside.y + inside.height);
    // By keyboard: under a pointer that rests, the mark moves on with time.
    await mark.focus();
    await page
      .getByRole('tooltip')
      .getByText(/Sold 1,000 USD/)
      .waitFor();

    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('region', { name: `Table of the chart, ${PERPETUAL}` });
    await expect.poll(() => table.getByRole('row').count()).toBeGreaterThan(2);
    await expect.poll(() => table.getByRole('listitem').innerText()).toContain('on-chart');
  });

  it('says when nothing can be recorded, and draws what the window sees', async () => {
    const { page, chart, plot, points, backEnd } = await openChart(['chart'], ({ answer }) =>
      answer('market.history', () => ({
        points: [],
        recorded_since: null,
        gap_ms: 60_000,
        recording: 'failed',
        failure: 'disk is full',
      })),
    );
    await chart.getByText('Recording has stopped', { exact: true }).waitFor();
    backEnd.move(PERPETUAL, { timestamp: Date.now() });
    await plot.waitFor();
    const before = await points();
    for (const step of [1, 2, 3]) {
      backEnd.move(PERPETUAL, { timestamp: Date.now() + step });
      await expect.poll(points).toBeGreaterThan(before + step - 1);
    }
    await expect.poll(() => chart.locator('.chart-recording').innerText()).toBe('Not recorded');
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});
