import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Long enough that no other text has it by chance. */
const WINDOW = 10;

/** How a secret might be spelled where it was not meant to be; and any stretch of it as it is. */
export function spellings(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, 'utf8');
  const windows = Array.from({ length: Math.max(1, secret.length - WINDOW + 1) }, (_, at) =>
    secret.slice(at, at + WINDOW),
  );
  const texts = [
    ...windows,
    // Whole groups of three bytes: what comes before and after changes the rest.
    ...[0, 1, 2].map((skip) => bytes.subarray(skip, skip + 9).toString('base64')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...texts.map((text) => Buffer.from(text, 'utf8')), Buffer.from(secret, 'utf16le')];
}

/** Whether any of the secrets stands in the bytes in any spelling. */
export function holdsSecret(bytes: Buffer | string, secrets: readonly string[]): boolean {
  const haystack = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
  return secrets.flatMap(spellings).some((spelling) => haystack.includes(spelling));
}

/** Every file of a folder, at any depth, that holds a secret; and how many were searched. */
export function searchFolder(folder: string, secrets: readonly string[]): { found: string[]; searched: string[] } {
  const searched = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return { searched, found: searched.filter((path) => holdsSecret(readFileSync(path), secrets)) };
}
