import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../shared/result.ts';
import { reasonOf } from '../storage/reason-of.ts';

/** What `npm run journal -- --help` prints; also the answer to a wrong flag. */
export const USAGE = `usage: npm run journal -- verify|search TEXT|export [flags]
  verify             follows the chain from the first entry to the last
  search TEXT        entries that say every word of it, newest first
  export             every entry, oldest first
  --csv | --jsonl    form of the export
  --data-dir PATH    the terminal's data folder
  --profile NAME     folder of the profile in it; needed where there are several
  --help             this text
Ends with 0, with 1 where the journal does not prove itself or nothing was found, and with 2 where it can't be read or not all be written.
It reads only, and may run while the terminal does.
`;

/** What to ask the journal. Null: the usual folder, the only profile. */
export interface JournalFlags {
  readonly task: 'verify' | 'search' | 'export';
  readonly text: string;
  readonly form: 'csv' | 'jsonl';
  readonly dataDir: string | null;
  readonly profile: string | null;
}

const OPTIONS = {
  csv: { type: 'boolean', default: false },
  jsonl: { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** The error names what is wrong and what is allowed. */
export function readJournalFlags(args: readonly string[]): Result<JournalFlags | 'help', string> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    return fail(reasonOf(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return ok('help');
  const [task, ...words] = positionals;
  if (task !== 'verify' && task !== 'search' && task !== 'export') {
    return fail(`the task must be verify, search or export, not ${JSON.stringify(task ?? '')}`);
  }
  if (task === 'search' && words.join(' ').trim() === '') return fail('search needs a text');
  if (task !== 'search' && words.length > 0) return fail(`${task} takes no text, not ${JSON.stringify(words[0])}`);
  if ((values.csv || values.jsonl) !== (task === 'export')) {
    return fail(task === 'export' ? 'export needs --csv or --jsonl' : '--csv and --jsonl belong to export');
  }
  if (values.csv && values.jsonl) return fail('one of --csv and --jsonl, not both');
  if (values['data-dir'] === '') return fail('--data-dir needs a folder');
  return ok({
    task,
    text: words.join(' '),
    form: values.csv ? 'csv' : 'jsonl',
    dataDir: values['data-dir'] === undefined ? null : resolve(values['data-dir']),
    profile: values.profile ?? null,
  });
}
