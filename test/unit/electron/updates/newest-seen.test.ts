import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openNewestSeen } from '../../../../electron/updates/newest-seen.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-seen-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the newest manifest that was seen', () => {
  it('is none at first, is there after a restart, and never goes back', () => {
    const seen = openNewestSeen(folder);
    expect(seen.read()).toBeNull();
    for (const issuedAtMs of [5, 9, 7, 9]) seen.note(issuedAtMs);
    expect(seen.read()).toBe(9);
    expect(openNewestSeen(folder).read()).toBe(9);
    expect(readdirSync(folder)).toEqual(['updates-seen.json']);
  });

  it.each(['', '{}', '{"version":1,"newest_issued_at":"9"}', '{"version":2,"newest_issued_at":9}'])(
    'counts as none where the file holds %j, and takes its place',
    (text) => {
      writeFileSync(join(folder, 'updates-seen.json'), text);
      const seen = openNewestSeen(folder);
      expect(seen.read()).toBeNull();
      seen.note(3);
      expect(seen.read()).toBe(3);
    },
  );
});
