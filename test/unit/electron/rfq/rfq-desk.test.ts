import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRfqDesk } from '../../../../electron/rfq/rfq-desk.ts';
import { createRfqJournal, RFQ_MIGRATIONS } from '../../../../electron/rfq/rfq-journal.ts';
import type { CallOptions } from '../../../../electron/service/client-interface.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { openDatabase } from '../../../../electron/storage/database.ts';
import { IpcFailure, NOTHING_SENT } from '../../../../shared/ipc/error.ts';
import type { RfqRow, RfqStatement } from '../../../../shared/ipc/rfq-schema.ts';
import { EMPTY_BOOK } from '../../../../shared/rfq/book.ts';
import { DEFAULT_RFQ_GUARDS } from '../../../../shared/rfq/guards.ts';
import { rfqDraft, rfqFacts } from '../../../support/rfq-records.ts';
import { createScriptedService, noAnswer, refusal } from '../../../support/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const CREATE = 'private/create_block_rfq';
const LIST = 'private/get_block_rfqs';

function build() {
  const clock = createVirtualClock();
  const service = createScriptedService(clock);
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-rfq-'));
  const { database } = openDatabase(join(folder, 'rfq.sqlite'), RFQ_MIGRATIONS, clock.now());
  const serviceClock = createServiceClock(clock);
  serviceClock.observe({ roundTripMs: 0, serviceTimeMs: clock.now(), receivedAtMs: clock.now() });
  const options: (CallOptions | undefined)[] = [];
  const call = service.call as (...args: unknown[]) => Promise<unknown>;
  Object.assign(service, {
    call: (method: string, params: object, given?: CallOptions) => {
      if (method === CREATE) options.push(given);
      return call(method, params);
    },
  });
  let isStopped = false;
  let factsFailure: Error | null = null;
  let seed = 0;
  const journal = createRfqJournal(database, 'account', clock.now);
  const make = () =>
    createRfqDesk({
      client: service,
      clock,
      serviceClock,
      journal,
      isWritable: true,
      randomBytes: (size) => new Uint8Array(size).fill((seed += 1)),
      factsFor: () => (factsFailure === null ? Promise.resolve({ of: rfqFacts().of }) : Promise.reject(factsFailure)),
      blocked: () => (isStopped ? ({ severity: 'error', code: 'rfq_not_ready', params: {} } as never) : null),
      guards: () => DEFAULT_RFQ_GUARDS,
      book: () => EMPTY_BOOK,
      onChange: () => undefined,
      onJournalFailure: () => undefined,
    });
  const failFacts = (failure: Error | null) => (factsFailure = failure);
  return { clock, service, desk: make(), make, options, database, journal, stop: () => (isStopped = true), failFacts };
}
const ID = '00000000-0000-4000-8000-000000000001';
const draft = rfqDraft(['buy 25 BTC-27NOV26-100000-C', 'sell 25 BTC-27NOV26-110000-C'], {});

it('the trader’s stop withdraws a Block RFQ that waits for its first byte', async () => {
  const bench = build();
  bench.service.answer(CREATE, () => noAnswer);
  const sent = await bench.desk.send(ID, draft, []);
  expect(sent.issues).toEqual([]);
  expect(sent.row?.outcome).toBe('unknown');
  bench.stop();
  expect(bench.options[0]?.mayWrite?.()).toBe(false);
  bench.desk.close();
});

it('a request whose facts can’t be read says that nothing was sent', async () => {
  const bench = build();
  bench.failFacts(new IpcFailure({ code: 'RequestTimeout', message: 'slow', params: {} }));
  await expect(bench.desk.send(ID, draft, [])).rejects.toMatchObject({
    detail: { code: 'RequestTimeout', params: { [NOTHING_SENT]: 'true' } },
  });
  expect(bench.service.calls(CREATE)).toEqual([]);
  bench.failFacts(null);
  bench.service.answer(CREATE, () => noAnswer);
  expect((await bench.desk.send(ID, draft, [])).row?.outcome).toBe('unknown');
  bench.desk.close();
});

it('one refusal that passes does not end the search for an unknown request', async () => {
  const bench = build();
  bench.service.answer(CREATE, () => noAnswer);
  const sent = await bench.desk.send(ID, draft, []);
  expect(sent.row?.outcome).toBe('unknown');
  bench.service.answer(LIST, () => refusal(13_009, 'credentials', 'unauthorized'));
  await bench.clock.advance(1000);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [] } }));
  const before = bench.service.calls(LIST).length;
  await bench.clock.advance(600_000);
  expect(bench.service.calls(LIST).length).toBeGreaterThan(before);
  bench.desk.close();
});

/** The request as the service's list has it. */
function listed(label: string | undefined, nowMs: number): object {
  return {
    block_rfq_id: 7,
    state: 'open',
    label,
    creation_timestamp: nowMs,
    expiration_timestamp: nowMs + 300_000,
    amount: '25',
    legs: draft.legs.map(({ instrument_name, direction }) => ({ instrument_name, direction, ratio: 1 })),
  };
}

/** What a person says of it, its label typed. */
function said(row: RfqRow | null, isThere: boolean): RfqStatement {
  return { request_id: ID, is_there: isThere, typed: row?.label ?? '' };
}

it.each([
  ['while the terminal runs', false],
  ['by the next start', true],
])('a request that a person missed, and the service’s list shows later, is there: seen %s', async (_when, isAnew) => {
  const bench = build();
  let { desk } = bench;
  bench.service.answer(CREATE, () => noAnswer);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [] } }));
  const { row } = await desk.send(ID, draft, []);
  await bench.clock.advance(3000);
  desk.state(said(row, false));
  if (isAnew) {
    desk.close();
    desk = bench.make();
    desk.resume();
  }
  await bench.clock.advance(60_000);
  expect(desk.board().rows[0]).toMatchObject({ outcome: 'absent', notices: [{ code: 'stated_by_a_person' }] });
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [listed(row?.label, bench.clock.now())] } }));
  await bench.clock.advance(60_000);
  const found = desk.board().rows[0];
  expect(found).toMatchObject({ outcome: 'created', rfq: { block_rfq_id: 7 } });
  const codes = found?.notices.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['statement_overruled', 'found_by_look_up']));
  expect(codes).not.toContain('stated_by_a_person');
  desk.close();
});

it('a request that a person found gets its record from the service’s list', async () => {
  const bench = build();
  bench.service.answer(CREATE, () => noAnswer);
  bench.service.answer(LIST, () => noAnswer);
  const { row } = await bench.desk.send(ID, draft, []);
  bench.desk.state(said(row, true));
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [listed(row?.label, bench.clock.now())] } }));
  await bench.clock.advance(60_000);
  const codes = bench.desk.board().rows[0]?.notices.map(({ code }) => code);
  expect(bench.desk.board().rows[0]?.rfq).toMatchObject({ block_rfq_id: 7 });
  expect(codes).toEqual(expect.arrayContaining(['stated_by_a_person', 'found_by_look_up']));
  bench.desk.close();
});

it('a request that a person has spoken of is looked for ten minutes, once at a time', async () => {
  const bench = build();
  bench.service.answer(CREATE, () => noAnswer);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [] } }));
  const { row } = await bench.desk.send(ID, draft, []);
  await bench.clock.advance(60_000);
  bench.desk.state(said(row, false));
  const before = bench.service.calls(LIST).length;
  await bench.clock.advance(5 * 60_000);
  expect(bench.service.calls(LIST).length - before).toBe(10);
  await bench.clock.advance(6 * 60_000);
  const asked = bench.service.calls(LIST).length;
  await bench.clock.advance(10 * 60_000);
  expect(bench.service.calls(LIST)).toHaveLength(asked);
  bench.desk.close();
});

it('an undecided request that can’t be read is told of by its id', async () => {
  const bench = build();
  bench.service.answer(CREATE, () => noAnswer);
  await bench.desk.send(ID, draft, []);
  expect(bench.journal.unreadable()).toEqual([]);
  bench.desk.close();
  bench.database.exec("UPDATE requests SET row = '{}'");
  expect(bench.journal.unreadable()).toEqual([ID]);
});

it('an unknown request under a label that the desk made is found, though the service’s clock was set back', async () => {
  const bench = build();
  bench.service.answer(CREATE, () => noAnswer);
  const sent = await bench.desk.send(ID, draft, []);
  const made = listed(sent.row?.label, bench.clock.now() - 120_000);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [made] } }));
  await bench.clock.advance(120_000);
  expect(bench.desk.board().rows[0]?.outcome).toBe('created');
  bench.desk.close();
});
