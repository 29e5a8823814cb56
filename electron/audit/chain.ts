import { createHash } from 'node:crypto';
import { JOURNAL_FIELDS, type JournalFields } from '../../shared/ipc/schemas/journal-schema.ts';
import { redact } from '../service/wire/redact.ts';

/** What the first entry is bound to. */
export const GENESIS = '0'.repeat(64);

const MAX_VALUE_CHARACTERS = 2000;
const MAX_ITEMS = 64;

/** An entry as it is stored; `fields` is canonical JSON text. */
export interface StoredEntry {
  readonly sequence: number;
  readonly at: number;
  readonly service_at: number | null;
  readonly kind: string;
  readonly fields: string;
}

/** What may be kept of the fields: those on the list, in bounds, with no secret in any text. */
export function admitFields(given: Readonly<Record<string, unknown>>, secrets: readonly string[]): JournalFields {
  const admitted: JournalFields = {};
  for (const name of JOURNAL_FIELDS) {
    const value = Object.hasOwn(given, name) ? bound(redact(given[name], secrets)) : undefined;
    if (value !== undefined) admitted[name] = value;
  }
  return admitted;
}

function bound(value: unknown): JournalFields[keyof JournalFields] {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean' || value === null) return value;
  if (!Array.isArray(value)) return undefined;
  return value
    .filter((item) => typeof item === 'string')
    .slice(0, MAX_ITEMS)
    .map(cut);
}

/** Whole characters only: half of one has no place in a file of text. */
function cut(text: string): string {
  return text.slice(0, MAX_VALUE_CHARACTERS).toWellFormed();
}

/** JSON text that is the same for equal values: names sorted, nothing between the tokens. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/**
 * SHA-256, in hex, of the previous hash, a line feed and the entry as canonical JSON. Stored fields go in byte for
 * byte.
 */
export function hashEntry(previous: string, { sequence, at, service_at, kind, fields }: StoredEntry): string {
  const canonical = `[${sequence},${at},${service_at ?? 'null'},${JSON.stringify(kind)},${fields}]`;
  return createHash('sha256').update(`${previous}\n${canonical}`, 'utf8').digest('hex');
}
