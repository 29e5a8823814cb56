/** An expected failure is a value; a broken invariant throws. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Marks a branch that the types say cannot be reached. Throws when it is. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}

/** The value, or a thrown error that says why it had to be there. */
export function assertDefined<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`missing value: ${why}`);
  return value;
}
