import { describe, expect, it } from 'vitest';
import { GUARD_LIMITS, guardSettingsSchema } from '../../../shared/orders/limits/guard-settings.ts';
import { policySchema } from '../../../shared/profiles/policy.ts';
import {
  findMissingTest,
  listDocuments,
  readDocument,
  readNamedTest,
  readRows,
  readSection,
} from '../../support/documents.ts';

const SECURITY = readDocument('SECURITY.md');
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  characters: 1,
  KiB: 1024,
  MiB: 1024 * 1024,
  ms: 1,
  s: 1000,
  h: 3_600_000,
};

const rowsOf = (heading: string) => readRows(readSection(SECURITY, heading));
const unquote = (cell = '') => cell.replaceAll('`', '');

/** Every source of the running program. */
const SOURCES = listDocuments('{electron,renderer,shared}/**/*.{ts,tsx}');

function findIn(folder: string, pattern: RegExp): Set<string> {
  const paths = SOURCES.filter((path) => path.startsWith(folder));
  return new Set(paths.flatMap((path) => [...readDocument(path).matchAll(pattern)].map(([, found = '']) => found)));
}

describe('SECURITY.md', () => {
  it('gives a rule, its source and its test for everything that comes in', () => {
    const rows = rowsOf('What is checked on its way in');
    expect(rows.length).toBeGreaterThan(12);
    for (const [what, rule, source, test = ''] of rows) {
      expect([what, rule].every((text) => (text ?? '') !== '')).toBe(true);
      expect(SOURCES, what).toContain(unquote(source));
      expect(findMissingTest(readNamedTest(test)), what).toBeNull();
    }
  });

  it('says of every rule of a sell and of a Block RFQ what must fit together', () => {
    const named = rowsOf('What must fit together').map(([source]) => unquote(source));
    // The others are what several rules share.
    const shared = ['rules/grade.ts', 'precision.ts', 'seconds.ts', 'numbers.ts', 'guards/order.ts', 'guards/tiers.ts'];
    const rules = SOURCES.filter((path) => /^shared\/(?:orders|rfq)\/rules\//.test(path));
    expect(named).toEqual(rules.filter((path) => !shared.some((name) => path.endsWith(name))).toSorted());
  });

  it('names every limit that a profile sets and every one that a policy fixes', () => {
    const named = rowsOf('Limits').map(([limit]) => unquote(limit));
    const ofProfile = Object.keys(guardSettingsSchema.shape).filter((name) => name !== 'soft' && name !== 'hard');
    const ofPolicy = Object.keys(policySchema.shape).filter((name) => name !== 'version');
    const wanted = [...GUARD_LIMITS, ...ofProfile, ...ofPolicy];
    expect(named.slice(0, wanted.length)).toEqual(wanted);
  });

  it('has the limits of resources as the sources have them', () => {
    const rows = rowsOf('Limits').filter(([, , source = '']) => source.includes('`: `'));
    expect(rows.length).toBeGreaterThan(30);
    for (const [what = '', value = '', source = ''] of rows) {
      const [file = '', name = ''] = source.split(': ').map(unquote);
      const [, product = ''] = new RegExp(`\\bconst ${name} = ([\\d_ *]+);`).exec(readDocument(file)) ?? [];
      const [number = '', unit = ''] = value.split(' ');
      const factors = product.split('*').map((factor) => Number(factor.replaceAll('_', '')));
      expect(Number(number.replaceAll(',', '')) * (UNITS[unit] ?? Number.NaN), what).toBe(
        factors.reduce((whole, factor) => whole * factor, 1),
      );
    }
  });

  it('tells of every source that opens a connection or answers one', () => {
    const named = rowsOf('Connections').map((cells) => unquote(cells.at(-1)));
    const opening =
      /from '(?:undici|ws|node:(?:http|https|http2|net|tls|dgram)|electron-updater)'|import\('electron-updater'\)|new DatabaseSync\(path|simulator\/simulator\.ts'|(?<![.\w])fetch\(/;
    const typesAlone = /^import type .*$/gm;
    const parts = ['electron/browser-host/raw-refusal.ts', 'electron/service/wire/exchange.ts'];
    // What windows reach is not theirs to choose: the policy of their page names it.
    const sources = SOURCES.filter((path) => !path.startsWith('renderer/') && !parts.includes(path));
    const found = sources.filter((path) => opening.test(readDocument(path).replaceAll(typesAlone, '')));
    expect(found.toSorted()).toEqual(named.toSorted());
  });

  it('gives every file of the data folder a level', () => {
    const section = readSection(SECURITY, 'Data');
    expect(readRows(section).map(([level]) => level)).toEqual(['secret', 'private', 'public']);
    const files = findIn('electron/', /['/]([\w.-]+\.(?:sqlite|head|vault|json|lock|log))['`]/g);
    expect(files.size).toBeGreaterThan(12);
    for (const name of files) expect(section).toContain(`\`${name}\``);
  });

  it('names a test for every step of an update', () => {
    const rows = rowsOf('Updates');
    expect(rows.length).toBeGreaterThan(4);
    for (const [step, , test = ''] of rows) expect(findMissingTest(readNamedTest(test)), step).toBeNull();
  });

  it('names every event of the log and every reason of a refusal', () => {
    const section = readSection(SECURITY, 'What is logged');
    const events = findIn(
      'electron/',
      /\blog\??\.?\(\s*(?:[\w ='!]+\? 'info' : 'warn'|'(?:info|warn|error)'), '([a-z_]+)'/g,
    );
    expect(events.size).toBeGreaterThan(30);
    const reasons = findIn('electron/', /noteRefusal\('([a-z_]+)'/g);
    const ofGuard = /type Refusal = ([^;]+);/.exec(readDocument('electron/browser-host/guard.ts'))?.[1] ?? '';
    expect(reasons.size).toBeGreaterThan(7);
    for (const name of [...events, ...reasons, ...ofGuard.replaceAll("'", '').split(' | ')])
      expect(section).toContain(`\`${name}\``);
    for (const [where, ...cells] of readRows(section))
      expect(
        cells.filter((cell) => cell === ''),
        where,
      ).toEqual([]);
  });

  it('says how soon a known weakness of a package is mended, by how bad it is', () => {
    const section = readSection(SECURITY, 'Packages of others');
    const days = readRows(section).map(([, number]) => Number(number));
    expect(days).toHaveLength(5);
    expect(days.every((number, at) => number > 0 && number > (days[at - 1] ?? 0))).toBe(true);
    expect(section).toMatch(/looked through at least every \d+ days/);
  });
});
