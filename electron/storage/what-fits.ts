import type { z } from 'zod';
import type { LeftOut } from '../../shared/ipc/schemas/workspace-schema.ts';

export interface WhatFits<T> {
  /** Null where nothing fits. */
  readonly value: T | null;
  readonly leftOut: readonly LeftOut[];
}

type Path = readonly PropertyKey[];
type Holder = Record<PropertyKey, unknown>;

/** So much of another kind is no other version of the same. */
const MOST_LEFT_OUT = 200;

/**
 * As much of a JSON value as fits the schema. The rest is left out or taken from `standard`: another version may have
 * written it.
 */
export function takeWhatFits<T>(schema: z.ZodType<T>, given: unknown, standard: unknown = null): WhatFits<T> {
  const value = structuredClone(given);
  const leftOut: LeftOut[] = [];
  while (leftOut.length < MOST_LEFT_OUT) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return { value: parsed.data, leftOut };
    const [issue] = parsed.error.issues;
    if (issue === undefined || !leaveOut(value, issue, standard, leftOut)) break;
  }
  return { value: null, leftOut: [{ of: null, field: null }] };
}

/** False where nothing smaller than the whole could be left out. */
function leaveOut(value: unknown, issue: z.core.$ZodIssue, standard: unknown, leftOut: LeftOut[]): boolean {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.every((key) => remove(value, [...path, key], leftOut));
  const list = readAt(value, path);
  if (issue.code === 'too_big' && Array.isArray(list)) {
    for (let last = list.length - 1; last >= Number(issue.maximum); last -= 1) remove(value, [...path, last], leftOut);
    return true;
  }
  const usual = readAt(standard, path);
  if (path.length > 0 && usual !== undefined && usual !== list) {
    if (list !== undefined) leftOut.push(nameOf(value, path));
    const holder = readAt(value, path.slice(0, -1));
    if (isHolder(holder)) holder[path.at(-1) ?? ''] = usual;
    return true;
  }
  return remove(value, path, leftOut);
}

/** Takes away what is at the path; where nothing is there, what misses it. */
function remove(value: unknown, path: Path, leftOut: LeftOut[]): boolean {
  const last = path.at(-1);
  const holder = readAt(value, path.slice(0, -1));
  if (last === undefined || !isHolder(holder)) return false;
  if (!(last in holder)) return remove(value, path.slice(0, -1), leftOut);
  const part = nameOf(value, path);
  // What goes as a whole is not told of piece by piece.
  const told = part.field === null ? leftOut.filter(({ of }) => of !== part.of) : [...leftOut];
  leftOut.splice(0, leftOut.length, ...told, part);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete holder[last];
  return true;
}

function nameOf(value: unknown, path: Path): LeftOut {
  const own = ownName(readAt(value, path));
  if (own !== null) return { of: own, field: null };
  const around = path.map((_, length) => ownName(readAt(value, path.slice(0, length))));
  const field = path.findLast((step) => typeof step === 'string') ?? null;
  return { of: around.findLast((name) => name !== null) ?? null, field };
}

function ownName(value: unknown): string | null {
  return isHolder(value) && typeof value['name'] === 'string' ? value['name'] : null;
}

function readAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (isHolder(at) && Object.hasOwn(at, step) ? at[step] : undefined), value);
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}
