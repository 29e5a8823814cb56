import { fail, ok, type Result } from '../../shared/result.ts';
import { labelLength, LABEL_MAX_CHARACTERS } from '../../shared/service/fields.ts';
import { refuseParam, type Refusal } from '../refusal.ts';

/** Reads one value; the failure is the reason that the refusal carries. Query strings give text for everything. */
export type Reader<T> = (value: unknown, fromQuery: boolean) => Result<T, string>;

/** One parameter: how it is read, and whether it must be there. */
export interface Field<T, Required extends boolean> {
  readonly read: Reader<T>;
  readonly required: Required;
}

export type ParamSpecification = Readonly<Record<string, Field<unknown, boolean>>>;

/** What a specification gives once it is read. */
export type ParamValues<Specification extends ParamSpecification> = {
  readonly [Name in keyof Specification]: Specification[Name] extends Field<infer T, infer Required>
    ? Required extends true
      ? T
      : T | undefined
    : never;
};

export function required<T>(read: Reader<T>): Field<T, true> {
  return { read, required: true };
}

export function optional<T>(read: Reader<T>): Field<T, false> {
  return { read, required: false };
}

/** The parameters of a request as they came: named values, and whether they are all text. */
export interface RawParams {
  readonly values: Readonly<Record<string, unknown>>;
  readonly fromQuery: boolean;
}

type NamedField = readonly [name: string, field: Field<unknown, boolean>];
const fields = new WeakMap<ParamSpecification, readonly NamedField[]>();

/** A specification as a list, made once. */
function fieldsOf(specification: ParamSpecification): readonly NamedField[] {
  let known = fields.get(specification);
  if (known === undefined) fields.set(specification, (known = Object.entries(specification)));
  return known;
}

/** Reads named parameters. Rejects missing, malformed and unknown ones, `__proto__` too, with the service's reason. */
export function readParams<Specification extends ParamSpecification>(
  raw: RawParams,
  specification: Specification,
): Result<ParamValues<Specification>, Refusal> {
  for (const name of Object.keys(raw.values)) {
    if (!Object.hasOwn(specification, name)) return refuseParam(name, 'unknown parameter');
  }
  const values: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(specification)) {
    if (!Object.hasOwn(raw.values, name)) {
      if (field.required) return refuseParam(name, 'value required');
      continue;
    }
    const read = field.read(raw.values[name], raw.fromQuery);
    if (!read.ok) return refuseParam(name, read.error);
    values[name] = read.value;
  }
  return ok(values as ParamValues<Specification>);
}

const NUMBER_TEXT = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

/** A finite number. */
export const finiteNumber: Reader<number> = (value, fromQuery) => {
  const number = fromQuery && typeof value === 'string' && NUMBER_TEXT.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? ok(number) : fail('must be a number');
};

/** A whole number in [low, high]. */
export function wholeNumber(low: number, high: number): Reader<number> {
  return (value, fromQuery) => {
    const read = finiteNumber(value, fromQuery);
    if (!read.ok || !Number.isInteger(read.value)) return fail('must be an integer');
    return read.value >= low && read.value <= high ? read : fail(`must be between ${low} and ${high}`);
  };
}

/** Milliseconds since the epoch, up to the year 9999. */
export const timestampMs = wholeNumber(0, 253_402_300_799_999);

export const flag: Reader<boolean> = (value, fromQuery) => {
  if (typeof value === 'boolean') return ok(value);
  if (fromQuery && (value === 'true' || value === 'false')) return ok(value === 'true');
  return fail('must be a boolean');
};

/** Well-formed text of at most `most` UTF-16 units. */
export function text(most: number): Reader<string> {
  return (value) => {
    if (typeof value !== 'string') return fail('must be a string');
    return value.length <= most && value.isWellFormed() ? ok(value) : fail('wrong format');
  };
}

/** A parameter of the service that this engine does not act on: refused by name, never ignored. */
export const notSupported: Reader<never> = () => fail('not supported');

/** One of a closed list, case exact. */
export function oneOf<const Choices extends readonly string[]>(
  choices: Choices,
  reason = 'invalid value',
): Reader<Choices[number]> {
  return (value) => {
    const choice = choices.find((known) => known === value);
    return choice === undefined ? fail(typeof value === 'string' ? reason : 'must be a string') : ok(choice);
  };
}

/** A list, or in a query string the JSON text of one. */
export const list: Reader<readonly unknown[]> = (value, fromQuery) => {
  const parsed = fromQuery ? parseText(value) : value;
  return Array.isArray(parsed) ? ok(parsed as readonly unknown[]) : fail('must be an array');
};

/** An object, or the JSON text of one. */
export const objectOrText: Reader<Readonly<Record<string, unknown>>> = (value) => {
  const parsed = typeof value === 'string' ? parseText(value) : value;
  return isRecord(parsed) ? ok(parsed) : fail('must be an object');
};

/** The value of a JSON text; undefined when it is none. */
function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** A plain JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `<base>-…` for all but spot, whose names are pairs: `BTC_USDC`. */
const NAME_SHAPE = /^[A-Z0-9]+(?:_[A-Z0-9]+$|(?:_[A-Z0-9]+)?-[A-Za-z0-9_-]{1,100}$)/;

/** Text of an instrument's shape; whether it is listed is for the method to say. */
export const instrumentName: Reader<string> = (value) => {
  if (typeof value !== 'string') return fail('must be a string');
  return NAME_SHAPE.test(value) ? ok(value) : fail('wrong format');
};

/** A label: at most 64 characters, counted as code points, none of them a control character. */
export const label: Reader<string> = (value) => {
  if (typeof value !== 'string') return fail('must be a string');
  if (labelLength(value) > LABEL_MAX_CHARACTERS) return fail(`must be ${LABEL_MAX_CHARACTERS} characters at most`);
  return value.isWellFormed() && !/\p{Cc}/u.test(value) ? ok(value) : fail('wrong format');
};
