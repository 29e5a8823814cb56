import { z } from 'zod';
import { decimalField, optionalRuleOf } from '../../../shared/service/fields.ts';
import {
  finishList,
  finishPage,
  listRecordOf,
  pageRuleOf,
  type PageRule,
  type ReadRecords,
} from '../../../shared/service/page.ts';
import { ASK_ZOD, readerOf } from '../../../shared/schema-reader.ts';
import { readJson } from './json.ts';
import { CLOSE_OBJECT, COMMA, LEFT, makeWord, OPEN_OBJECT, TextCursor, type Word } from './text-cursor.ts';

type Schema = z.core.$ZodType;

/** Reads a value of its schema at the cursor, or gives `LEFT`. */
type ReadText = (cursor: TextCursor) => unknown;

const known = new WeakMap<Schema, ReadText>();

/**
 * The value of `schema` from a JSON text in one pass. `LEFT` for blanks, escapes, non-ASCII, doubled fields and
 * misfits: `readJson` and zod take those.
 */
export function readPlainJson<T>(schema: z.ZodType<T>, text: string): T | typeof LEFT {
  const cursor = TextCursor.open(text);
  if (cursor === null) return LEFT;
  const value = textReaderOf(schema)(cursor);
  return cursor.isAtEnd() ? (value as T | typeof LEFT) : LEFT;
}

function textReaderOf(schema: Schema): ReadText {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const read = makeReader(schema);
  known.set(schema, read);
  return read;
}

function makeReader(schema: Schema): ReadText {
  if (schema === decimalField) return (cursor) => cursor.readDecimal();
  const rule = optionalRuleOf(schema);
  if (rule !== null) return readOptional(rule.inner);
  const page = pageRuleOf(schema);
  if (page !== null) return readPage(page);
  const listed = listRecordOf(schema);
  if (listed !== null) return readList(readEachOf(listed));
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'number') return judged(schema, (cursor) => cursor.readNumber());
  if ((def.checks?.length ?? 0) > 0) return readJudged(schema);
  switch (def.type) {
    case 'unknown':
      return readAny;
    case 'boolean':
      return (cursor) => cursor.readBoolean();
    case 'string':
      if ('format' in def || 'coerce' in def) return judged(schema, (cursor) => cursor.readText());
      return (cursor) => cursor.readText();
    case 'literal':
    case 'enum':
      return judged(schema, readAny);
    case 'nullable': {
      const read = textReaderOf(def.innerType);
      return (cursor) => (cursor.skipNull() ? null : read(cursor));
    }
    case 'optional':
    case 'catch':
      return textReaderOf(def.innerType);
    case 'array': {
      const read = textReaderOf(def.element);
      return (cursor) => cursor.readList(read);
    }
    case 'union':
      return readFirst(def.options.map(textReaderOf));
    case 'record':
      return isOfTexts(def.keyType) ? readRecord(textReaderOf(def.valueType)) : readJudged(schema);
    case 'object':
      return def.catchall?._zod.def.type === 'unknown' ? readObject(def.shape) : readJudged(schema);
    default:
      return readJudged(schema);
  }
}

/** An optional field. One that can't be read is left to zod, which knows whether its record is. */
function readOptional(inner: Schema): ReadText {
  const read = textReaderOf(inner);
  const ofNull = readerOf(inner)(null);
  return (cursor) => (cursor.skipNull() ? (ofNull === ASK_ZOD ? undefined : ofNull) : read(cursor));
}

/** What has no reader here is judged by zod. */
function readJudged(schema: Schema): ReadText {
  return (cursor) => {
    const value = cursor.readAny();
    if (value === LEFT) return LEFT;
    const judgement = (schema as z.ZodType).safeParse(value);
    return judgement.success ? judgement.data : LEFT;
  };
}

/** Reads by itself and lets the schema's own reader judge. */
function judged(schema: Schema, read: ReadText): ReadText {
  const judge = readerOf(schema);
  return (cursor) => {
    const value = read(cursor);
    if (value === LEFT) return LEFT;
    const judgement = judge(value);
    return judgement === ASK_ZOD ? LEFT : judgement;
  };
}

function readFirst(options: readonly ReadText[]): ReadText {
  return (cursor) => {
    const { at } = cursor;
    for (const read of options) {
      const value = read(cursor);
      if (value !== LEFT) return value;
      cursor.at = at;
    }
    return LEFT;
  };
}

function isOfTexts(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'string' && !('format' in def) && !('coerce' in def) && (def.checks?.length ?? 0) === 0;
}

function readRecord(read: ReadText): ReadText {
  return (cursor) => cursor.readObject(read);
}

const textsOfRecords = new WeakMap<readonly unknown[], readonly string[]>();

/** The records of a page as they were written; null where the general reader read them. Each holds on to the whole reply. */
export function textsOf(records: readonly unknown[]): readonly string[] | null {
  return textsOfRecords.get(records) ?? null;
}

/** The value of one record as it was written. Throws where the schema does not read it. */
export function readRecordText<T>(schema: z.ZodType<T>, text: string): T {
  const plain = readPlainJson(schema, text);
  if (plain !== LEFT) return plain;
  const json = readJson(text);
  return schema.parse(json.ok ? json.value : undefined);
}

/** Each record by itself. One that is left may only be written unusually: its schema judges. */
function readEachOf(record: z.ZodType): ReadText {
  const readOne = textReaderOf(record);
  return (cursor) => {
    const records: ReadRecords<unknown> = { read: [], unreadable: [] };
    const texts: string[] = [];
    const keep = (read: unknown, from: number): number => {
      texts.push(cursor.text.slice(from, cursor.at));
      return records.read.push(read);
    };
    const all = cursor.readList(() => {
      const { at } = cursor;
      const quick = readOne(cursor);
      if (quick !== LEFT) return keep(quick, at);
      cursor.at = at;
      const sent = cursor.readAny();
      if (sent === LEFT) return LEFT;
      const judgement = record.safeParse(sent);
      return judgement.success ? keep(judgement.data, at) : records.unreadable.push(sent);
    });
    if (all === LEFT) return LEFT;
    textsOfRecords.set(records.read, texts);
    return records;
  };
}

/** As `listSchema`. */
function readList(readRecords: ReadText): ReadText {
  return (cursor) => {
    const records = readRecords(cursor);
    return records === LEFT ? LEFT : finishList(records as ReadRecords<unknown>);
  };
}

/** As `pageSchema`. */
function readPage(rule: PageRule): ReadText {
  const { fields, list, record } = rule;
  const readFields = readObject(fields.shape, new Map([[list, readEachOf(record)]]));
  return (cursor) => {
    const page = readFields(cursor) as Readonly<Record<string, unknown>> | typeof LEFT;
    return page === LEFT ? LEFT : finishPage(rule, page, page[list] as ReadRecords<unknown>);
  };
}

/** Fields of an object in the order they came, up to one of them: services write their records in few orders. */
interface Place {
  readonly name: string;
  /** The fields up to this one. */
  readonly names: readonly string[];
  /** How it is announced: brace or comma, name, colon. */
  readonly token: Word;
  readonly read: ReadText;
  /** What came next the last time. */
  next: Place | null;
  readonly others: Map<string, Place>;
  /** Whether an object may end here; undefined until one did. */
  isEnough: boolean | undefined;
  /** An object that ends here, of blanks; null until one did. */
  blank: Readonly<Record<string, unknown>> | null;
}

/** Places remembered of one schema; beyond that all are forgotten. */
const MAX_PLACES = 2000;
/** Fields of an object; one with more is the general reader's. */
const MAX_FIELDS = 128;

function readObject(shape: Readonly<Record<string, Schema>>, own?: ReadonlyMap<string, ReadText>): ReadText {
  const fields = Object.entries(shape);
  const readers = new Map(fields.map(([name, schema]) => [name, own?.get(name) ?? textReaderOf(schema)]));
  const required = fields.filter(([, field]) => !mayBeMissing(field)).map(([name]) => name);
  const root = makePlace([], 'null', () => LEFT);
  let places = 0;

  function forget(): void {
    root.others.clear();
    root.next = null;
    places = 0;
  }

  /** The place of a field that did not come next the last time. */
  function turn(from: Place, cursor: TextCursor): Place | null {
    const start = cursor.at;
    if (cursor.code() !== (from === root ? OPEN_OBJECT : COMMA)) return null;
    cursor.at += 1;
    const name = cursor.readName();
    if (name === LEFT || from.names.length === MAX_FIELDS || from.names.includes(name)) return null;
    let place = from.others.get(name);
    if (place === undefined) {
      if (places === MAX_PLACES) forget();
      places += 1;
      const token = cursor.text.slice(start, cursor.at);
      place = makePlace([...from.names, name], token, readers.get(name) ?? readAny);
      from.others.set(name, place);
    }
    from.next = place;
    return place;
  }

  const isEnough = ({ names }: Place): boolean => required.every((name) => names.includes(name));

  return (cursor) => {
    const values: unknown[] = [];
    let place = root;
    for (;;) {
      const { next } = place;
      if (next !== null && cursor.skip(next.token)) place = next;
      else if (place !== root && cursor.code() === CLOSE_OBJECT) break;
      else {
        const other = turn(place, cursor);
        if (other === null) return LEFT;
        place = other;
      }
      const value = place.read(cursor);
      if (value === LEFT) return LEFT;
      values.push(value);
    }
    cursor.at += 1;
    place.isEnough ??= isEnough(place);
    return place.isEnough ? fill(place, values) : LEFT;
  };
}

/**
 * The object of these fields. Copied from one that `JSON.parse` made: V8 is slow with objects written by name past a
 * dozen fields.
 */
function fill(place: Place, values: readonly unknown[]): Record<string, unknown> {
  const { names } = place;
  place.blank ??= JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Place['blank'];
  const data: Record<string, unknown> = { ...place.blank };
  for (let index = 0; index < names.length; index += 1) data[names[index] as string] = values[index];
  return data;
}

/** Whether zod leaves the field out where it is missing, and does not make it up as it does a default. */
function mayBeMissing(field: Schema): boolean {
  const { data, success } = z.looseObject({ field }).safeParse({});
  return success && !Object.hasOwn(data, 'field');
}

function readAny(cursor: TextCursor): unknown {
  return cursor.readAny();
}

function makePlace(names: readonly string[], token: string, read: ReadText): Place {
  return {
    name: names.at(-1) ?? '',
    names,
    token: makeWord(token),
    read,
    next: null,
    others: new Map(),
    isEnough: undefined,
    blank: null,
  };
}
