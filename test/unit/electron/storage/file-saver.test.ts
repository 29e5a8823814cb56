import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  FILE_MAX_BYTES,
  FILE_PART_BYTES,
  filePartSchema,
  type FilePart,
} from '../../../../shared/ipc/schemas/file-schema.ts';
import { createFileSaver } from '../../../../electron/storage/file-saver.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ID = '5b0f1f0e-9a4c-4c5e-8f43-6f0f3f6d2a11';

function part(over: Partial<FilePart> = {}): FilePart {
  const data = Buffer.from('a,b\r\n').toString('base64');
  return { transfer_id: ID, name: 'orders', kind: 'csv', part: 0, is_last: true, data, ...over };
}

const saver = () => createFileSaver(() => Promise.resolve(folder));

describe('saving a file', () => {
  it('puts its parts together, and never writes over another', async () => {
    writeFileSync(join(folder, 'orders.csv'), 'mine');
    const bytes = randomBytes(FILE_PART_BYTES)
      .toString('hex')
      .slice(0, FILE_PART_BYTES + 50);
    const on = saver();
    const halves = [bytes.slice(0, FILE_PART_BYTES), bytes.slice(FILE_PART_BYTES)];
    const data = halves.map((half) => Buffer.from(half).toString('base64'));
    expect(await on.save('w', part({ is_last: false, data: data[0] ?? '' }))).toEqual({
      state: 'receiving',
      path: null,
    });
    const saved = await on.save('w', part({ part: 1, data: data[1] ?? '' }));
    expect(saved).toEqual({ state: 'saved', path: join(folder, 'orders (2).csv') });
    expect(readFileSync(saved.path ?? '', 'utf8')).toBe(bytes);
    expect(readFileSync(join(folder, 'orders.csv'), 'utf8')).toBe('mine');
  });

  it.each(['../x', 'a/b', 'a\\b', '.hidden', 'x.', 'x ', 'con', 'NUL.txt', 'lpt1', '', 'a\u0000b', 'a:b', 'ü'])(
    'refuses the name %j',
    (name) => {
      expect(filePartSchema.safeParse(part({ name })).success).toBe(false);
    },
  );

  it('refuses parts out of order, another name midway, more than is allowed, and bytes of another kind', async () => {
    const on = saver();
    await expect(on.save('w', part({ part: 1 }))).rejects.toMatchObject({ detail: { code: 'BadRequest' } });
    await on.save('w', part({ is_last: false }));
    await expect(on.save('w', part({ part: 1, name: 'other' }))).rejects.toMatchObject({
      detail: { code: 'BadRequest' },
    });
    const big = Buffer.alloc(FILE_MAX_BYTES / 8 + 1).toString('base64');
    for (let at = 0; at < 7; at += 1) await on.save('w', part({ part: at, is_last: false, data: big }));
    await expect(on.save('w', part({ part: 7, data: big }))).rejects.toMatchObject({ detail: { code: 'BadRequest' } });
    await expect(on.save('w', part({ kind: 'xlsx' }))).rejects.toMatchObject({ detail: { code: 'BadRequest' } });
    const broken = Buffer.from([0xff, 0xfe]).toString('base64');
    await expect(on.save('w', part({ data: broken }))).rejects.toMatchObject({ detail: { code: 'BadRequest' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('writes nothing when no folder was chosen, and says why when the disk takes none', async () => {
    const unwilling = createFileSaver(() => Promise.resolve(null));
    expect(await unwilling.save('w', part())).toEqual({ state: 'cancelled', path: null });
    writeFileSync(join(folder, 'file'), '');
    const nowhere = createFileSaver(() => Promise.resolve(join(folder, 'file')));
    await expect(nowhere.save('w', part())).rejects.toMatchObject({ detail: { code: 'StorageFailed' } });
  });

  it('forgets what a window that went away had begun', async () => {
    const on = saver();
    await on.save('w', part({ is_last: false }));
    on.forgetWindow('w');
    await expect(on.save('w', part({ part: 1 }))).rejects.toMatchObject({ detail: { code: 'BadRequest' } });
  });
});
