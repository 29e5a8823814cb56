import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assertDefined } from '../../../shared/result.ts';
import { listProcessTree } from '../../support/process-memory.ts';
import { endTourBefore } from '../../support/window/ended-tour.ts';
import { startTerminal } from '../../support/window/terminal.ts';
import type { Figure } from '../figure.ts';
import { launchBareBrowser, navigate } from './bare-browser.ts';

const SIMULATOR = fileURLToPath(new URL('../../../simulator/main.ts', import.meta.url));
/** By then all is read, and what runs often is compiled. */
const SETTLE_MS = 20_000;
const MEASURE_MS = 20_000;
/** Milliseconds of a core a second: 5 %. */
const BAR_MS = 50;

interface Shares {
  readonly page: number;
  readonly drawing: number;
  readonly backEnd: number;
}

/**
 * CPU time of a window that nobody touches, its drawing process and its back end, on the workspace of a first start.
 * The market ticks in a process of its own, which isn't counted.
 */
export async function measureRest(): Promise<readonly Figure[]> {
  const service = spawn(process.execPath, ['--no-warnings', SIMULATOR], { stdio: ['ignore', 'pipe', 'ignore'] });
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-rest-'));
  const browser = launchBareBrowser();
  try {
    const { url, client_id: clientId, client_secret: clientSecret } = await readLine(service);
    await endTourBefore(dataDir);
    const terminal = await startTerminal({ simulator: { origin: url, clientId, clientSecret }, dataDir });
    try {
      await navigate(await browser.address, terminal.url);
      await wait(SETTLE_MS);
      const renderer = findProcess(browser.pid, 'renderer');
      const drawing = findProcess(browser.pid, 'gpu-process');
      const before = readAll();
      await wait(MEASURE_MS);
      const after = readAll();
      const seconds = (after.at - before.at) / 1000;
      return [
        report({
          page: (after.page - before.page) / seconds,
          drawing: (after.drawing - before.drawing) / seconds,
          backEnd: (after.backEnd - before.backEnd) / seconds,
        }),
      ];

      function readAll() {
        return {
          at: performance.now(),
          page: readCpuMs(renderer),
          drawing: readCpuMs(drawing),
          backEnd: readCpuMs(terminal.pid),
        };
      }
    } finally {
      await terminal.stop();
    }
  } finally {
    await browser.close();
    service.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report({ page, drawing, backEnd }: Shares): Figure {
  const ours = page + drawing + backEnd;
  const ratio = ours / BAR_MS;
  const parts = `page ${page.toFixed(1)}, drawing ${drawing.toFixed(1)}, back end ${backEnd.toFixed(1)}`;
  return {
    bench: 'rest',
    figure: 'cpu_ms_per_second',
    ours,
    against: `5 % of a core; ${parts}`,
    floor: BAR_MS,
    ratio,
    bar: 1,
    holds: ratio <= 1,
  };
}

async function readLine(service: ChildProcess): Promise<{ url: string; client_id: string; client_secret: string }> {
  const lines = createInterface({ input: assertDefined(service.stdout, 'its output is read') });
  const [line] = (await once(lines, 'line')) as [string];
  return JSON.parse(line) as { url: string; client_id: string; client_secret: string };
}

/** The browser's process of a kind: one page makes one renderer. */
function findProcess(root: number, type: string): number {
  // Its arguments end in zeros, or in spaces where it was forked.
  const kind = new RegExp(`--type=${type}[\\0 ]`, 'u');
  const found = listProcessTree(root).filter((pid) => kind.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
  const [pid, another] = found;
  if (pid === undefined || another !== undefined) throw new Error(`one process of type ${type}, found ${found.length}`);
  return pid;
}

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** What a process has computed so far, milliseconds of a core. */
function readCpuMs(pid: number): number {
  // The name of the program stands in brackets and may hold anything.
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=[A-Z] )/);
  const fields = rest.split(' ');
  // From the state on: utime and stime are the 14th and 15th of the line.
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}
