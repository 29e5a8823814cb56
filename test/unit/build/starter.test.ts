import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { startHost } from '../../../build/lib/host-process.mjs';

const STARTER = new URL('../../../build/lib/starter.mjs', import.meta.url).href;

/** Says `watching`, then `gone`, and ends. */
const WATCHES = `
  import('${STARTER}').then(async ({ watchStarter }) => {
    const gone = watchStarter();
    const alive = setInterval(() => undefined, 1000);
    console.log('watching');
    await gone;
    console.log('gone');
    clearInterval(alive);
  });
`;

let started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started = [];
});

/** A process that starts the watcher in that way, and what the watcher says. */
function startBehind(command: readonly string[], variables: Record<string, string>) {
  const [file = '', ...args] = command;
  const script = `require('node:child_process').spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { stdio: 'inherit' })`;
  const { npm_lifecycle_event: _npm, ...env } = process.env;
  const starter = spawn(process.execPath, ['-e', script], {
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(starter);
  return { starter, lines: createInterface({ input: starter.stdout })[Symbol.asyncIterator]() };
}

describe.runIf(process.platform !== 'win32')('whatever started the terminal', () => {
  it.each([
    ['a program', [process.execPath, '-e', WATCHES], {}],
    // As npm does it: a shell stands between, and lives on.
    ['npm', ['sh', '-c', '"$WATCHER" -e "$WATCHES"; true'], { npm_lifecycle_event: 'start' }],
  ])('is missed once it is killed: %s', async (_who, command, variables) => {
    const { starter, lines } = startBehind(command, { ...variables, WATCHER: process.execPath, WATCHES });
    expect((await lines.next()).value).toBe('watching');
    starter.kill('SIGKILL');
    expect((await lines.next()).value).toBe('gone');
  });
});

describe.runIf(process.platform !== 'win32')('Electron', () => {
  it('has a channel that closes with the starter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'strikedesk-starter-'));
    const binary = join(folder, 'electron');
    writeFileSync(binary, '#!/bin/sh\necho "${NODE_CHANNEL_FD:-none}"\n', { mode: 0o700 });
    const host = startHost({ host: 'electron', binary, why: 'asked for' }, '{}');
    expect(await host.line).toMatch(/^\d+$/);
    expect(await host.exit).toBe(0);
    rmSync(folder, { recursive: true });
  });
});
