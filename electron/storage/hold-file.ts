import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file in a profile's folder: while it is there, nothing is sold until a person says that they have looked. */
export interface HoldFile {
  readonly isThere: () => boolean;
  /** It is on the disk when this returns. Throws where the disk doesn't take it. */
  readonly put: () => void;
  readonly remove: () => void;
}

export function holdFileIn(folder: string, name: 'journal-cut' | 'guards-lost' = 'journal-cut'): HoldFile {
  const path = join(folder, name);
  return {
    isThere: () => existsSync(path),
    put: () => writeFileSync(path, '', { flush: true }),
    remove: () => rmSync(path, { force: true }),
  };
}
