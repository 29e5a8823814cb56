import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JournalFiles, openJournalFiles } from '../../../electron/audit/files.ts';
import { verifyAll } from '../../../electron/audit/verify.ts';
import { openForReading } from '../../../electron/storage/database.ts';
import { JOURNAL_FILE, profileFolder } from '../../../electron/storage/profile-store.ts';
import type { JournalVerification } from '../../../shared/ipc/schemas/journal-schema.ts';
import { orderRowSchema, type OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { createSimulator, type Simulator } from '../../../simulator/simulator.ts';
import { IS_DEEP } from '../repetitions.ts';
import type { MortalNews } from './mortal-steps.ts';

/** Spares each process the compiling of what the one before has compiled. */
const COMPILED = join(tmpdir(), 'strikedesk-compiled');
/** Processes that live at a time, of all tests at work; those that have died, and wait for their proof, are not among them. */
const AT_ONCE = 4;
/** What the journal of everything says of itself when all is well. */
export const NO_FAULT = { fault: null, cuts: 0 };

/** How a process ended. */
export interface End {
  readonly signal: string | null;
  /** Null: it lived to the end. A step that never came counts as none. */
  readonly diedAt: string | null;
  /** Every step of a way that was lived to its end. */
  readonly steps: readonly string[];
}

/** A service, and the files of the terminal that is to die at it. */
export interface Stage {
  readonly simulator: Simulator;
  /** What a mortal terminal is told of both. */
  readonly access: Pick<Simulator, 'origin' | 'clientId' | 'clientSecret'> & { readonly dataDir: string };
  readonly close: () => Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const simulator = await createSimulator({ seed: 7, listing: 'perpetuals' });
  const { origin, clientId, clientSecret } = simulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'strikedesk-killed-'));
  return {
    simulator,
    access: { origin, clientId, clientSecret, dataDir },
    close: async () => {
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a process that ends itself at a step; one that comes to the end of its way is killed there. */
export async function runMortal(
  path: string,
  orders: { readonly dieAt: string | null },
  onSent: () => void = () => undefined,
): Promise<End> {
  await takeTurn();
  try {
    return await runToEnd(path, orders, onSent);
  } finally {
    giveTurn();
  }
}

let free = AT_ONCE;
const waiting: (() => void)[] = [];

async function takeTurn(): Promise<void> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function giveTurn(): void {
  const next = waiting.shift();
  if (next === undefined) free += 1;
  else next();
}

async function runToEnd(path: string, orders: { readonly dieAt: string | null }, onSent: () => void): Promise<End> {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
  const child = fork(path, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
  let steps: readonly string[] | null = null;
  child.on('message', (news: MortalNews) => {
    if (news.kind === 'sent') return onSent();
    ({ steps } = news);
    child.kill('SIGKILL');
  });
  child.send(orders);
  const signal = await new Promise<string | null>((resolve) => child.once('exit', (_code, by) => resolve(by)));
  return { signal, diedAt: steps === null ? orders.dieAt : null, steps: steps ?? [] };
}

/**
 * Resolves when a service has taken all that was on its way, from dead processes too. A new connection is accepted
 * behind theirs.
 */
export function waitUntilTaken(origin: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(`${origin}/api/v2/public/get_time`, { agent: false }, (reply) => reply.resume().once('end', resolve)).once(
    'error',
    reject,
  );
  return promise;
}

/**
 * A life for each step in turn, a few at a time. `begin` resolves as its process has died; proof follows without being
 * waited for.
 */
export async function dieAtEach<Life>(
  steps: readonly string[],
  begin: (dieAt: string) => Promise<() => Promise<Life>>,
): Promise<Life[]> {
  const left = [...steps];
  const lives: Promise<Life>[] = [];
  async function work(): Promise<void> {
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      const prove = await begin(step);
      lives.push(prove());
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return Promise.all(lives);
}

/** Whether a process that ended there had come past that step of a way. */
export function hasPassed({ diedAt }: End, steps: readonly string[], step: string): boolean {
  return diedAt === null || steps.indexOf(diedAt) >= steps.indexOf(step);
}

/** Those of the steps that none of the lives has ended at. */
export function listSpared(lives: readonly End[], steps: readonly string[]): string[] {
  const died = new Set(lives.map(({ diedAt }) => diedAt));
  return steps.filter((step) => !died.has(step));
}

/** All of them in `npm run deep`. In `npm test` those alone that must be among them. */
export function chooseSteps(steps: readonly string[], passes: readonly string[]): readonly string[] {
  return IS_DEEP ? steps : steps.filter((step) => passes.includes(step));
}

/** What another way dies at too, statements within a transaction, is left out in `npm test`. */
export function leaveStatements(steps: readonly string[]): readonly string[] {
  return IS_DEEP ? steps : steps.filter((step) => !/^before (?:BEGIN|INSERT|UPDATE)/.test(step));
}

/** Of a transaction, and of a look-up, the end alone: where it dies before that, the files are as they were. */
export function listEnds(steps: readonly string[]): string[] {
  return steps.filter((step) => !/^before (?:BEGIN|INSERT|UPDATE)|^get_.*: (?:before|after|reply begins)/.test(step));
}

/** The profile of the back ends that tests start. */
const PROFILE = 'test';
/** More than any of them write. */
const MOST_ENTRIES = 1000;

function openJournal(dataDir: string): JournalFiles {
  const opened = openJournalFiles(dataDir, PROFILE);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

export function verifyJournal(dataDir: string): JournalVerification {
  const { table, head, close } = openJournal(dataDir);
  const verification = verifyAll(table, head, 0);
  close();
  return verification;
}

/** Kinds of the entries in the journal of everything. */
export function readEntryKinds(dataDir: string): string[] {
  const { table, close } = openJournal(dataDir);
  const kinds = table.after(0, MOST_ENTRIES).map(({ kind }) => kind);
  close();
  return kinds;
}

/** Every intent as the order journal's file has it, in the order they were written. */
export function readIntents(dataDir: string): OrderRow[] {
  const database = openForReading(join(profileFolder(dataDir, PROFILE), JOURNAL_FILE));
  const stored = database?.prepare('SELECT row FROM intents ORDER BY rowid').all() ?? [];
  database?.close();
  return stored.map(({ row }) => orderRowSchema.parse(JSON.parse(String(row))));
}
