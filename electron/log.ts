import { createWriteStream, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ServicesOptions } from './services-interface.ts';
import { makeFolder } from './storage/folder.ts';

/** Past this size the log of an earlier run is set aside, and the one before that is overwritten. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;
const MAX_VALUE_CHARACTERS = 2000;

/** The only names a log line may carry. Anything else is left out, so that no secret gets in by a new field. */
export const LOG_FIELDS: ReadonlySet<string> = new Set([
  'channel',
  'code',
  'count',
  'duration_ms',
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
  'profile',
  'reason',
  'stack',
  'status',
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

/** Opens `strikedesk.log` in the folder, which is made when missing. A log that can't be written is reported once. */
export function openLogFile(dataDir: string, now: () => number, reportFailure: (reason: string) => void): LogFile {
  makeFolder(dataDir);
  const path = join(dataDir, 'strikedesk.log');
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
  stream.once('error', (error) => reportFailure(error.message));
  return {
    log: (level, event, fields) => {
      if (stream.writable) stream.write(formatLogLine(now(), level, event, fields));
    },
    close: () =>
      new Promise((resolve) => {
        if (stream.closed) resolve();
        else stream.end(() => resolve());
      }),
  };
}
