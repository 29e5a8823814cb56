import { z } from 'zod';

/** A warning's name: what `warningKey` gives. */
export const warningKeySchema = z.string().max(128);

/** Names one warning: place, and a digest of content and terms. Params that move with market or time are left out. */
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
