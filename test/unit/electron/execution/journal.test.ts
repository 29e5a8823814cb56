import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { COMMANDS_MIGRATION, createCommandJournal } from '../../../../electron/execution/journal.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { amendOf } from '../../../support/execution/model-venue.ts';

const NO_REPLY = { kind: 'no_reply', at: 1, reason: 'deadline' } as const;

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(COMMANDS_MIGRATION);
});
afterEach(() => database.close());

function write(count: number): string[] {
  const journal = createCommandJournal(database, 'account');
  return Array.from({ length: count }, (_item, index) => {
    const { command } = amendOf({ price: decimal(97_500) });
    const commandId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    journal.begin({ ...command, command_id: commandId, created_at: index });
    journal.add(commandId, NO_REPLY, false);
    return commandId;
  });
}

const idsOf = (limit: number): string[] =>
  createCommandJournal(database, 'account')
    .list(limit)
    .map(({ command }) => command.command_id);

it.each(['{broken', '{}', '[]'])('a command that can’t be read keeps no other from being read (%s)', (body) => {
  const [first = '', second] = write(2);
  database.prepare('UPDATE commands SET body = ? WHERE command_id = ?').run(body, first);
  expect(idsOf(10)).toEqual([second]);
});

it.each(['{broken', '{"kind":"of a later version"}'])('evidence that can’t be read is left out (%s)', (body) => {
  const [id = ''] = write(1);
  database.prepare('INSERT INTO evidence (command_id, body) VALUES (?, ?)').run(id, body);
  expect(createCommandJournal(database, 'account').find(id)?.evidence).toEqual([NO_REPLY]);
});

it('lists what is undecided however old it is, and of another account nothing', () => {
  const ids = write(3);
  const journal = createCommandJournal(database, 'account');
  journal.add(ids[1] ?? '', { kind: 'operator', at: 2, said: 'applied' }, true);
  expect(idsOf(1)).toEqual([ids[0], ids[2]]);
  expect(createCommandJournal(database, 'another').list(10)).toEqual([]);
});
