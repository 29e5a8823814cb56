import { once } from 'node:events';
import { homedir } from 'node:os';
import type { JournalVerification } from '../../shared/ipc/schemas/journal-schema.ts';
import { writeCsvHeader, writeCsvLine } from '../../shared/journal/csv.ts';
import { describeEntry, nameKind, nameSubject } from '../../shared/journal/describe.ts';
import { matchesJournalQuery } from '../../shared/journal/match.ts';
import { fail, type Result } from '../../shared/result.ts';
import { defaultDataDir } from '../host/host-options.ts';
import { type JournalFiles, listProfiles, openJournalFiles } from './files.ts';
import { type JournalFlags, readJournalFlags, USAGE } from './flags.ts';
import { type AuditRow, readEntry } from './table.ts';
import { verifyAll } from './verify.ts';
import { reasonOf } from '../storage/reason-of.ts';

const STEP_ROWS = 500;
const FOUND_AT_MOST = 1000;
/** Characters that a terminal would obey: controls, and invisible ones that reorder text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const FAULTS: Record<NonNullable<JournalVerification['fault']>['code'], string> = {
  changed: 'is not what was written there',
  out_of_order: 'is missing, or stands in the wrong place',
  unreadable: 'cannot be read',
  cut_off: 'and what followed it was cut off',
  head_differs: 'is not the one that the head tells of: the end was replaced',
  head_missing:
    'is the last, but the file that tells how long the journal was is missing: a tail may have been cut off',
};

function findProfile({ dataDir, profile }: JournalFlags): Result<JournalFiles, string> {
  const folder = dataDir ?? defaultDataDir(process.env, { platform: process.platform, homeDir: homedir() });
  const profiles = listProfiles(folder);
  const [only] = profiles;
  if (profile !== null) return openJournalFiles(folder, profile);
  if (only === undefined) return fail(`${folder} holds no journal`);
  return profiles.length === 1
    ? openJournalFiles(folder, only)
    : fail(`${folder} holds several profiles; choose with --profile: ${profiles.join(', ')}`);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

async function verify({ path, table, head }: JournalFiles): Promise<number> {
  const { entries, fault, cuts } = verifyAll(table, head, Date.now());
  await write(`${path}\n`);
  if (fault !== null) {
    await write(`NOT PROVEN: entry ${fault.sequence} ${FAULTS[fault.code]}. Proven before it: ${entries} entries.\n`);
    return 1;
  }
  const ends = head === null ? '' : ` The head tells of ${head.sequence}.`;
  await write(`Proven: ${entries} entries, each bound to those before it.${ends}\n`);
  if (cuts === 0) return 0;
  await write(
    `But ${cuts} of them tell of a journal that a start found cut or replaced: npm run journal -- search "journal cut"\n`,
  );
  return 1;
}

async function search({ table }: JournalFiles, text: string): Promise<number> {
  let found = 0;
  let before = Number.MAX_SAFE_INTEGER;
  for (let rows = table.before(before, STEP_ROWS); rows.length > 0; rows = table.before(before, STEP_ROWS)) {
    for (const row of rows) {
      const entry = readEntry(row);
      if (entry === null || !matchesJournalQuery(entry, { text, kinds: [] })) continue;
      found += 1;
      if (found > FOUND_AT_MOST) return await say(`More than ${FOUND_AT_MOST}; add a word.`, 0);
      const cells = [row.sequence, new Date(row.at).toISOString(), nameKind(entry.kind)];
      const line = [...cells, nameSubject(entry), describeEntry(entry)].filter((cell) => cell !== '').join('  ');
      await write(`${line.replaceAll(INVISIBLE, '\uFFFD')}\n`);
    }
    before = rows.at(-1)?.sequence ?? 0;
  }
  return found === 0 ? await say(`Nothing says “${text}”.`, 1) : 0;
}

async function say(text: string, exitCode: number): Promise<number> {
  process.stderr.write(`${text}\n`);
  return exitCode;
}

async function exportAll({ table }: JournalFiles, form: JournalFlags['form']): Promise<number> {
  if (form === 'csv') await write(writeCsvHeader());
  let unreadable = 0;
  for (let after = 0, rows: AuditRow[] = table.after(0, STEP_ROWS); rows.length > 0;) {
    for (const row of rows) {
      const entry = readEntry(row);
      if (entry === null) unreadable += 1;
      else await write(form === 'csv' ? writeCsvLine(entry) : `${JSON.stringify(entry)}\n`);
    }
    after = rows.at(-1)?.sequence ?? after;
    rows = table.after(after, STEP_ROWS);
  }
  return unreadable === 0 ? 0 : await say(`${unreadable} entries can't be read and were left out.`, 1);
}

async function main(): Promise<number> {
  const flags = readJournalFlags(process.argv.slice(2));
  if (!flags.ok) return await say(`${flags.error}\n${USAGE}`, 2);
  if (flags.value === 'help') {
    await write(USAGE);
    return 0;
  }
  const opened = findProfile(flags.value);
  if (!opened.ok) return await say(opened.error, 2);
  try {
    const { task, text, form } = flags.value;
    if (task === 'verify') return await verify(opened.value);
    return task === 'search' ? await search(opened.value, text) : await exportAll(opened.value, form);
  } catch (error) {
    return await say(`the journal can't be read: ${reasonOf(error)}`, 2);
  } finally {
    opened.value.close();
  }
}

process.stdout.on('error', (error) => {
  // The reader may stop early; a full disk, though, is a failure.
  if ('code' in error && error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`not all of it could be written: ${error.message}\n`);
  process.exit(2);
});
process.exitCode = await main();
