import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What another program does that takes a file for so long and lets go of it. */
const PROGRAM = `
  const { DatabaseSync } = require('node:sqlite');
  const [path, ms] = process.argv.slice(1);
  const database = new DatabaseSync(path);
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('held');
  setTimeout(() => { database.exec('ROLLBACK'); database.close(); }, Number(ms));
`;

/** Another process that holds an SQLite file for so long; resolves once it does, with what resolves when it has ended. */
export async function holdFile(path: string, milliseconds: number): Promise<{ readonly ended: Promise<unknown> }> {
  const child = spawn(process.execPath, ['--no-warnings', '--eval', PROGRAM, path, String(milliseconds)]);
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  return { ended };
}
