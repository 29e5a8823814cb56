import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../support/window/browser.ts';
import { compareRounds, type Figure, median } from '../figure.ts';

const ROUNDS = 9;
const UPDATE_MS = 4000;
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

type Kind = 'ours' | 'vanilla';
const STEPS = ['open', 'filter', 'sort'] as const;
const BARS = { open: 1.2, filter: 1.15, sort: 1.15 } as const;

/**
 * Our grid against the plain library over 100,000 rows: first paint, search and sort; then frames under 1,000 updates a
 * second.
 */
export async function measureGrids(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-grids-'));
  const browser = await launchChromium();
  try {
    await build({
      root: join(import.meta.dirname, 'grid-page'),
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: folder, emptyOutDir: true, minify: true },
    });
    const server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      try {
        const body = readFileSync(join(folder, path));
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
      } catch {
        response.writeHead(404).end();
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const page = await browser.newPage({ viewport: { width: 1200, height: 700 } });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    try {
      return await measure(page);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(page: Page): Promise<readonly Figure[]> {
  const idle = await frames(page);
  const times: Record<Kind, Record<(typeof STEPS)[number], number[]>> = {
    ours: { open: [], filter: [], sort: [] },
    vanilla: { open: [], filter: [], sort: [] },
  };
  // The first round of each warms the page up and is not counted.
  for (let round = -1; round < ROUNDS; round += 1) {
    const order: Kind[] = round % 2 === 0 ? ['ours', 'vanilla'] : ['vanilla', 'ours'];
    for (const kind of order) {
      const took = await runRound(page, kind);
      if (round >= 0) for (const step of STEPS) times[kind][step].push(took[step]);
    }
  }
  const compared = STEPS.map((step) => {
    const name = { bench: 'grid', figure: `${step}_100000_rows_ms`, against: 'ag-grid as it comes' };
    return compareRounds(name, times.ours[step], times.vanilla[step], BARS[step]);
  });
  await call(page, 'open', 'ours');
  const updated = (await call(page, 'update', UPDATE_MS)) as { frames: number[]; isPlaceKept: boolean };
  const [ours, floor] = [share(updated.frames), median(idle)];
  const ratio = ours / floor;
  const figure = { bench: 'grid', figure: 'frame_p95_while_1000_cells_a_second_change_ms', against: 'an empty page' };
  return [...compared, { ...figure, ours, floor, ratio, bar: 2, holds: ratio <= 2 && updated.isPlaceKept }];
}

async function runRound(page: Page, kind: Kind): Promise<Record<(typeof STEPS)[number], number>> {
  const open = Number(await call(page, 'open', kind));
  const sort = Number(await call(page, 'sort', null));
  const filter = Number(await call(page, 'filter', null));
  await call(page, 'close', null);
  return { open, filter, sort };
}

function call(page: Page, name: string, argument: string | number | null): Promise<unknown> {
  return page.evaluate(
    ([method, value]) => (Reflect.get(window, 'bench') as Record<string, (given: unknown) => unknown>)[method]?.(value),
    [name, argument] as const,
  );
}

/** Lengths of an idle page's frames, milliseconds. */
function frames(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const lengths: number[] = [];
    let last = performance.now();
    while (lengths.length < 60) {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
      lengths.push(performance.now() - last);
      last = performance.now();
    }
    return lengths;
  });
}

/** The length that nineteen frames in twenty stay below. */
function share(lengths: readonly number[]): number {
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * 0.95)] ?? Number.NaN;
}
