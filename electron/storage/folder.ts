import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The data folder can't be used; the message is a sentence for the person who chose it. */
export class FolderError extends Error {
  constructor(folder: string, why: string) {
    super(`the data folder ${folder} can't be used: ${why}`);
    this.name = 'FolderError';
  }
}

/**
 * Makes a folder and those above it, level by level: on some file systems Node's own recursive way never ends.
 * Throws `FolderError`.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  let existing = folder;
  while (!existsSync(existing)) {
    missing.unshift(existing);
    const above = dirname(existing);
    if (above === existing) throw new FolderError(folder, 'no part of its path exists');
    existing = above;
  }
  if (!statSync(existing).isDirectory()) throw new FolderError(folder, `${existing} is not a folder`);
  for (const level of missing) {
    try {
      mkdirSync(level, { mode: 0o700 });
    } catch (error) {
      throw new FolderError(folder, `${level} can't be made (${error instanceof Error ? error.message : 'unknown'})`);
    }
  }
}
