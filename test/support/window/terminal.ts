import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { takeProfile } from '../../../electron/host/environment-profile.ts';
import { OPTIONS_PREFIX } from '../../../electron/host/host-options.ts';
import { openProfileStore } from '../../../electron/storage/profile-store.ts';
import { createSettings } from '../../../electron/storage/settings.ts';
import { endTourBefore } from './ended-tour.ts';
import { createTradeSettings } from '../../../electron/storage/trade-settings.ts';
import { parseDecimal } from '../../../shared/decimal.ts';
import { DEFAULT_GUARD_SETTINGS } from '../../../shared/orders/limits/guard-settings.ts';
import type { Policy } from '../../../shared/profiles/policy.ts';
import type { Simulator } from '../../../simulator/simulator.ts';

const HOST = fileURLToPath(new URL('../../../out/main/browser-host.js', import.meta.url));

/** The built terminal under the browser host, as a process of its own. */
export interface Terminal {
  /** With the launch token: opens one window. */
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** SIGKILL, as when the machine loses power; resolves when the process has gone. */
  readonly kill: () => Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
  readonly removeData: () => void;
}

export interface TerminalSetup {
  /** The service to talk to; without one the terminal embeds its own. */
  readonly simulator?: Pick<Simulator, 'origin' | 'clientId' | 'clientSecret'>;
  readonly dataDir?: string;
  readonly seed?: number;
  /** Whether the tour of a first start is shown; otherwise the folder is one whose tour was ended before. */
  readonly isFirstStart?: boolean;
  /** What an administrator has fixed on this machine. */
  readonly policy?: Policy;
}

/** For so long an equal sell asks: a machine that is busy takes longer than what a profile begins with. */
export const TEST_EQUAL_MS = 30_000;

/** Far above what any test sells. */
export const TEST_CAP_USD = '1000000000';

/** Memory where there is one to write files to: what is tested outlives processes, and no test cuts the power. */
const DATA_PARENT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/**
 * Starts the built terminal and waits for its first line; rejects with its output when it ends. Own folder, one click,
 * equal guard 30 s.
 */
export async function startTerminal(setup: TerminalSetup = {}): Promise<Terminal> {
  if (!existsSync(HOST)) throw new Error('the terminal is not built: `npm start` or `npm test` builds it');
  const dataDir = setup.dataDir ?? mkdtempSync(join(DATA_PARENT, 'strikedesk-terminal-'));
  if (setup.dataDir === undefined) chooseOneClick(dataDir, serviceEnvironment(setup.simulator));
  const isOwnSimulator = setup.simulator === undefined;
  if (setup.dataDir === undefined && isOwnSimulator && setup.isFirstStart !== true) await endTourBefore(dataDir);
  const options = JSON.stringify({
    dataDir,
    port: 0,
    seed: setup.seed ?? 1,
    policy: writePolicy(dataDir, setup.policy),
  });
  const child = spawn(process.execPath, [HOST, `${OPTIONS_PREFIX}${options}`], {
    env: { ...process.env, ...serviceEnvironment(setup.simulator) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { url } = await readFirstLine(child);
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: () => {
      child.kill('SIGTERM');
      return gone;
    },
    removeData: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** The policy file's path for a start; undefined without a policy. */
function writePolicy(dataDir: string, policy: Policy | undefined): string | undefined {
  if (policy === undefined) return undefined;
  const path = join(dataDir, 'policy.json');
  writeFileSync(path, JSON.stringify(policy));
  return path;
}

function chooseOneClick(dataDir: string, environment: Record<string, string>): void {
  const profile = takeProfile({ ...environment });
  if (!profile.ok) throw new Error(profile.error);
  if (profile.value === null) return;
  const { id, kind } = profile.value;
  const store = openProfileStore(dataDir, id, Date.now());
  const settings = createTradeSettings(createSettings(store.settings, Date.now), kind);
  settings.setLadder({ rung: 'one_click', cap_usd: parseDecimal(TEST_CAP_USD) });
  settings.setGuards({ ...DEFAULT_GUARD_SETTINGS, duplicateWindowMs: TEST_EQUAL_MS });
  store.close();
}

/** What names a service to the terminal at its start. */
export function serviceEnvironment(simulator: TerminalSetup['simulator']): Record<string, string> {
  if (simulator === undefined) return {};
  return {
    STRIKEDESK_SERVICE_ORIGIN: simulator.origin,
    STRIKEDESK_CLIENT_ID: simulator.clientId,
    STRIKEDESK_CLIENT_SECRET: simulator.clientSecret,
    STRIKEDESK_PROFILE: 'test',
  };
}

function readFirstLine(child: ChildProcess): Promise<{ url: string }> {
  return new Promise((resolve, reject) => {
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) return reject(new Error('the terminal has no output'));
    let said = '';
    stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    createInterface({ input: stdout }).once('line', (line) => resolve(JSON.parse(line) as { url: string }));
    child.once('exit', (code) => reject(new Error(`the terminal ended with ${code}: ${said}`)));
    child.once('error', reject);
    return undefined;
  });
}
