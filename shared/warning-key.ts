import { z } from 'zod';

/** A warning's name: what `warningKey` gives. */
export const warningKeySchema = z.string().max(128);

/**
 * Names one warning: in words what it is and where it stands, then a digest of what it warned of and of the terms it was
 * about. Params that move with the market or the time are left out: nobody could accept in time otherwise.
 */
export function warningKey(
  code: string,
  place: string,
  params: Readonly<Record<string, string>>,
  moving: ReadonlySet<string>,
  terms: readonly unknown[],
): string {
  const standing = Object.entries(params)
    .filter(([name]) => !moving.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${code} of ${place}#${digest(JSON.stringify([standing, terms]))}`;
}

/** A key without its digest, to be read by people: `price_far of price`. */
export function nameKey(key: string): string {
  return key.replace(/#.*$/, '');
}

/** 64 bits of Fowler, Noll and Vo's hash (FNV-1a) of the text's UTF-16 units, as 16 hexadecimal digits. */
export function digest(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
