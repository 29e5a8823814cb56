import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A program of the tests as one file, which a process of its own reads in half the time that hundreds take. */
export interface Bundle {
  readonly path: string;
  readonly remove: () => void;
}

/** Makes one of a module beside this one, such as `mortal-walker.ts`, and all that it imports. */
export async function bundleProcess(name: string): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-bundle-'));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL(name, import.meta.url)),
      outDir: folder,
      target: 'node24',
      rollupOptions: {
        // The web socket takes these two when they are there; they are not.
        external: ['electron', 'bufferutil', 'utf-8-validate'],
        output: { entryFileNames: '[name].mjs', codeSplitting: false },
      },
    },
  });
  return {
    path: join(folder, `${basename(name, '.ts')}.mjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
