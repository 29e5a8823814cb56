type Json = Readonly<Record<string, unknown>>;

/**
 * Field paths that a description doesn't show: other values give the same text. Null fields are ignored; plain lists
 * count as one value.
 */
export function listHidden(record: Json, describe: (record: unknown) => unknown): string[] {
  const shown = JSON.stringify(describe(record));
  return listLeaves(record, [])
    .filter((path) => JSON.stringify(describe(replaceAt(record, path))) === shown)
    .map((path) => path.join('.'));
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listLeaves(value: unknown, path: readonly (string | number)[]): (string | number)[][] {
  if (value === null || value === undefined) return [];
  if (isRecord(value)) return Object.entries(value).flatMap(([key, child]) => listLeaves(child, [...path, key]));
  if (Array.isArray(value) && value.every(isRecord)) {
    return value.flatMap((child, index) => listLeaves(child, [...path, index]));
  }
  return [[...path]];
}

function replaceAt(value: unknown, path: readonly (string | number)[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return another(value);
  if (Array.isArray(value)) return value.map((child, index) => (index === key ? replaceAt(child, rest) : child));
  return isRecord(value) ? { ...value, [key]: replaceAt(value[key], rest) } : value;
}

/** A value of the same type that reads differently at any rounding. */
function another(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(Math.abs(value)) + 86_400_007;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...(value as unknown[]), 'other'];
  return `${String(value)}x`;
}
