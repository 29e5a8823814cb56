import { appendFileSync, readFileSync } from 'node:fs';

/** Messages between main process and windows, each as JSON, in order. */
export interface Crossed {
  readonly toMain: readonly string[];
  readonly toWindow: readonly string[];
}

type Way = 'to main' | 'to window';

/** Keeps a message in the file of `ELECTRON_DOUBLE_CROSSED`, where there is one. */
export function noteCrossed(way: Way, channel: string, content: unknown): void {
  const file = process.env['ELECTRON_DOUBLE_CROSSED'];
  if (file !== undefined) appendFileSync(file, `${way} ${JSON.stringify({ channel, content })}\n`);
}

/** Reads what was kept. Throws where nothing was to be. */
export function readCrossed(file: string): Crossed {
  const lines = readFileSync(file, 'utf8').split('\n');
  const those = (way: Way): string[] =>
    lines.filter((line) => line.startsWith(`${way} `)).map((line) => line.slice(way.length + 1));
  return { toMain: those('to main'), toWindow: those('to window') };
}
