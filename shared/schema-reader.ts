import type { z } from 'zod';
import { decimalFromWire, isZero } from './decimal.ts';
import { decimalField, optionalRuleOf, referencePriceField } from './service/fields.ts';

/** A value that does not fit, or that only zod can judge. */
export const ASK_ZOD = Symbol('ask zod');

/** The parsed value, or `ASK_ZOD`. Never changes what it reads. */
type Read = (value: unknown) => unknown;

type Schema = z.core.$ZodType;

const known = new WeakMap<Schema, Read>();

/**
 * Result of `schema.safeParse(value)`, much faster when it fits: schemas become plain functions. Misfits and unknown
 * kinds go to zod. Keeps field order.
 */
export function readBySchema<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  const data = readerOf(schema)(value);
  return data === ASK_ZOD ? schema.safeParse(value) : { success: true, data: data as T };
}

export function readerOf(schema: Schema): Read {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const read = makeReader(schema);
  known.set(schema, read);
  return read;
}

function makeReader(schema: Schema): Read {
  if (schema === decimalField) return (value) => decimalFromWire(value) ?? ASK_ZOD;
  if (schema === referencePriceField) return readReferencePrice;
  const rule = optionalRuleOf(schema);
  if (rule !== null) return readOptional(readerOf(rule.inner), leaveToZod(schema));
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'number') return readNumber(def) ?? leaveToZod(schema);
  if ((def.checks?.length ?? 0) > 0) return leaveToZod(schema);
  switch (def.type) {
    case 'unknown':
      return (value) => value;
    case 'null':
      return (value) => (value === null ? null : ASK_ZOD);
    case 'boolean':
      return (value) => (typeof value === 'boolean' && !('coerce' in def) ? value : ASK_ZOD);
    case 'string':
      return 'format' in def || 'coerce' in def ? leaveToZod(schema) : readText;
    case 'literal':
      return readOneOf(new Set(def.values));
    case 'enum':
      return readOneOf(new Set(Object.values(def.entries)));
    case 'nullable': {
      const read = readerOf(def.innerType);
      return (value) => (value === null ? null : read(value));
    }
    case 'optional': {
      const read = readerOf(def.innerType);
      return (value) => (value === undefined ? ASK_ZOD : read(value));
    }
    case 'catch': {
      const read = readerOf(def.innerType);
      const judge = leaveToZod(schema);
      return (value) => {
        const data = read(value);
        return data === ASK_ZOD ? judge(value) : data;
      };
    }
    case 'array':
      return readList(readerOf(def.element));
    case 'union':
      return readFirst(def.options.map(readerOf));
    case 'object':
      return readObject(def) ?? leaveToZod(schema);
    default:
      return leaveToZod(schema);
  }
}

/** What fits is read here; zod judges null and misfits. */
function readOptional(readInner: Read, judge: Read): Read {
  return (value) => {
    const data = value === undefined ? ASK_ZOD : readInner(value);
    return data === ASK_ZOD ? judge(value) : data;
  };
}

function leaveToZod(schema: Schema): Read {
  return (value) => {
    const parsed = (schema as z.ZodType).safeParse(value);
    return parsed.success ? parsed.data : ASK_ZOD;
  };
}

function readReferencePrice(value: unknown): unknown {
  if (value === null) return null;
  const parsed = decimalFromWire(value);
  return parsed === null ? ASK_ZOD : isZero(parsed) ? null : parsed;
}

function readText(value: unknown): unknown {
  return typeof value === 'string' ? value : ASK_ZOD;
}

function readOneOf(values: ReadonlySet<unknown>): Read {
  return (value) => (values.has(value) ? value : ASK_ZOD);
}

/** Plain numbers, whole ones, and those with bounds that are in themselves; null for any other check. */
function readNumber(def: z.core.$ZodNumberDef): Read | null {
  let isWhole = 'format' in def;
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  if ('coerce' in def || ('format' in def && def.format !== 'safeint')) return null;
  for (const { _zod } of def.checks ?? []) {
    const check = _zod.def as { check: string; format?: string; value?: unknown; inclusive?: boolean };
    if (check.check === 'number_format' && check.format === 'safeint') isWhole = true;
    else if (check.check === 'greater_than' && check.inclusive === true && typeof check.value === 'number') {
      least = Math.max(least, check.value);
    } else if (check.check === 'less_than' && check.inclusive === true && typeof check.value === 'number') {
      most = Math.min(most, check.value);
    } else return null;
  }
  const isRight = isWhole ? Number.isSafeInteger : Number.isFinite;
  return (value) => (isRight(value) && (value as number) >= least && (value as number) <= most ? value : ASK_ZOD);
}

function readList(readItem: Read): Read {
  return (value) => {
    if (!Array.isArray(value)) return ASK_ZOD;
    const items: unknown[] = [];
    for (const item of value) {
      const read = readItem(item);
      if (read === ASK_ZOD) return ASK_ZOD;
      items.push(read);
    }
    return items;
  };
}

/** As zod: the first option that fits. */
function readFirst(options: readonly Read[]): Read {
  return (value) => {
    for (const read of options) {
      const data = read(value);
      if (data !== ASK_ZOD) return data;
    }
    return ASK_ZOD;
  };
}

/** Objects that keep, refuse or drop what their shape doesn't name; null for any other rule. */
function readObject({ shape, catchall }: z.core.$ZodObjectDef): Read | null {
  const rest = catchall?._zod.def.type ?? 'drop';
  if (rest !== 'unknown' && rest !== 'never' && rest !== 'drop') return null;
  const fields = Object.entries(shape).map(([name, schema]) => ({
    name,
    read: readerOf(schema),
    isOptional: schema._zod.optin === 'optional' && schema._zod.def.type === 'optional',
  }));
  if (Object.hasOwn(shape, '__proto__')) return null;
  return (value) => {
    if (typeof value !== 'object' || value === null || !isPlain(value)) return ASK_ZOD;
    const source = value as Record<string, unknown>;
    const data: Record<string, unknown> = { ...source };
    let found = 0;
    for (const { name, read, isOptional } of fields) {
      const field = data[name];
      if (field === undefined) {
        if (!isOptional || name in source) return ASK_ZOD;
        continue;
      }
      found += 1;
      const parsed = read(field);
      if (parsed === ASK_ZOD) return ASK_ZOD;
      if (parsed !== field) data[name] = parsed;
    }
    return rest === 'unknown' || Object.keys(data).length === found ? data : ASK_ZOD;
  };
}

/** An object as JSON and structured clones make them, without a field that could stand for its prototype. */
function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, '__proto__');
}
