import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startBackEnd } from '../../support/bench/back-end.ts';

const MAIN = fileURLToPath(new URL('../../../electron/audit/main.ts', import.meta.url));
const FULL_DISK = '/dev/full';

it.skipIf(!existsSync(FULL_DISK))(
  'an export that the disk does not take whole does not end as one that it took',
  async () => {
    const on = await startBackEnd();
    const out = openSync(FULL_DISK, 'w');
    try {
      const args = ['--no-warnings', MAIN, 'export', '--csv', '--data-dir', on.dataDir];
      const { status, stderr } = spawnSync(process.execPath, args, {
        stdio: ['ignore', out, 'pipe'],
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('ENOSPC') as string });
    } finally {
      closeSync(out);
      await on.close();
    }
  },
);
