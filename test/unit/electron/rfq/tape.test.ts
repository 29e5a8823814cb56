import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createTape } from '../../../../electron/rfq/tape.ts';
import { createTapeStore, TAPE_MIGRATIONS } from '../../../../electron/rfq/tape-store.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import type { TapeRead } from '../../../../shared/ipc/schemas/tape-schema.ts';
import { printOf } from '../../../support/records/rfq-records.ts';
import { createScriptedService } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const ALL: TapeRead = { currency: 'any', limit: 100, fetch: null };

it('a print that can’t be read is told of for as long as the tape is, whatever pages come after it', async () => {
  const clock = createVirtualClock();
  const service = createScriptedService(clock);
  const database = new DatabaseSync(':memory:');
  for (const statement of TAPE_MIGRATIONS) database.exec(statement);
  const tape = createTape({
    client: service,
    clock,
    serviceClock: createServiceClock(clock),
    openStore: () => createTapeStore(database, 'service', false),
    onChange: () => undefined,
    onPrints: () => undefined,
  });
  const read = async () => {
    tape.read(ALL);
    await clock.advance(10_000);
    return tape.read(ALL);
  };
  const page = (id: number, unreadable: unknown[]) => {
    const block_rfqs = [printOf({ id, timestamp: id })];
    const value = { continuation: null, block_rfqs, ...(unreadable.length === 0 ? {} : { unreadable }) };
    service.answer('public/get_block_rfq_trades', () => ({ value }));
  };
  page(1, []);
  expect((await read()).failure).toBeNull();
  page(2, [{ id: 'x' }, { id: 'y' }]);
  await read();
  await read();
  page(3, []);
  await read();
  const { failure, stored } = await read();
  expect([stored, failure?.message]).toEqual([3, '2 prints could not be read']);
  await tape.close();
  database.close();
});
