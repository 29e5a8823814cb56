import { expect, it } from 'vitest';
import { IpcFailure, NOTHING_SENT } from '../../../../shared/ipc/error.ts';
import type { RfqRow, RfqStatement } from '../../../../shared/ipc/schemas/rfq-schema.ts';
import { rfqWarningKeys } from '../../../../shared/rfq/acknowledgement.ts';
import { buildRfqDesk, CALL_SPREAD, CREATE, LIST, listedRfq, RFQ_ID } from '../../../support/bench/rfq-desk.ts';
import { printOf } from '../../../support/records/rfq-records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';

it('the trader’s stop withdraws a Block RFQ that waits for its first byte', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  const sent = await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  expect(sent.issues).toEqual([]);
  expect(sent.row?.outcome).toBe('unknown');
  bench.stop();
  expect(bench.options[0]?.mayWrite?.()).toBe(false);
  bench.desk.close();
});

it('a request whose facts can’t be read says that nothing was sent', async () => {
  const bench = buildRfqDesk();
  bench.failFacts(new IpcFailure({ code: 'RequestTimeout', message: 'slow', params: {} }));
  await expect(bench.desk.send(RFQ_ID, CALL_SPREAD, [])).rejects.toMatchObject({
    detail: { code: 'RequestTimeout', params: { [NOTHING_SENT]: 'true' } },
  });
  expect(bench.service.calls(CREATE)).toEqual([]);
  bench.failFacts(null);
  bench.service.answer(CREATE, () => noAnswer);
  expect((await bench.desk.send(RFQ_ID, CALL_SPREAD, [])).row?.outcome).toBe('unknown');
  bench.desk.close();
});

it('a request by old prices is held until these are accepted, of each instrument, and anew only once they are twice as old', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  const priced = { instrument_name: 'BTC-PERPETUAL', direction: 'sell' as const, amount: '100', price: '97000' };
  const draft = { ...CALL_SPREAD, hedges: [priced] };
  const held = await bench.desk.send(RFQ_ID, draft, []);
  const others = held.issues.filter(({ severity }) => severity === 'warning').map(rfqWarningKeys(draft));
  bench.ageFacts(15_000);
  const stale = await bench.desk.send(RFQ_ID, draft, others);
  expect(stale.row).toBeNull();
  expect(
    stale.issues.flatMap(({ severity, code, params }) =>
      code.endsWith('_ticker_stale') ? [[severity, code, params['instrument_name'], params['seconds']]] : [],
    ),
  ).toEqual([
    ...draft.legs.map((leg) => ['warning', 'leg_ticker_stale', leg.instrument_name, '15']),
    ['warning', 'hedge_ticker_stale', 'BTC-PERPETUAL', '15'],
  ]);
  const keys = stale.issues.map(rfqWarningKeys(draft));
  for (const key of keys) {
    const rest = [...others, ...keys].filter((accepted) => accepted !== key);
    expect((await bench.desk.send(RFQ_ID, draft, rest)).row).toBeNull();
  }
  expect(bench.service.calls(CREATE)).toEqual([]);
  bench.ageFacts(30_000);
  expect((await bench.desk.send(RFQ_ID, draft, [...others, ...keys])).row).toBeNull();
  expect(bench.service.calls(CREATE)).toEqual([]);
  bench.ageFacts(19_000);
  expect((await bench.desk.send(RFQ_ID, draft, [...others, ...keys])).row?.outcome).toBe('unknown');
  bench.desk.close();
});

it('one refusal that passes does not end the search for an unknown request', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  const sent = await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  expect(sent.row?.outcome).toBe('unknown');
  bench.service.answer(LIST, () => refusal(13_009, 'credentials', 'unauthorized'));
  await bench.clock.advance(1000);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [] } }));
  const before = bench.service.calls(LIST).length;
  await bench.clock.advance(600_000);
  expect(bench.service.calls(LIST).length).toBeGreaterThan(before);
  bench.desk.close();
});

it('a refusal whose number stands for two faults is called by the one that its message names', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => refusal(13_907, 'refused', 'too_many_open_block_rfqs'));
  const { row } = await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  expect(row).toMatchObject({ outcome: 'refused', refusal: { code: 13_907, name: 'too_many_open_block_rfqs' } });
  bench.desk.close();
});

/** What a person says of it, its label typed. */
function said(row: RfqRow | null, isThere: boolean): RfqStatement {
  return { request_id: RFQ_ID, is_there: isThere, typed: row?.label ?? '' };
}

it.each([
  ['while the terminal runs', false],
  ['by the next start', true],
])('a request that a person missed, and the service’s list shows later, is there: seen %s', async (_when, isAnew) => {
  const bench = buildRfqDesk();
  let { desk } = bench;
  bench.service.answer(CREATE, () => noAnswer);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [] } }));
  const { row } = await desk.send(RFQ_ID, CALL_SPREAD, []);
  await bench.clock.advance(3000);
  desk.state(said(row, false));
  if (isAnew) {
    desk.close();
    desk = bench.make();
    desk.resume();
  }
  await bench.clock.advance(60_000);
  expect(desk.board().rows[0]).toMatchObject({ outcome: 'absent', notices: [{ code: 'stated_by_a_person' }] });
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [listedRfq(row?.label, bench.clock.now())] } }));
  await bench.clock.advance(60_000);
  const found = desk.board().rows[0];
  expect(found).toMatchObject({ outcome: 'created', rfq: { block_rfq_id: 7 } });
  const codes = found?.notices.map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['statement_overruled', 'found_by_look_up']));
  expect(codes).not.toContain('stated_by_a_person');
  desk.close();
});

it('a request that a person found gets its record from the service’s list', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  bench.service.answer(LIST, () => noAnswer);
  const { row } = await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  bench.desk.state(said(row, true));
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [listedRfq(row?.label, bench.clock.now())] } }));
  await bench.clock.advance(60_000);
  const codes = bench.desk.board().rows[0]?.notices.map(({ code }) => code);
  expect(bench.desk.board().rows[0]?.rfq).toMatchObject({ block_rfq_id: 7 });
  expect(codes).toEqual(expect.arrayContaining(['stated_by_a_person', 'found_by_look_up']));
  bench.desk.close();
});

it('a request that a person has spoken of is looked for ten minutes, once at a time', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [] } }));
  const { row } = await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
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
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  expect(bench.journal.unreadable()).toEqual([]);
  bench.desk.close();
  bench.database.exec("UPDATE requests SET row = '{}'");
  expect(bench.journal.unreadable()).toEqual([RFQ_ID]);
});

it('an unknown request under a label that the desk made is found, though the service’s clock was set back', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  const sent = await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  const made = listedRfq(sent.row?.label, bench.clock.now() - 120_000);
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [made] } }));
  await bench.clock.advance(120_000);
  expect(bench.desk.board().rows[0]?.outcome).toBe('created');
  bench.desk.close();
});

/** The legs of the call spread as the list has them, each of the other side. */
const FLIPPED = CALL_SPREAD.legs.map(({ instrument_name, direction }) => ({
  instrument_name,
  direction: direction === 'buy' ? 'sell' : 'buy',
  ratio: 1,
}));

it.each([
  ['each of the other side', FLIPPED],
  ['one more', [...FLIPPED, { instrument_name: 'BTC-27NOV26-120000-C', direction: 'buy', ratio: 1 }]],
])('a request whose legs the service has otherwise says so: %s', async (_what, legs) => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, ({ label }) => ({ value: listedRfq(label, bench.clock.now(), { legs }) }));
  const { row } = await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  expect(row?.notices.find(({ code }) => code === 'legs_differ')?.params).toMatchObject({
    asked: 'buy BTC-27NOV26-100000-C, sell BTC-27NOV26-110000-C',
    booked: expect.stringContaining('buy BTC-27NOV26-110000-C'),
  });
  bench.desk.close();
});

it('an unknown request under a typed label is not taken for another’s of the other side', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => noAnswer);
  await bench.desk.send(RFQ_ID, { ...CALL_SPREAD, label: 'typed' }, []);
  const made = listedRfq('typed', bench.clock.now(), { legs: FLIPPED });
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [made] } }));
  await bench.clock.advance(60_000);
  expect(bench.desk.board().rows[0]).toMatchObject({ outcome: 'unknown', notices: [{ code: 'not_found_yet' }] });
  bench.desk.close();
});

/** A print of the structure that is requested. */
function printed(atMs: number) {
  return printOf({
    timestamp: atMs,
    amount: 25,
    legs: CALL_SPREAD.legs.map(({ instrument_name, direction }) => ({
      instrument_name,
      direction,
      ratio: 1,
      price: 0.02,
    })),
    trades: [{ price: 0.011, amount: 25, direction: 'buy' }],
  });
}

it('a print is noted with the request that was made, not with an equal one that was never sent', async () => {
  const bench = buildRfqDesk();
  bench.service.answer(CREATE, () => ({ failure: { kind: 'not_sent', reason: 'connection_refused', detail: '' } }));
  await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  await bench.clock.advance(2000);
  bench.service.answer(CREATE, ({ label }) => ({ value: listedRfq(label, bench.clock.now()) }));
  await bench.desk.send('00000000-0000-4000-8000-000000000002', CALL_SPREAD, []);
  await bench.clock.advance(1000);
  bench.desk.notePrints([printed(bench.clock.now())]);
  const told = bench.desk.board().rows.map(({ outcome, notices }) => [outcome, notices.map(({ code }) => code)]);
  expect(told).toEqual([
    ['created', expect.arrayContaining(['structure_printed'])],
    ['not_sent', []],
  ]);
  bench.desk.close();
});

it('a print is not noted with a request that was cancelled before it', async () => {
  const bench = buildRfqDesk();
  const sentMs = bench.clock.now();
  let state = 'created';
  let label: unknown;
  bench.service.answer(CREATE, (params) => {
    label = params['label'];
    return { value: listedRfq(label, sentMs, { state }) };
  });
  bench.service.answer(LIST, () => ({ value: { block_rfqs: [listedRfq(label, sentMs, { state })] } }));
  await bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  state = 'cancelled';
  await bench.clock.advance(5000);
  expect(bench.desk.board().rows[0]?.rfq?.state).toBe('cancelled');
  await bench.clock.advance(60_000);
  bench.desk.notePrints([printed(bench.clock.now())]);
  const codes = bench.desk.board().rows[0]?.notices.map(({ code }) => code);
  expect(codes).not.toContain('structure_printed');
  bench.desk.close();
});

it('a print that comes while the reply is awaited stays noted, whatever the reply', async () => {
  const bench = buildRfqDesk();
  let release = (): void => undefined;
  const call = bench.service.call as (...args: unknown[]) => Promise<unknown>;
  Object.assign(bench.service, {
    call: async (...args: unknown[]) => {
      if (args[0] === CREATE) await new Promise<void>((resolve) => (release = resolve));
      return call(...args);
    },
  });
  bench.service.answer(CREATE, () => noAnswer);
  const sending = bench.desk.send(RFQ_ID, CALL_SPREAD, []);
  await bench.clock.advance(4000);
  bench.desk.notePrints([printed(bench.clock.now())]);
  release();
  const { row } = await sending;
  expect(row).toMatchObject({ outcome: 'unknown', notices: [{ code: 'structure_printed' }] });
  bench.desk.close();
});
