import type { CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../support/window/browser.ts';
import { startFedTerminal } from './fed-terminal.ts';
import type { Figure } from '../figure.ts';
import { createQuoteFeed, MARKER, ROWS } from './quote-feed.ts';

const UPDATES = 1_000_000;
/** The heap is weighed after each of these. */
const UPDATES_PER_WEIGHING = 40_000;
/** What is made once: caches, bytecode, rows. Counted in, that step tilts the line through all that follows. */
const WARM_UP_UPDATES = 120_000;
/** So that batches don't overtake the window. */
const BATCHES_AHEAD = 16;

/** Without compilation: V8 adds half a megabyte of machine code over three million updates, and the heap counts it. */
const INTERPRETED = '--js-flags=--no-opt --no-maglev --no-sparkplug';

/** Heap growth over a million updates of 500 rows: slope against half its 95 % interval. Up to 1, it is level. */
export async function measureMemory(): Promise<readonly Figure[]> {
  const browser = await launchChromium([INTERPRETED]);
  const terminal = await startFedTerminal();
  try {
    const page = await (await browser.newContext({ viewport: { width: 1600, height: 960 } })).newPage();
    await page.goto(terminal.url);
    await page.locator(`[row-id="${MARKER}"]`).first().waitFor();
    const cdp = await page.context().newCDPSession(page);
    const nextBatch = createQuoteFeed(1);
    const send = async (updates: number): Promise<void> => {
      for (let sent = 0; sent < updates; sent += ROWS * BATCHES_AHEAD) {
        let last = 0;
        for (let batch = 0; batch < BATCHES_AHEAD; batch += 1) {
          const { sequence, quotes } = nextBatch(ROWS);
          terminal.feed(quotes);
          last = sequence;
        }
        await waitUntilShown(page, last);
      }
    };
    await send(WARM_UP_UPDATES);
    const heapBytes: number[] = [];
    for (let sent = 0; sent < UPDATES; sent += UPDATES_PER_WEIGHING) {
      await send(UPDATES_PER_WEIGHING);
      heapBytes.push(await weigh(cdp));
    }
    return [report(heapBytes)];
  } finally {
    await browser.close();
    await terminal.close();
  }
}

async function waitUntilShown(page: Page, sequence: number): Promise<void> {
  const shown = await page.waitForFunction(
    ({ selector, wanted }) =>
      Number((document.querySelector(selector)?.textContent ?? '').replaceAll(',', '')) >= wanted,
    { selector: `[row-id="${MARKER}"] [col-id="bid"]`, wanted: sequence },
    { polling: 'raf' },
  );
  // A handle that is kept keeps what it came from: the heap would grow by what measures it.
  await shown.dispose();
}

async function weigh(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize;
}

function report(heapBytes: readonly number[]): Figure {
  const { slope, halfInterval } = fitLine(heapBytes.map((bytes) => bytes / UPDATES_PER_WEIGHING));
  const ratio = slope / halfInterval;
  return {
    bench: 'memory',
    figure: 'heap_slope_bytes_per_update',
    ours: slope,
    against: `half of its 95 % interval, ${heapBytes.length} weighings, last ${((heapBytes.at(-1) ?? 0) / 2 ** 20).toFixed(1)} MiB`,
    floor: halfInterval,
    ratio,
    bar: 1,
    holds: ratio <= 1,
  };
}

/** Two-sided 95 % of Student's t for 30 degrees of freedom: for the 23 here it would be wider, and easier to hold. */
const STUDENT_T = 2.04;

/** Least squares over 0, 1, 2 …: the slope and half of its 95 % interval. */
function fitLine(values: readonly number[]): { slope: number; halfInterval: number } {
  const count = values.length;
  const middleX = (count - 1) / 2;
  const middleY = values.reduce((sum, value) => sum + value, 0) / count;
  let products = 0;
  let squares = 0;
  for (const [x, y] of values.entries()) {
    products += (x - middleX) * (y - middleY);
    squares += (x - middleX) ** 2;
  }
  const slope = products / squares;
  const residual = values.reduce((sum, y, x) => sum + (y - middleY - slope * (x - middleX)) ** 2, 0);
  return { slope, halfInterval: STUDENT_T * Math.sqrt(residual / (count - 2) / squares) };
}
