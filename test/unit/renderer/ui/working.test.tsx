import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { saveFile } from '../../../../renderer/grid/export/save-file.ts';
import { Note } from '../../../../renderer/ui/panel.tsx';
import { Working } from '../../../../renderer/ui/working.tsx';
import { FILE_PART_BYTES } from '../../../../shared/ipc/schemas/file-schema.ts';
import type { IpcClient } from '../../../../shared/ipc/client.ts';

describe('what takes its time', () => {
  it('says what it is and how far, or only that it goes on', () => {
    const known = renderToStaticMarkup(<Working text="Checked 3 of 4 names…" share={0.75} />);
    expect(known).toContain('value="0.75"');
    expect(known).toContain('aria-label="Checked 3 of 4 names…"');
    expect(renderToStaticMarkup(<Working text="Testing…" />)).not.toContain('value=');
    expect(renderToStaticMarkup(<Note isBusy title="Reading the journal…" />)).toContain('<progress');
    expect(renderToStaticMarkup(<Note title="No orders yet" />)).not.toContain('<progress');
  });

  it('hears of each part of a file that is saved', async () => {
    const shares: number[] = [];
    const request = () => Promise.resolve({ state: 'saved', path: 'there' });
    const client = { request } as unknown as Pick<IpcClient, 'request'>;
    const bytes = new Uint8Array(FILE_PART_BYTES * 2 + 1);
    await saveFile(client, 'orders', 'csv', bytes, (share) => shares.push(share));
    expect(shares).toEqual([1 / 3, 2 / 3, 1]);
  });
});
