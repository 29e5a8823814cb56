import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatLogLine, LOG_FIELDS, openLogFile } from '../../../../electron/log.ts';
import { fuzzRuns } from '../../../support/fuzz/fuzz-runs.ts';

describe('a line of the log', () => {
  it('holds time, level, event and the fields on the list, and nothing else', () => {
    expect(JSON.parse(formatLogLine(0, 'info', 'started', { host: 'browser', port: 1, client_secret: 'x' }))).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      event: 'started',
      host: 'browser',
      port: 1,
    });
  });

  it('holds nothing of what was planted under any other name, nor anything below a name of the list', () => {
    const secret = 'planted-secret-7f3a';
    const deep = fc.object({ key: fc.string(), values: [fc.constant(secret)], maxDepth: 3 });
    const field = fc.string().filter((name) => !LOG_FIELDS.has(name));
    fc.assert(
      fc.property(
        fc.dictionary(field, fc.constant(secret)),
        deep,
        fc.constantFrom(...LOG_FIELDS),
        (other, nested, name) => {
          // A caller without types: what is no text, number or truth value is left out whole.
          const line = formatLogLine(0, 'info', 'event', { ...other, [name]: nested as unknown as string });
          expect(line).not.toContain(secret);
        },
      ),
      fuzzRuns(2000),
    );
  });

  it('is one printable line whatever a value holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const line = formatLogLine(0, 'error', 'window_error', { message });
        expect(line.endsWith('}\n')).toBe(true);
        expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect((JSON.parse(line) as { message: string }).message).toBe(message.slice(0, 2000));
      }),
      fuzzRuns(100),
    );
  });
});

describe('the log file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'strikedesk-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps what earlier runs wrote, and has every line when it is closed', async () => {
    for (const profile of ['first', 'second']) {
      const { log, close } = openLogFile(join(folder, 'made'), () => 0, expect.unreachable);
      log('info', 'started', { profile });
      await close();
    }
    const lines = readFileSync(join(folder, 'made/strikedesk.log'), 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { profile: string }).profile)).toEqual(['first', 'second']);
  });

  it.runIf(existsSync('/dev/full'))(
    'goes on after a disk that was full takes writes again, and says how many lines are missing',
    async () => {
      const path = join(folder, 'strikedesk.log');
      symlinkSync('/dev/full', path);
      let now = 0;
      const failures: string[] = [];
      const { log, close } = openLogFile(
        folder,
        () => now,
        (reason) => failures.push(reason),
      );
      log('info', 'started', {});
      await expect.poll(() => failures.length).toBe(1);
      log('info', 'unheard', {});
      rmSync(path);
      now += 60_000;
      log('error', 'uncaught', { reason: 'disk' });
      await close();
      expect(failures).toEqual([expect.stringContaining('ENOSPC')]);
      const lines = readFileSync(path, 'utf8').trim().split('\n');
      expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
        { event: 'log_lines_lost' },
        { event: 'uncaught', reason: 'disk' },
      ]);
    },
  );

  it('keeps no terminal from starting where one that is full can’t be set aside', async () => {
    writeFileSync(join(folder, 'strikedesk.log'), 'x'.repeat(6 * 1024 * 1024));
    mkdirSync(join(folder, 'strikedesk.log.1/held'), { recursive: true });
    const failures: string[] = [];
    const { log, close } = openLogFile(
      folder,
      () => 0,
      (reason) => failures.push(reason),
    );
    log('info', 'started', {});
    await close();
    expect(failures).toHaveLength(1);
    expect(readFileSync(join(folder, 'strikedesk.log'), 'utf8')).toContain('"started"');
  });

  it('takes no more than two files of five megabytes, however much is logged, and loses no line between them', async () => {
    const { log, close } = openLogFile(folder, () => 0, expect.unreachable);
    const message = 'x'.repeat(2000);
    for (let count = 0; count < 8000; count += 1) {
      log('info', 'flood', { count, message });
      if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await close();
    expect(readdirSync(folder).toSorted()).toEqual(['strikedesk.log', 'strikedesk.log.1']);
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    for (const size of sizes) expect(size).toBeLessThan(5.5 * 1024 * 1024);
    const lines = ['strikedesk.log.1', 'strikedesk.log'].flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').trim().split('\n'),
    );
    const counts = lines.map((line) => (JSON.parse(line) as { count: number }).count);
    expect(counts.at(-1)).toBe(7999);
    expect(counts).toEqual(Array.from(counts, (_count, index) => 8000 - counts.length + index));
  });

  it.runIf(process.platform !== 'win32')('is its owner’s alone', async () => {
    const { close } = openLogFile(join(folder, 'made'), () => 0, expect.unreachable);
    await close();
    expect(statSync(join(folder, 'made')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'made', 'strikedesk.log')).mode & 0o777).toBe(0o600);
  });
});
