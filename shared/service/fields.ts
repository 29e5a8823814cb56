import { z } from 'zod';
import { decimalFromWire, type DecimalString, isZero } from '../decimal.ts';

/** Text that usually is one of a known list; what the service adds later survives as text. */
export type OpenEnum<Known extends string> = Known | (string & {});

/** A number on the wire, a decimal string inside. Reads its own output, so one schema serves wire and IPC. */
export const decimalField = z.transform((value: unknown, context): DecimalString => {
  const parsed = decimalFromWire(value);
  if (parsed !== null) return parsed;
  context.issues.push({ code: 'custom', message: 'must be a finite number', input: value });
  return z.NEVER;
});

/** A price that something else is reckoned by, such as an index: services send 0 or null where they have none. Null for both. */
export const referencePriceField = z.transform((value: unknown, context): DecimalString | null => {
  if (value === null) return null;
  const parsed = decimalFromWire(value);
  if (parsed !== null) return isZero(parsed) ? null : parsed;
  context.issues.push({ code: 'custom', message: 'must be a finite number', input: value });
  return z.NEVER;
});

/** A number that is shown and decides nothing: null where it can't be read, so that its record is not lost over it. */
export const shownNumberField = decimalField.nullable().catch(null).optional();

/** How an optional field of `wireObject` or `lenientObject` is read. */
export interface OptionalRule {
  readonly inner: z.ZodType;
  /** Whether the field is read as absent where its value can't be read. */
  readonly isLenient: boolean;
}

const optionalRules = new WeakMap<object, OptionalRule>();

/** The rule of a field of `wireObject` or `lenientObject`; null for any other schema. */
export function optionalRuleOf(schema: object): OptionalRule | null {
  return optionalRules.get(schema) ?? null;
}

/**
 * A service object. Unknown fields are kept; null in an optional field means absent unless its schema says otherwise
 * (facts, section 1).
 */
export function wireObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape, z.core.$loose> {
  return z.looseObject(readNulls(shape, false));
}

/** The same, where an unreadable optional field voids that field alone. */
export function lenientObject<Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape, z.core.$loose> {
  return z.looseObject(lenientFields(shape));
}

/** Optional fields that are shown and decide nothing: what can't be read of one is the same as absent. */
export function lenientFields<Shape extends z.core.$ZodLooseShape>(shape: Shape): Shape {
  return readNulls(shape, true);
}

/** Null becomes `undefined`. `optionalRuleOf` gives such a field's inner schema, not `unwrap`. */
function readNulls<Shape extends z.core.$ZodLooseShape>(shape: Shape, isLenient: boolean): Shape {
  const fields = Object.entries(shape).map(([name, field]) => [name, takeNull(field as z.ZodType, isLenient)]);
  return Object.fromEntries(fields) as Shape;
}

function takeNull(field: z.ZodType, isLenient: boolean): z.ZodType {
  if (!(field instanceof z.ZodOptional) || optionalRules.has(field)) return field;
  const inner = field.unwrap() as z.ZodType;
  const hasNull = inner.safeParse(null).success;
  if (hasNull && !isLenient) return field;
  const kept = hasNull ? inner : inner.nullable().transform((value) => value ?? undefined);
  const made = (isLenient ? kept.catch(undefined) : kept).optional();
  optionalRules.set(made, { inner, isLenient });
  return made;
}

/** Open enum as the service sends it. The list documents and types; it never rejects. */
export function openEnum<const Known extends readonly string[]>(
  _known: Known,
): z.ZodType<OpenEnum<Known[number]>, string> {
  return z.string();
}

/** The last moment that a `Date` holds, milliseconds since the Unix epoch. */
export const LAST_MOMENT_MS = 8.64e15;

/** Milliseconds since the Unix epoch. */
export const timestampField = z.number().int().nonnegative().max(LAST_MOMENT_MS);

/** Whether it is whole ms since the Unix epoch within `Date`. */
export function isMoment(ms: number): boolean {
  return Number.isInteger(ms) && ms >= 0 && ms <= LAST_MOMENT_MS;
}

/** Index name, such as `btc_usd`, to a number. */
export const decimalMapField = z.record(z.string(), decimalField);

/** Integer identifier: a number, or digits as text where a double would not hold it. */
export const integerIdField = z.union([z.number().int(), z.string().regex(/^-?\d+$/)]);

export const directionField = z.enum(['buy', 'sell']);
export type Direction = z.infer<typeof directionField>;

export const LABEL_MAX_CHARACTERS = 64;

/**
 * Label length in Unicode code points: the contract's "64 characters" names no unit. Terminal and simulator share this
 * reading.
 */
export function labelLength(label: string): number {
  let count = 0;
  for (const _ of label) count += 1;
  return count;
}
