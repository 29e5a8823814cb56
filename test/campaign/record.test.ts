import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEEP } from '../support/deep.ts';
import {
  type CampaignRecord,
  countRun,
  digestSources,
  extendRecord,
  listSources,
  readRecord,
  runOn,
} from './record.ts';

const NOW = digestSources();
const BEFORE = '0'.repeat(64);
const span = (changes: Partial<CampaignRecord['spans'][number]>): CampaignRecord['spans'][number] => ({
  sources: NOW,
  from: 1001,
  seeds: 1000,
  sells: 20_000,
  wrong: [],
  until: '2026-11-24',
  ...changes,
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'strikedesk-record-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the record of a long run', () => {
  it('names what was run: everything that a seed runs through', () => {
    expect(NOW).toMatch(/^[0-9a-f]{64}$/u);
    const sources = listSources();
    expect(sources).toEqual(
      expect.arrayContaining([
        'electron/orders/desk.ts',
        'electron/orders/reconciler.ts',
        'electron/service/client.ts',
        'shared/orders/rules.ts',
        'simulator/core.ts',
        'test/campaign/truth.ts',
      ]),
    );
    expect(sources.filter((path) => path.startsWith('renderer/'))).toEqual([]);
  });

  it('grows by the seeds that come next on the same sources, and begins anew on others', () => {
    const first = { spans: [span({})] };
    const grown = extendRecord(
      first,
      span({ from: 2001, seeds: 500, sells: 9900, wrong: [2100], until: '2026-11-25' }),
    );
    expect(grown.spans).toEqual([span({ seeds: 1500, sells: 29_900, wrong: [2100], until: '2026-11-25' })]);
    expect(extendRecord(first, span({ from: 3001 })).spans).toHaveLength(2);
    const other = extendRecord(first, span({ from: 2001, sources: BEFORE }));
    expect(other.spans).toHaveLength(2);
    expect(countRun(other, NOW)).toEqual({ seeds: 1000, wrong: [] });
  });

  it('is gone on with where it stands, by seeds that were not run yet', DEEP, async () => {
    const path = join(folder, 'record.json');
    writeFileSync(path, JSON.stringify({ spans: [span({ sources: BEFORE, from: 20_000_001 }), span({})] }));
    const heard: number[] = [];
    const options = {
      path,
      wanted: 1004,
      withinMs: 60_000,
      onProgress: (_done: unknown, count: number) => heard.push(count),
    };
    expect(await runOn(options)).toEqual({ seeds: 1004, wrong: [] });
    expect(heard).toEqual([4]);
    const { spans } = readRecord(path);
    expect(spans.at(-1)).toMatchObject({ sources: NOW, from: 20_001_001, seeds: 4, wrong: [] });
    const kept = readFileSync(path, 'utf8');
    expect(await runOn(options)).toEqual({ seeds: 1004, wrong: [] });
    expect(readFileSync(path, 'utf8')).toBe(kept);
  });

  it('is refused where it is none', () => {
    const path = join(folder, 'record.json');
    writeFileSync(path, JSON.stringify({ spans: [span({ seeds: 0 })] }));
    expect(() => readRecord(path)).toThrow(/seeds/u);
    expect(readRecord(join(folder, 'none.json'))).toEqual({ spans: [] });
  });
});
