import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { holdsSecret, spellings, WINDOW } from './records/canaries.ts';

const PIECE_BYTES = 16 * 1024 * 1024;
const PAGE_BYTES = 4096;
/** Of a page's record in `pagemap`. */
const RECORD_BYTES = 8;

/** Why the memory of another process can't be read here, in words; null where it can. */
export function whyMemoryIsClosed(pid: number): string | null {
  try {
    closeSync(openSync(`/proc/${pid}/mem`, 'r'));
    return null;
  } catch (error) {
    return `the memory of other processes can't be read here: ${String(error)}`;
  }
}

/** The process and all that descend from it, as Linux lists them. */
export function listProcessTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The name of the program stands in brackets and may hold anything.
      const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(/\) [A-Z] /);
      parents.set(Number(name), Number.parseInt(rest, 10));
    } catch {
      // It has ended meanwhile.
    }
  }
  const tree = [root];
  for (const pid of tree) tree.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  return tree;
}

/** Which arguments and environments of the processes hold a secret, and how many were read. */
export function searchArguments(
  pids: readonly number[],
  secrets: readonly string[],
): { found: string[]; read: number } {
  const found: string[] = [];
  let read = 0;
  for (const path of pids.flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])) {
    try {
      const bytes = readFileSync(path);
      read += 1;
      if (holdsSecret(bytes, secrets)) found.push(path);
    } catch {
      // It has ended meanwhile.
    }
  }
  return { found, read };
}

/** Which of the secrets stand in what the process may write and has written: heaps, stacks, shared memory. */
export function searchMemory(pid: number, secrets: readonly string[]): { found: string[]; searchedBytes: number } {
  const needles = secrets.flatMap((secret) => spellings(secret, WINDOW).map((spelling) => ({ secret, spelling })));
  const longest = Math.max(...needles.map(({ spelling }) => spelling.length));
  const found = new Set<string>();
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const pagemap = openSync(`/proc/${pid}/pagemap`, 'r');
  const piece = Buffer.alloc(PIECE_BYTES);
  let searchedBytes = 0;
  try {
    for (const [from, to] of listWritable(pid).flatMap((range) => listPresent(pagemap, range))) {
      // Pieces overlap, so that no text is cut in two.
      for (let at = from; at < to; at += PIECE_BYTES - longest) {
        const bytes = piece.subarray(0, readSome(memory, piece, at, Math.min(PIECE_BYTES, to - at)));
        searchedBytes += bytes.length;
        for (const { secret, spelling } of needles) {
          if (!found.has(secret) && bytes.includes(spelling)) found.add(secret);
        }
      }
    }
  } finally {
    closeSync(memory);
    closeSync(pagemap);
  }
  return { found: [...found], searchedBytes };
}

type Range = readonly [from: number, to: number];

function listWritable(pid: number): Range[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line): Range[] => {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      return from === undefined || to === undefined ? [] : [[Number.parseInt(from, 16), Number.parseInt(to, 16)]];
    });
}

/** The stretches of a range that were ever written: most of what a browser maps never is. */
function listPresent(pagemap: number, [from, to]: Range): Range[] {
  const records = Buffer.alloc(((to - from) / PAGE_BYTES) * RECORD_BYTES);
  const read = readSome(pagemap, records, (from / PAGE_BYTES) * RECORD_BYTES, records.length);
  const present: [from: number, to: number][] = [];
  for (let at = 0; at < read; at += RECORD_BYTES) {
    // In memory, or swapped out: the two highest bits.
    if ((records[at + RECORD_BYTES - 1] ?? 0) < 0x40) continue;
    const page = from + (at / RECORD_BYTES) * PAGE_BYTES;
    const last = present.at(-1);
    if (last?.[1] === page) last[1] += PAGE_BYTES;
    else present.push([page, page + PAGE_BYTES]);
  }
  return present;
}

/** How many bytes could be read: the process goes on, and what it maps changes. */
function readSome(file: number, into: Buffer, at: number, length: number): number {
  try {
    return readSync(file, into, 0, length, at);
  } catch {
    return 0;
  }
}
