import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitFields, canonicalJson } from '../../../../electron/audit/chain.ts';
import type { AuditRow } from '../../../../electron/audit/table.ts';
import { verifyAll } from '../../../../electron/audit/verify.ts';
import { JOURNAL_FIELDS } from '../../../../shared/ipc/schemas/journal-schema.ts';
import { type AuditBench, startAuditBench, unlock } from '../../../support/bench/audit-bench.ts';

const ENTRIES = 24;

let bench: AuditBench;
let rows: readonly AuditRow[];

beforeAll(() => {
  bench = startAuditBench();
  for (let count = 1; count <= ENTRIES; count += 1) {
    bench.log.noteNow('setting', { setting: 'watchlist', to: [`BTC-${count}`, 'é€𝄞'], is_kept: count % 2 === 0 });
  }
  rows = bench.table.after(0, ENTRIES);
  unlock(bench.database);
});
afterAll(() => bench.remove());

function headOf(all: readonly AuditRow[]) {
  const last = all.at(-1);
  return last === undefined ? null : { sequence: last.sequence, hash: last.hash };
}

/** What verification says of the table with other rows in it; the rows are put back. */
function verifyWith(changed: readonly AuditRow[], head = headOf(rows)) {
  const { database, table } = bench;
  database.exec('BEGIN');
  database.exec('DELETE FROM audit');
  for (const row of changed) table.insert(row);
  const verification = verifyAll(table, head, 0);
  database.exec('ROLLBACK');
  return verification;
}

/** The text with one bit of one byte of its UTF-8 turned, as a file would be read again. */
function flip(text: string, at: number, bit: number): string {
  const bytes = Buffer.from(text, 'utf8');
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
  return bytes.toString('utf8');
}

const index = fc.nat({ max: ENTRIES - 1 });

describe('a journal', () => {
  it('as it was written is proven, to the last entry', () => {
    expect(verifyWith(rows)).toMatchObject({ entries: ENTRIES, fault: null, cuts: 0 });
  });

  it('with one byte changed in any text of any entry is not', () => {
    fc.assert(
      fc.property(
        index,
        fc.constantFrom('kind', 'fields', 'hash'),
        fc.nat(),
        fc.nat({ max: 7 }),
        (row, column, at, bit) => {
          const changed = rows.map((entry, i) =>
            i === row ? { ...entry, [column]: flip(entry[column], at, bit) } : entry,
          );
          expect(verifyWith(changed).fault).not.toBeNull();
        },
      ),
      { numRuns: 300, seed: 1 },
    );
  });

  it('with any other number in an entry is not', () => {
    const change = fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).filter((by) => by !== 0);
    fc.assert(
      fc.property(index, fc.constantFrom('at', 'service_at'), change, (row, column, by) => {
        const changed = rows.map((entry, i) => (i === row ? { ...entry, [column]: (entry[column] ?? 0) + by } : entry));
        expect(verifyWith(changed).fault).toEqual({ code: 'changed', sequence: row + 1 });
      }),
      { numRuns: 150, seed: 2 },
    );
  });

  it('with entries taken out anywhere is not, renumbered or not', () => {
    fc.assert(
      fc.property(index, fc.integer({ min: 1, max: ENTRIES }), fc.boolean(), (from, count, isRenumbered) => {
        const left = rows.filter((_row, i) => i < from || i >= from + count);
        const changed = isRenumbered ? left.map((row, i) => ({ ...row, sequence: i + 1 })) : left;
        expect(verifyWith(changed).fault).not.toBeNull();
      }),
      { numRuns: 150, seed: 3 },
    );
  });

  it('with two entries exchanged, or one told twice, is not', () => {
    const pair = fc.tuple(index, index).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(pair, fc.boolean(), ([a, b], isDoubled) => {
        const changed = rows.map((row, i) => {
          const other = i === a ? rows[b] : i === b && !isDoubled ? rows[a] : row;
          return { ...row, ...other, sequence: row.sequence };
        });
        expect(verifyWith(changed).fault).not.toBeNull();
      }),
      { numRuns: 150, seed: 4 },
    );
  });

  it('with an entry put in where no number is free is not', () => {
    const [first] = rows;
    if (first === undefined) throw new Error('the bench has entries');
    for (const sequence of [0, -5, ENTRIES + 1, ENTRIES + 2]) {
      const placed = [...rows, { ...first, sequence }].toSorted((a, b) => a.sequence - b.sequence);
      expect(verifyWith(placed).fault, `at ${sequence}`).not.toBeNull();
    }
  });

  it('that lost its tail is not, however much; where the head went too, it says that it can’t tell', () => {
    for (let length = 0; length < ENTRIES; length += 1) {
      const short = rows.slice(0, length);
      expect(verifyWith(short).fault).toEqual({ code: 'cut_off', sequence: length + 1 });
      if (length > 0) expect(verifyWith(short, null).fault).toEqual({ code: 'head_missing', sequence: length });
    }
    expect(verifyWith(rows, { sequence: ENTRIES, hash: 'f'.repeat(64) }).fault?.code).toBe('head_differs');
  });

  it('that is longer than the head tells is proven: the head is written behind it', () => {
    expect(verifyWith(rows, headOf(rows.slice(0, 5)))).toMatchObject({ entries: ENTRIES, fault: null });
  });
});

describe('canonical JSON', () => {
  /** The same value with the names of every object in another order. */
  function shuffle(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shuffle);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([name, member]) => [name, shuffle(member)]),
    );
  }

  it('is one text for one value, and reads back as that value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(shuffle(value))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { seed: 5 },
    );
  });
});

describe('the fields of an entry', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.object());

  it('are those on the list, and never hold a secret', () => {
    const secret = 'S3cr3t/+canary"\\';
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.constantFrom<string>(...JOURNAL_FIELDS), fc.string()), value),
        fc.string(),
        fc.string(),
        (given, before, after) => {
          const fields = admitFields({ ...given, message: `${before}${secret}${after}`, client_secret: secret }, [
            secret,
          ]);
          const strangers = Object.keys(fields).filter((name) => !JOURNAL_FIELDS.some((known) => known === name));
          expect(strangers).toEqual([]);
          const text = canonicalJson(fields);
          expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
          expect(text).not.toContain(encodeURIComponent(secret));
          expect(text.isWellFormed()).toBe(true);
        },
      ),
      { seed: 6 },
    );
  });

  it('are cut to a bound', () => {
    const { message, codes } = admitFields(
      { message: 'x'.repeat(9000), codes: Array.from({ length: 500 }, String) },
      [],
    );
    expect(message).toHaveLength(2000);
    expect(codes).toHaveLength(64);
  });
});
