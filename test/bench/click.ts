import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from 'playwright-core';
import { launchChromium } from '../support/window/browser.ts';
import { startTerminal, type Terminal } from '../support/window/terminal.ts';
import { DESK_SCREEN, openTerminalWindow, type TerminalWindow } from '../support/window/terminal-window.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 9;
const CLICKS_PER_ROUND = 5;
const WARM_UP_CLICKS = 10;
/** What the journal's write-ahead log takes for an intent and its step, about. */
const RECORD = Buffer.alloc(8192, 1);
/** Above the best ask: the sell rests, and no two are equal. */
const ABOVE_ASK = 150;

/** A folder in memory: what is left of a sell when the disk costs nothing. */
const MEMORY = '/dev/shm';

interface Service {
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly rawPort: number;
}

/** One terminal, its window, and what its clicks and their floors took, milliseconds. */
interface Stand {
  readonly view: TerminalWindow;
  readonly terminal: Terminal;
  readonly folder: string;
  readonly cdp: CDPSession;
  amount: number;
  readonly rounds: { ours: number; floor: number; allowed: number }[];
}

/**
 * Time from a click in Chromium to the sell's head at the service, against frame, flush and raw write, by one checked
 * monotonic clock.
 */
export async function measureClicks(): Promise<readonly Figure[]> {
  if (!existsSync(MEMORY)) throw new Error(`this bench needs a folder in memory at ${MEMORY}`);
  const server = fork(join(import.meta.dirname, 'servers/click-server.ts'));
  const [service] = (await once(server, 'message')) as [Service];
  const raw = connect(service.rawPort, '127.0.0.1').setNoDelay(true);
  const browser = await launchChromium();
  const stands = [await openStand(tmpdir(), service, browser), await openStand(MEMORY, service, browser)];
  try {
    for (const stand of stands) for (let click = 0; click < WARM_UP_CLICKS; click += 1) await timeClick(stand, server);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const stand of round % 2 === 0 ? stands : stands.toReversed()) await runRound(stand, server, raw);
    }
  } finally {
    raw.destroy();
    await browser.close();
    for (const { terminal, folder } of stands) {
      await terminal.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    server.disconnect();
  }
  const [onDisk, inMemory] = stands;
  if (onDisk === undefined || inMemory === undefined) throw new Error('both were opened');
  return [report('click_to_wire_ms', onDisk), report('click_to_wire_without_disk_ms', inMemory)];
}

function report(figure: string, { rounds }: Stand): Figure {
  const ratio = median(rounds.map(({ ours, floor }) => ours / floor));
  const bar = median(rounds.map(({ allowed, floor }) => allowed / floor));
  return {
    bench: 'click',
    figure,
    ours: median(rounds.map(({ ours }) => ours)),
    against: 'one frame + fdatasync + raw socket',
    floor: median(rounds.map(({ floor }) => floor)),
    ratio,
    bar,
    holds: ratio <= bar,
  };
}

async function openStand(
  parent: string,
  { origin, clientId, clientSecret }: Service,
  browser: Awaited<ReturnType<typeof launchChromium>>,
): Promise<Stand> {
  const folder = mkdtempSync(join(parent, 'strikedesk-click-'));
  const terminal = await startTerminal({ simulator: { origin, clientId, clientSecret }, dataDir: folder });
  const view = await openTerminalWindow(browser, terminal.url, DESK_SCREEN);
  await view.select('BTC-PERPETUAL');
  const ask = await view.readPrice('BTC-PERPETUAL', 'ask');
  await view.price.fill(String(Math.round(ask) + ABOVE_ASK));
  await view.page.evaluate(() => {
    const stamps: number[] = [];
    Reflect.set(window, 'clickStamps', stamps);
    window.addEventListener('click', (event) => event.isTrusted && stamps.push(event.timeStamp), { capture: true });
  });
  const cdp = await view.page.context().newCDPSession(view.page);
  await cdp.send('Performance.enable');
  return { view, terminal, folder, cdp, amount: 1000, rounds: [] };
}

async function runRound(stand: Stand, server: ChildProcess, raw: Socket): Promise<void> {
  const clicks: number[] = [];
  const flushes: number[] = [];
  const writes: number[] = [];
  for (let click = 0; click < CLICKS_PER_ROUND; click += 1) {
    clicks.push(await timeClick(stand, server));
    flushes.push(timeFlush(stand.folder));
    writes.push(await timeWrite(raw));
  }
  const frame = await timeFrame(stand.view);
  const rest = median(flushes) + median(writes);
  stand.rounds.push({ ours: median(clicks), floor: frame + rest, allowed: frame + 1.25 * rest });
}

/** One sell by a click that the browser itself makes. */
async function timeClick(stand: Stand, server: ChildProcess): Promise<number> {
  const { view, cdp } = stand;
  await view.amount.fill(String((stand.amount += 10)));
  await view.waitUntilPressable();
  const box = await view.press.boundingBox();
  if (box === null) throw new Error('the button is not on screen');
  const arrived = once(server, 'message') as Promise<[{ sellReadAt: string }]>;
  await view.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const [{ sellReadAt }] = await arrived;
  const stamp = await view.page.evaluate(() => (Reflect.get(window, 'clickStamps') as number[]).at(-1) ?? Number.NaN);
  const clickedAt = (await pageOrigin(cdp, view)) + stamp;
  return Number(BigInt(sellReadAt)) / 1e6 - clickedAt;
}

/** Monotonic time, ms, of the page's clock origin, from Chromium. Throws when the page's clock and ours differ. */
async function pageOrigin(cdp: CDPSession, view: TerminalWindow): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const startedAt = (metrics.find(({ name }) => name === 'NavigationStart')?.value ?? Number.NaN) * 1000;
  const before = Number(process.hrtime.bigint()) / 1e6;
  const pageNow = await view.page.evaluate(() => performance.now());
  const after = Number(process.hrtime.bigint()) / 1e6;
  const at = startedAt + pageNow;
  if (!(at >= before - 1 && at <= after + 1))
    throw new Error(`the page’s clock is not the machine’s: ${at - before} ms`);
  return startedAt;
}

function timeFlush(folder: string): number {
  const file = openSync(join(folder, 'floor'), 'a');
  try {
    const startedAt = process.hrtime.bigint();
    writeSync(file, RECORD);
    fdatasyncSync(file);
    return Number(process.hrtime.bigint() - startedAt) / 1e6;
  } finally {
    closeSync(file);
  }
}

async function timeWrite(raw: Socket): Promise<number> {
  const answered = once(raw, 'data') as Promise<[Buffer]>;
  const startedAt = process.hrtime.bigint();
  raw.write('x');
  const [readAt] = await answered;
  return Number(BigInt(readAt.toString()) - startedAt) / 1e6;
}

/** Median of the page's frames, milliseconds. */
async function timeFrame(view: TerminalWindow): Promise<number> {
  const frames = await view.page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const stamps: number[] = [];
        const take = (at: number): void => {
          stamps.push(at);
          if (stamps.length <= 30) requestAnimationFrame(take);
          else resolve(stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? stamp)));
        };
        requestAnimationFrame(take);
      }),
  );
  return median(frames);
}
