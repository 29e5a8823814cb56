import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = new URL('../../../electron/', import.meta.url);

/** What breaks in a timer, in a promise that nobody waits for, and by something that is no error; then an end in order. */
const PROGRAM = `
  import { logUncaught } from '${new URL('host/last-resort.ts', SOURCES).href}';
  import { openLogFile } from '${new URL('log.ts', SOURCES).href}';
  const { log, close } = openLogFile(process.argv[1], () => 0, () => process.exit(9));
  logUncaught(process, log);
  setTimeout(() => { throw new Error('a broken timer'); }, 1);
  setTimeout(() => void Promise.reject(new TypeError('a lost promise')), 2);
  setTimeout(() => { throw 'no error'; }, 3);
  setTimeout(() => { log('info', 'alive', {}); void close(); }, 20);
`;

it('what no code caught is logged with its place, and the process lives on and ends in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-last-'));
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM, folder], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const lines = readFileSync(join(folder, 'strikedesk.log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: 'uncaught', reason: 'a broken timer', stack: expect.stringContaining('Timeout') as string },
    { event: 'uncaught', reason: 'a lost promise' },
    { event: 'uncaught', reason: 'not an error', stack: null },
    { event: 'alive' },
  ]);
  rmSync(folder, { recursive: true });
});
