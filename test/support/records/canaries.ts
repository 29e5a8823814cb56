import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulator } from '../../../simulator/simulator.ts';

/** Long enough that no other text has it by chance. */
export const WINDOW = 10;

/**
 * Spellings of a secret that a leak might have, and stretches of it, from every `step`th letter: larger steps for
 * larger searches.
 */
export function spellings(secret: string, step: 1 | typeof WINDOW = 1): readonly Buffer[] {
  const key = `${step} ${secret}`;
  const known = spelt.get(key) ?? spell(secret, step);
  spelt.set(key, known);
  return known;
}

/** A search looks into thousands of texts for the same few secrets. */
const spelt = new Map<string, readonly Buffer[]>();

function spell(secret: string, step: 1 | typeof WINDOW): readonly Buffer[] {
  const bytes = Buffer.from(secret, 'utf8');
  const windows = Array.from({ length: Math.max(1, Math.floor((secret.length - WINDOW) / step) + 1) }, (_, at) =>
    secret.slice(at * step, at * step + WINDOW),
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
  return [
    ...[...new Set(texts)].map((text) => Buffer.from(text, 'utf8')),
    ...windows.filter((_window, at) => (at * step) % WINDOW === 0).map((window) => Buffer.from(window, 'utf16le')),
  ];
}

/** Those of the secrets that stand in the bytes in any spelling. All spellings are looked for in one walk. */
export function findSecrets(bytes: Buffer | string, secrets: readonly string[], step: 1 | typeof WINDOW = 1): string[] {
  const haystack = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
  const byBeginning = new Map<number, { readonly secret: string; readonly spelling: Buffer }[]>();
  const begins = new Uint8Array(2 ** 16);
  for (const secret of secrets) {
    for (const spelling of spellings(secret, step)) {
      const beginning = spelling.readUInt16BE();
      begins[beginning] = 1;
      const others = byBeginning.get(beginning) ?? [];
      byBeginning.set(beginning, [...others, { secret, spelling }]);
    }
  }
  const found = new Set<string>();
  let pair = haystack[0] ?? 0;
  for (let at = 1; at < haystack.length; at += 1) {
    pair = ((pair & 0xff) << 8) | (haystack[at] ?? 0);
    if (begins[pair] === 0) continue;
    for (const { secret, spelling } of byBeginning.get(pair) ?? []) {
      if (!found.has(secret) && standsAt(haystack, at - 1, spelling)) found.add(secret);
    }
  }
  return secrets.filter((secret) => found.has(secret));
}

function standsAt(haystack: Buffer, from: number, spelling: Buffer): boolean {
  if (from + spelling.length > haystack.length) return false;
  for (let index = 2; index < spelling.length; index += 1) {
    if (haystack[from + index] !== spelling[index]) return false;
  }
  return true;
}

/** Whether any of the secrets stands in the bytes in any spelling. */
export function holdsSecret(bytes: Buffer | string, secrets: readonly string[]): boolean {
  return findSecrets(bytes, secrets).length > 0;
}

/** Of every token that the service gave: what comes after the time of its making, which other texts may hold. */
export function listTokenSecrets({ control }: Pick<Simulator, 'control'>): string[] {
  return control.tokens().map((token) => token.slice(token.indexOf('.') + 1));
}

/** Every file of a folder, at any depth, that holds a secret; and how many were searched. */
export function searchFolder(folder: string, secrets: readonly string[]): { found: string[]; searched: string[] } {
  const searched = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return { searched, found: searched.filter((path) => holdsSecret(readFileSync(path), secrets)) };
}

/**
 * Temporary files that hold a secret, and how many were searched: top entries changed since then, such as browser
 * profiles, at any depth.
 */
export function searchTemporaryFiles(
  sinceMs: number,
  secrets: readonly string[],
): { found: string[]; searched: number } {
  const found: string[] = [];
  let searched = 0;
  for (const entry of listEntries(tmpdir())) {
    // A browser's profile may be older than the test that uses it.
    const isProfile = entry.name.startsWith('playwright');
    if (!isProfile && !isNewer(join(entry.parentPath, entry.name), sinceMs)) continue;
    const below = entry.isDirectory() ? listEntries(join(tmpdir(), entry.name), true) : [entry];
    for (const file of below.filter((known) => known.isFile())) {
      const path = join(file.parentPath, file.name);
      try {
        if (holdsSecret(readFileSync(path), secrets)) found.push(path);
        searched += 1;
      } catch {
        // It has gone meanwhile.
      }
    }
  }
  return { found, searched };
}

function listEntries(folder: string, recursive = false): Dirent[] {
  try {
    return readdirSync(folder, { recursive, withFileTypes: true });
  } catch {
    return [];
  }
}

function isNewer(path: string, sinceMs: number): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Math.max(stats.mtimeMs, stats.ctimeMs) >= sinceMs;
}
