import type { DatabaseSync } from 'node:sqlite';

/** Runs what it is given in one transaction: all of it is on the disk when this returns, or none and it throws. */
export type Transact = <T>(write: () => T) => T;

/** Transactions of a database, with their statements prepared once. */
export function createTransact(database: DatabaseSync): Transact {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  return (write) => {
    begin.run();
    try {
      const result = write();
      commit.run();
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}
