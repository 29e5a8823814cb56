import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP, eachOf } from '../../support/deep.ts';
import { listProcessTree } from '../../support/process-memory.ts';

const START = fileURLToPath(new URL('../../../build/start.mjs', import.meta.url));

let folder: string;
let started: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-start-'));
  started = [];
});

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `npm start` with the flags, on a machine without a display. */
function start(flags: readonly string[], variables: Record<string, string> = {}) {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(process.execPath, [START, ...flags], {
    env: { ...env, XDG_DATA_HOME: join(folder, 'share'), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, ...said })));
  const line = new Promise<{ url: string; host: string; profile: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (text) => {
      resolve(JSON.parse(text) as { url: string; host: string; profile: string });
    });
    child.once('close', () => reject(new Error(said.stderr)));
  });
  // A start that is meant to fail has no line to wait for.
  line.catch(() => undefined);
  return { child, line, ended };
}

/** The port that refuses once its listener is gone. */
async function isListening(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

describe('npm start', () => {
  eachOf<['SIGTERM' | 'SIGINT']>([['SIGTERM'], ['SIGINT']], ['SIGTERM'])(
    'prints one line, keeps running, and ends with 0 on %s',
    async (signal) => {
      const { child, line, ended } = start(['--host', 'browser', '--no-open', '--data-dir', join(folder, 'data')]);
      const { url, host, profile } = await line;
      expect({ host, profile }).toEqual({ host: 'browser', profile: 'simulator' });
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/u);
      expect(await isListening(new URL('/', url).href)).toBe(true);
      child.kill(signal);
      const { code, stdout, stderr } = await ended;
      expect(code).toBe(0);
      expect(stdout.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain('the browser host: asked for with --host');
      expect(stderr).toContain(`open ${url}`);
      expect(await isListening(new URL('/', url).href)).toBe(false);
      // SQLite removes these when the last connection is closed as it should be.
      const files = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' });
      expect(files.filter((name) => /-(?:wal|shm)$/u.test(name))).toEqual([]);
      expect(existsSync(join(folder, 'share'))).toBe(false);
    },
  );

  it(
    'says the address instead of opening it where there is no display, and keeps data in its usual place, to its owner',
    DEEP,
    async () => {
      const kept = join(folder, 'share/strikedesk');
      mkdirSync(kept, { recursive: true });
      chmodSync(kept, 0o777);
      const { child, line, ended } = start(['--host', 'browser']);
      const { url } = await line;
      const paths = readdirSync(kept, { recursive: true, encoding: 'utf8' });
      expect(paths).toEqual(expect.arrayContaining(['strikedesk.log', join('simulator', 'journal.sqlite')]));
      const modes = paths.map(
        (path) => [path, statSync(join(kept, path), { throwIfNoEntry: false })?.mode ?? 0] as const,
      );
      // Windows has other rights than these.
      if (process.platform !== 'win32') expect(modes.filter(([, mode]) => (mode & 0o077) !== 0)).toEqual([]);
      child.kill('SIGTERM');
      expect((await ended).stderr).toContain(`open ${url} in a browser on this machine`);
    },
  );

  it('gives up its host when it is killed', async () => {
    const { child, line } = start(['--host', 'browser', '--no-open', '--data-dir', folder]);
    const { url } = await line;
    child.kill('SIGKILL');
    await expect.poll(() => isListening(new URL('/', url).href), { timeout: 10_000 }).toBe(false);
  });

  it.each([
    [['--port', 'many'], '--port must be a whole number from 0 to 65535'],
    [['--fast'], '"--fast" is not a flag of the terminal'],
  ])('refuses %j with 2 before anything is started', async (flags, sentence) => {
    const { code, stdout, stderr } = await start([...flags, '--no-open']).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a service that does not fit with 2, and never prints a secret', async () => {
    const secret = 'canary-5f1d0c';
    const { code, stdout, stderr } = await start(
      ['--host', 'browser', '--no-open', '--data-dir', join(folder, 'data')],
      {
        STRIKEDESK_SERVICE_ORIGIN: 'http://service.example.com',
        STRIKEDESK_CLIENT_ID: 'client',
        STRIKEDESK_CLIENT_SECRET: secret,
      },
    ).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('STRIKEDESK_SERVICE_ORIGIN does not fit');
    expect(stderr).not.toContain(secret);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names the profile of a service from the environment, and writes its secret nowhere', async () => {
    const secret = 'canary-5f1d0c';
    const data = join(folder, 'data');
    const { child, line, ended } = start(['--host', 'browser', '--no-open', '--data-dir', data], {
      // Nothing listens there: the terminal starts all the same.
      STRIKEDESK_SERVICE_ORIGIN: 'http://127.0.0.1:9',
      STRIKEDESK_CLIENT_ID: 'client',
      STRIKEDESK_CLIENT_SECRET: secret,
      STRIKEDESK_PROFILE: 'test',
    });
    expect((await line).profile).toMatch(/^test-[0-9a-f]{16}$/u);
    const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'latin1');
    if (existsSync('/proc/self/environ') && child.pid !== undefined) {
      const [starter = 0, ...hosts] = listProcessTree(child.pid);
      expect(environmentOf(starter)).toContain(secret);
      expect(hosts.length).toBeGreaterThan(0);
      for (const pid of hosts) expect(environmentOf(pid)).not.toContain(secret);
    }
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    const written = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(written.length).toBeGreaterThan(0);
    for (const text of [stdout, stderr, ...written]) expect(text).not.toContain(secret);
  });
});
