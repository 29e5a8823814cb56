import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout's folder. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * An absolute path inside the checkout.
 * @param {...string} parts
 */
export function inProject(...parts) {
  return join(ROOT, ...parts);
}

/** The Node that the project pins; there once dependencies are installed. */
export function projectNode() {
  const windows = inProject('node_modules', 'node', 'bin', 'node.exe');
  return existsSync(windows) ? windows : inProject('node_modules', 'node', 'bin', 'node');
}

/**
 * One line for the person at the terminal. Standard output is kept for what programs read.
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`strikedesk: ${sentence}\n`);
}

/** A failure reported in one sentence without a stack: to put right, not a bug. */
export class PlainFailure extends Error {
  /**
   * @param {string} sentence
   * @param {number} exitCode
   */
  constructor(sentence, exitCode = 1) {
    super(sentence);
    this.name = 'PlainFailure';
    this.exitCode = exitCode;
  }
}
