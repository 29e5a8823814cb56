import type { Page } from 'playwright-core';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { launchChromium } from '../../support/window/browser.ts';
import { startFedTerminal } from './fed-terminal.ts';
import { compareRounds, type Figure, median } from '../figure.ts';
import { startPeers } from './paint-peers.ts';
import { installPaintProbe, type PaintRecord } from './paint-probe.ts';
import { createQuoteFeed, MARKER } from './quote-feed.ts';

const ROUNDS = 9;
const RATES = [1000, 10_000] as const;
/** As often as the poller tells a window. */
const BATCH_MS = 16;
const BATCHES_PER_ROUND = 40;
const WARM_UP_TURNS = 2;

/** A page that is fed, and what it did in each round, by rate. */
interface Stand {
  readonly page: Page;
  readonly feed: (quotes: Quote[]) => void;
  readonly records: Map<number, PaintRecord[]>;
}

interface Probe {
  readonly begin: () => void;
  readonly end: () => PaintRecord;
  readonly lastShown: () => number;
}

/**
 * From a batch's arrival to the task after its frame: the whole window against plain DOM and library grid. 500 rows.
 */
export async function measurePaint(): Promise<readonly Figure[]> {
  const browser = await launchChromium(['--disable-renderer-backgrounding', '--disable-background-timer-throttling']);
  const terminal = await startFedTerminal();
  const peers = await startPeers();
  const open = async (url: string, feed: (quotes: Quote[]) => void): Promise<Stand> => {
    const page = await (await browser.newContext({ viewport: { width: 1600, height: 960 } })).newPage();
    await page.addInitScript(installPaintProbe, `[row-id="${MARKER}"] [col-id="bid"]`);
    await page.goto(url);
    await page.locator(`[row-id="${MARKER}"]`).first().waitFor();
    return { page, feed, records: new Map(RATES.map((rate) => [rate, []])) };
  };
  try {
    const ours = await open(terminal.url, terminal.feed);
    const floor = await open(peers.floorUrl, (quotes) => peers.feed('floor', quotes));
    const asynchronous = await open(peers.asyncUrl, (quotes) => peers.feed('async', quotes));
    const stands = [ours, floor, asynchronous];
    const nextBatch = createQuoteFeed(1);
    for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) {
      for (const stand of stands) await runOnce(stand, 10_000, nextBatch);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const rate of RATES) {
        for (const index of stands.keys()) {
          const stand = stands[(index + round) % stands.length];
          if (stand !== undefined) await measure(stand, rate, nextBatch);
        }
      }
    }
    return RATES.flatMap((rate) => report(rate, ours, floor, asynchronous));
  } finally {
    await browser.close();
    peers.close();
    await terminal.close();
  }
}

async function measure(stand: Stand, rate: number, nextBatch: ReturnType<typeof createQuoteFeed>): Promise<void> {
  const record = await runOnce(stand, rate, nextBatch);
  if (record.latencies.length === 0) throw new Error(`${stand.page.url()} showed nothing of what it was fed`);
  stand.records.get(rate)?.push(record);
}

async function runOnce(
  { page, feed }: Stand,
  rate: number,
  nextBatch: ReturnType<typeof createQuoteFeed>,
): Promise<PaintRecord> {
  await page.bringToFront();
  await page.evaluate(() => (Reflect.get(window, 'paint') as Probe).begin());
  const last = await pump(feed, rate, nextBatch);
  await page.waitForFunction((wanted) => (Reflect.get(window, 'paint') as Probe).lastShown() >= wanted, last);
  return page.evaluate(() => (Reflect.get(window, 'paint') as Probe).end());
}

/** Sends batches at their moments and gives the last one's number. What is late comes with the next. */
async function pump(
  feed: (quotes: Quote[]) => void,
  rate: number,
  nextBatch: ReturnType<typeof createQuoteFeed>,
): Promise<number> {
  const startedAt = performance.now();
  let sent = 0;
  let last = 0;
  for (let batch = 0; batch < BATCHES_PER_ROUND; batch += 1) {
    const elapsedMs = performance.now() - startedAt;
    const { sequence, quotes } = nextBatch(Math.max(1, Math.round((elapsedMs * rate) / 1000) - sent));
    feed(quotes);
    sent += quotes.length;
    last = sequence;
    await pause(BATCH_MS - (elapsedMs % BATCH_MS));
  }
  return last;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function report(rate: number, ours: Stand, floor: Stand, asynchronous: Stand): Figure[] {
  const read = (stand: Stand, value: (record: PaintRecord) => number): number[] =>
    (stand.records.get(rate) ?? []).map(value);
  const p99 = ({ latencies }: PaintRecord): number => quantile(latencies, 0.99);
  const frame = ({ frames }: PaintRecord): number => quantile(frames, 0.99);
  const compare = (figure: string, against: string, peer: Stand, value: (record: PaintRecord) => number, bar: number) =>
    compareRounds(
      { bench: 'paint', figure: `${figure}_${rate}_per_s`, against },
      read(ours, value),
      read(peer, value),
      bar,
    );
  const longTasks = read(ours, (record) => record.longTasks.length);
  const most = Math.max(...longTasks);
  return [
    compare('tick_to_paint_p99_ms', 'bare DOM', floor, p99, 1.25),
    compare('tick_to_paint_p99_ms', 'ag-grid applyTransactionAsync', asynchronous, p99, 0.35),
    compare('frame_p99_ms', 'bare DOM', floor, frame, 1.25),
    {
      bench: 'paint',
      figure: `long_tasks_${rate}_per_s`,
      ours: median(longTasks),
      against: `none in a round (most in one: ${most})`,
      floor: median(read(floor, (record) => record.longTasks.length)),
      ratio: median(longTasks),
      bar: 0,
      holds: median(longTasks) === 0,
    },
  ];
}

/** Nearest rank. */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}
