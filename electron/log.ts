import { createWriteStream, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { ServicesOptions } from './assembly/services-interface.ts';
import { makeFolder } from './storage/folder.ts';

/** Past this size the log is set aside, and the one that was set aside before is overwritten. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;
const MAX_VALUE_CHARACTERS = 2000;
/** After a failure, as of a full disk, the file is tried again this much later. */
const AGAIN_MS = 10_000;

/** The only names a log line may carry. Anything else is left out, so that no secret gets in by a new field. */
export const LOG_FIELDS: ReadonlySet<string> = new Set([
  'cap_usd',
  'channel',
  'code',
  'count',
  'duration_ms',
  'from',
  'guards',
  'host',
  'instrument_name',
  'intent_id',
  'label',
  'message',
  'online',
  'method',
  'order_id',
  'path',
  'port',
  'press',
  'profile',
  'reason',
  'rung',
  'stack',
  'status',
  'to',
  'version',
  'window',
]);

export type Log = ServicesOptions['log'];

export interface LogFile {
  readonly log: Log;
  /** Resolves when every line is with the system. */
  readonly close: () => Promise<void>;
}

/** Control characters beyond those that JSON escapes, and the marks that reverse a line's direction. */
const UNSAFE = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** One event as one line of JSON, with no character that could forge a line or steer a terminal. */
export function formatLogLine(nowMs: number, ...[level, event, fields]: Parameters<Log>): string {
  const line: Record<string, string | number | boolean | null> = { time: new Date(nowMs).toISOString(), level, event };
  for (const [name, value] of Object.entries(fields)) {
    if (!LOG_FIELDS.has(name) || (typeof value === 'object' && value !== null)) continue;
    line[name] = typeof value === 'string' ? value.slice(0, MAX_VALUE_CHARACTERS) : value;
  }
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(line).replace(UNSAFE, escape)}\n`;
}

/** What was thrown, as fields of a line. */
export function describeThrown(thrown: unknown): { reason: string; stack: string | null } {
  if (!(thrown instanceof Error)) return { reason: 'not an error', stack: null };
  return { reason: thrown.message, stack: thrown.stack ?? null };
}

/**
 * Opens `strikedesk.log`, making its folder. Reports a write that fails once, and resumes with the number of missing
 * lines.
 */
export function openLogFile(dataDir: string, now: () => number, reportFailure: (reason: string) => void): LogFile {
  makeFolder(dataDir);
  const path = join(dataDir, 'strikedesk.log');
  let hasFailed = false;
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let failedAt: number | null = null;
  let lost = 0;
  let isClosed = false;
  if (bytes > MAX_LOG_BYTES) tryToSetAside();
  let stream = open();
  /** Lines that come while the file is replaced, and its end. */
  let turning: { readonly lines: string[]; readonly ended: Promise<void> } | null = null;

  function fail(error: unknown): void {
    if (!hasFailed) reportFailure(error instanceof Error ? error.message : 'unknown');
    hasFailed = true;
  }

  function open(): WriteStream {
    return createWriteStream(path, { flags: 'a', mode: 0o600 }).on('error', (error) => {
      failedAt = now();
      fail(error);
    });
  }

  function setAside(): void {
    renameSync(path, `${path}.1`);
    bytes = 0;
  }

  function tryToSetAside(): void {
    try {
      setAside();
    } catch (error) {
      // Continues in the same file, and tries again at twice the size.
      bytes = 0;
      fail(error);
    }
  }

  /** A failed file takes no lines; it is tried again at intervals. */
  function reopen(): void {
    if (isClosed || failedAt === null || Math.abs(now() - failedAt) < AGAIN_MS) return;
    failedAt = null;
    stream = open();
    const count = lost;
    lost = 0;
    write(formatLogLine(now(), 'warn', 'log_lines_lost', { count }));
  }

  function write(line: string): void {
    if (turning !== null) {
      turning.lines.push(line);
      return;
    }
    if (!stream.writable) reopen();
    if (!stream.writable) {
      lost += 1;
      return;
    }
    stream.write(line, (error) => {
      if (error !== null && error !== undefined) lost += 1;
    });
    bytes += Buffer.byteLength(line);
    if (bytes > MAX_LOG_BYTES) turning = { lines: [], ended: end(stream).then(turn) };
  }

  function turn(): void {
    tryToSetAside();
    stream = open();
    const lines = turning?.lines ?? [];
    turning = null;
    for (const line of lines) write(line);
  }

  async function close(): Promise<void> {
    isClosed = true;
    if (turning === null) return end(stream);
    await turning.ended;
    return close();
  }

  return { log: (level, event, fields) => write(formatLogLine(now(), level, event, fields)), close };
}

/** Resolves when all is written and the file is closed. */
function end(stream: WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream.once('close', resolve);
    return stream.end();
  });
}
