import type { JournalEntry, JournalQuery } from '../ipc/schemas/journal-schema.ts';
import { describeEntry, nameKind, nameSubject } from './describe.ts';

/** Whether an entry is of the kinds asked for and says every word of the text: in its sentence or in its fields. */
export function matchesJournalQuery(
  entry: JournalEntry,
  { text, kinds }: Pick<JournalQuery, 'text' | 'kinds'>,
): boolean {
  if (kinds.length > 0 && !kinds.includes(entry.kind)) return false;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { kind, fields } = entry;
  const said = [kind, nameKind(kind), describeEntry(entry), nameSubject(entry), JSON.stringify(fields)]
    .join('\n')
    .toLowerCase();
  return words.every((word) => said.includes(word));
}
