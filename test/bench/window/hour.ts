import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { OPTIONS_PREFIX } from '../../../electron/host/host-options.ts';
import { assertDefined } from '../../../shared/result.ts';
import { listProcessTree } from '../../support/process-memory.ts';
import { endTourBefore } from '../../support/window/ended-tour.ts';
import { launchBareBrowser, navigate } from './bare-browser.ts';

/*
 * What an hour of a ticking market and light use leaves in the memory of page and back end, as `npm start` runs them.
 * By hand: `node build/node.mjs test/bench/window/hour.ts --minutes 62`; `--every 5` and `--idle` are there too.
 */

const HOST = fileURLToPath(new URL('../../../out/main/browser-host.js', import.meta.url));
/** Between two small things that a trader does. */
const ACT_EVERY_MS = 20_000;
/** For what an act opens or asks for. */
const ACT_PAUSE_MS = 300;
/** How long a tab is looked at before the first of its group is in front again. */
const TAB_PAUSE_MS = 3000;
const MINUTE_MS = 60_000;
const KIB = 1024;
const MIB = KIB * KIB;
const CONTROL = 2;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '62' },
    every: { type: 'string', default: '5' },
    idle: { type: 'boolean', default: false },
  },
});
await measureHour(Number(values.minutes), Number(values.every), values.idle);

async function measureHour(minutes: number, everyMinutes: number, isIdle: boolean): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-hour-'));
  await endTourBefore(dataDir);
  const browser = launchBareBrowser();
  const host = startHost(dataDir);
  try {
    const address = await browser.address;
    const [url, inspector] = await Promise.all([host.url, host.inspector]);
    await navigate(address, url);
    const started = performance.now();
    const page = await connect(await findPage(address));
    const backEnd = await connect(inspector);
    await page.ask('Performance.enable', {});
    const renderer = assertDefined(findRenderers(browser.pid).at(-1), 'the page has a process');
    const act = createActs(page);
    let weighed = 0;
    let acts = 0;
    for (let nextAct = started + ACT_EVERY_MS; performance.now() - started < minutes * MINUTE_MS;) {
      const nextWeighing = started + (weighed + 1) * everyMinutes * MINUTE_MS;
      await wait(Math.max(0, Math.min(nextAct, nextWeighing) - performance.now()));
      if (performance.now() >= nextWeighing) {
        weighed += 1;
        const weight = await weigh(page, backEnd, renderer, host.pid);
        process.stdout.write(`${JSON.stringify({ minutes: weighed * everyMinutes, acts, ...weight })}\n`);
      }
      if (performance.now() < nextAct) continue;
      nextAct += ACT_EVERY_MS;
      if (isIdle) continue;
      await act(acts);
      acts += 1;
    }
    page.close();
    backEnd.close();
  } finally {
    await browser.close();
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function weigh(page: Connection, backEnd: Connection, renderer: number, host: number) {
  // Twice: what a finalizer lets go is garbage only then.
  for (const end of [page, page, backEnd, backEnd]) await end.ask('HeapProfiler.collectGarbage', {});
  const heap = (await page.ask('Runtime.getHeapUsage', {})) as Heap;
  const { metrics } = (await page.ask('Performance.getMetrics', {})) as { metrics: { name: string; value: number }[] };
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? null;
  const backHeap = (await backEnd.ask('Runtime.getHeapUsage', {})) as Heap;
  return {
    pageHeapMib: toMib(heap.usedSize),
    pageEmbedderMib: toMib(heap.embedderHeapUsedSize ?? 0),
    pageBackingMib: toMib(heap.backingStorageSize ?? 0),
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    documents: metric('Documents'),
    pageRssMib: readRollup(renderer, 'Rss'),
    pagePssMib: readRollup(renderer, 'Pss'),
    backEndHeapMib: toMib(backHeap.usedSize),
    backEndRssMib: readRollup(host, 'Rss'),
  };
}

interface Heap {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  readonly backingStorageSize?: number;
}

function toMib(bytes: number): number {
  return Math.round((bytes / MIB) * 100) / 100;
}

function readRollup(pid: number, field: 'Rss' | 'Pss'): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const [, kib = ''] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'mu').exec(text) ?? [];
  return toMib(Number(kib) * KIB);
}

function findRenderers(root: number): number[] {
  return listProcessTree(root).filter((pid) =>
    /--type=renderer[\0 ]/u.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')),
  );
}

/** What a trader does in passing, one after the other. */
function createActs(page: Connection): (count: number) => Promise<void> {
  const region = (name: string) => `main:not([hidden]) [role="region"][aria-label="${name}"]`;
  // The ticker's tab is named after its instrument.
  const TABS = ['Option chain', 'Instrument', 'Chart', 'Trades', 'Journal'];
  const acts: ((round: number) => Promise<void>)[] = [
    async (round) => {
      await click(
        `[...document.querySelectorAll('${region('Watchlist')} [row-id] [col-id="instrument"]')].at(${round % 5})`,
      );
    },
    async (round) => {
      await click(`document.querySelector('${region('Order ticket')} [data-typed-after="ticket.amount"]')`);
      await page.ask('Input.insertText', { text: String(10 + round) });
      await wait(ACT_PAUSE_MS);
      await press('Escape');
      await click(`document.querySelector('${region('Order ticket')} button[aria-label="Clear"]')`);
    },
    async () => {
      await press('k', CONTROL);
      await wait(ACT_PAUSE_MS);
      await page.ask('Input.insertText', { text: 'btc' });
      await wait(ACT_PAUSE_MS);
      await press('Escape');
      await wait(ACT_PAUSE_MS);
      if (await isTrue(`document.querySelector('dialog[open]') !== null`)) await press('Escape');
    },
    async (round) => {
      const tab = `[...document.querySelectorAll('main:not([hidden]) .dv-tab')].find((one) => one.textContent === '${TABS[round % TABS.length]}')`;
      await click(tab);
      await wait(TAB_PAUSE_MS);
      await click(`${tab}?.parentElement.querySelector('.dv-tab')`);
    },
  ];
  return async (count) => assertDefined(acts[count % acts.length], 'an act')(Math.floor(count / acts.length));

  async function isTrue(expression: string): Promise<boolean> {
    const { result } = (await page.ask('Runtime.evaluate', { expression })) as { result: { value: unknown } };
    return result.value === true;
  }

  async function click(element: string): Promise<void> {
    const expression = `(() => {
      const box = ${element}?.getBoundingClientRect();
      return box === undefined ? null : [box.x + box.width / 2, box.y + box.height / 2];
    })()`;
    const asked = (await page.ask('Runtime.evaluate', { expression, returnByValue: true })) as {
      result?: { value: readonly [number, number] | null };
    };
    const at = asked.result?.value ?? null;
    if (at === null) {
      process.stderr.write(`nothing to click: ${element}\n`);
      return;
    }
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
      const button = type === 'mouseMoved' ? 'none' : 'left';
      await page.ask('Input.dispatchMouseEvent', { type, x: at[0], y: at[1], button, clickCount: 1 });
    }
    await wait(ACT_PAUSE_MS);
  }

  async function press(key: string, modifiers = 0): Promise<void> {
    const code = key.length === 1 ? `Key${key.toUpperCase()}` : key;
    const windowsVirtualKeyCode = key === 'Escape' ? 27 : key.toUpperCase().charCodeAt(0);
    for (const type of ['rawKeyDown', 'keyUp'])
      await page.ask('Input.dispatchKeyEvent', { type, key, code, modifiers, windowsVirtualKeyCode });
  }
}

/** The built terminal in the browser host with its own simulator, and an inspector of its heap. */
function startHost(dataDir: string) {
  const options = JSON.stringify({ dataDir, port: 0 });
  const child: ChildProcess = spawn(
    process.execPath,
    ['--no-warnings', '--inspect=127.0.0.1:0', HOST, `${OPTIONS_PREFIX}${options}`],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const gone = once(child, 'exit');
  const output = createInterface({ input: assertDefined(child.stdout, 'its output is read') });
  const errors = createInterface({ input: assertDefined(child.stderr, 'its errors are read') });
  const url = once(output, 'line').then(([line]) => (JSON.parse(line as string) as { url: string }).url);
  const inspector = new Promise<string>((resolve) => {
    errors.on('line', (line) => {
      const [, found] = /^Debugger listening on (ws:\S+)/u.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    pid: assertDefined(child.pid, 'the host was started'),
    url,
    inspector,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function findPage(address: string): Promise<string> {
  const pages = (await (await fetch(`http://${address}/json/list`)).json()) as { webSocketDebuggerUrl: string }[];
  return assertDefined(pages[0], 'the browser has a page').webSocketDebuggerUrl;
}

interface Connection {
  readonly ask: (method: string, params: object) => Promise<unknown>;
  readonly close: () => void;
}

/** To a debugger that is told of nothing: one that listens to a page keeps what it hears of. */
async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { id?: number; result?: unknown; error?: { message: string } };
    const asker = waiting.get(message.id ?? 0);
    if (asker === undefined) return;
    waiting.delete(message.id ?? 0);
    if (message.error === undefined) asker.resolve(message.result);
    else asker.reject(new Error(message.error.message));
  });
  await once(socket, 'open');
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}
