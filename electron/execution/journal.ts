import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Command, commandSchema } from '../../shared/execution/command.ts';
import { type Evidence, evidenceSchema } from '../../shared/execution/evidence.ts';
import type { DemandInPlace } from '../storage/in-place.ts';
import { createTransact } from '../storage/transaction.ts';

/**
 * Version 3 of the order journal: commands and what was learned of them, both append-only. `is_decided` only spares a
 * start the reading of what is over: the verdict follows from the evidence.
 */
export const COMMANDS_MIGRATION = `CREATE TABLE commands (
    command_id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_decided INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE evidence (
    evidence_id INTEGER PRIMARY KEY AUTOINCREMENT,
    command_id TEXT NOT NULL REFERENCES commands (command_id),
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX commands_by_time ON commands (account, created_at);
  CREATE INDEX commands_undecided ON commands (account) WHERE is_decided = 0;
  CREATE INDEX evidence_by_command ON evidence (command_id, evidence_id)`;

/** A command with its evidence, oldest first. */
export interface Recorded {
  readonly command: Command;
  readonly evidence: readonly Evidence[];
}

/** Commands and evidence of one account. */
export interface CommandJournal {
  /** The disk has the command on return. Throws when it can't be written. */
  readonly begin: (command: Command) => void;
  /** Adds what was learned. Throws when it can't be written. */
  readonly add: (commandId: string, evidence: Evidence, isDecided: boolean) => void;
  readonly find: (commandId: string) => Recorded | null;
  /** Those not decided yet, however old, and the newest others; oldest first. */
  readonly list: (limit: number) => Recorded[];
}

const storedBody = z.object({ body: z.string() });
const storedCommand = z.object({ command_id: z.string(), body: z.string() });

/** Undefined for a text that is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Opens the tables in the order journal's file. `demandInPlace` throws where the file was moved or deleted. */
export function createCommandJournal(
  database: DatabaseSync,
  account: string,
  demandInPlace: DemandInPlace = () => undefined,
): CommandJournal {
  const insertCommand = database.prepare(
    'INSERT INTO commands (command_id, account, created_at, body) VALUES (?, ?, ?, ?)',
  );
  const insertEvidence = database.prepare('INSERT INTO evidence (command_id, body) VALUES (?, ?)');
  const setDecided = database.prepare('UPDATE commands SET is_decided = ? WHERE command_id = ?');
  const selectOne = database.prepare('SELECT command_id, body FROM commands WHERE command_id = ? AND account = ?');
  const selectListed = database.prepare(
    `SELECT command_id, body FROM commands WHERE account = ?1 AND (is_decided = 0 OR command_id IN
       (SELECT command_id FROM commands WHERE account = ?1 ORDER BY created_at DESC LIMIT ?2))
     ORDER BY created_at`,
  );
  const selectEvidence = database.prepare('SELECT body FROM evidence WHERE command_id = ? ORDER BY evidence_id');
  const transact = createTransact(database);

  function read(stored: unknown): Recorded | null {
    const { command_id: id, body } = storedCommand.parse(stored);
    const command = commandSchema.safeParse(readJson(body)).data;
    if (command === undefined) return null;
    // What is damaged or of a later version is left out: what the rest leaves undecided is asked again.
    const evidence = selectEvidence
      .all(id)
      .flatMap((one) => evidenceSchema.safeParse(readJson(storedBody.parse(one).body)).data ?? []);
    return { command, evidence };
  }

  return {
    begin: (command) => {
      demandInPlace();
      transact(() => void insertCommand.run(command.command_id, account, command.created_at, JSON.stringify(command)));
    },
    add: (commandId, evidence, isDecided) =>
      transact(() => {
        insertEvidence.run(commandId, JSON.stringify(evidence));
        setDecided.run(isDecided ? 1 : 0, commandId);
      }),
    find: (commandId) => {
      const stored = selectOne.get(commandId, account);
      return stored === undefined ? null : read(stored);
    },
    list: (limit) => selectListed.all(account, limit).flatMap((stored) => read(stored) ?? []),
  };
}
