import { expect, it } from 'vitest';
import { notePrint } from '../../../../electron/rfq/rfq-outcome.ts';
import { type RfqRow, rfqRowSchema } from '../../../../shared/ipc/schemas/rfq-schema.ts';
import { findOwnRequest, mayPrint } from '../../../../shared/rfq/tape/own-print.ts';
import { blockRfqSchema, blockRfqTradeSchema } from '../../../../shared/service/block-rfq.ts';

const SENT_MS = Date.UTC(2026, 10, 21, 9);
const [CALL, PUT] = ['BTC-27MAR27-100000-C', 'BTC-27MAR27-90000-P'];

const ROW = rfqRowSchema.parse({
  request_id: '1',
  label: 'rr',
  outcome: 'created',
  legs: [
    { instrument_name: CALL, direction: 'buy', amount: '50' },
    { instrument_name: PUT, direction: 'sell', amount: '25' },
  ],
  makers: [],
  disclosed: true,
  expected: { amount: '25', ratios: [2, 1], combo_id: null, name: 'buy structure' },
  rfq: null,
  refusal: null,
  notices: [],
  created_at: SENT_MS,
  decided_at: null,
  submitted_at: SENT_MS,
});

const RECORD = blockRfqSchema.parse({
  block_rfq_id: 7,
  state: 'open',
  amount: 25,
  legs: [],
  creation_timestamp: SENT_MS,
  expiration_timestamp: SENT_MS + 300_000,
});

const print = (changes: Record<string, unknown> = {}) =>
  blockRfqTradeSchema.parse({
    id: 7,
    timestamp: SENT_MS + 1000,
    // The other side, and the other way round.
    legs: [
      { instrument_name: PUT, direction: 'buy', ratio: 1, price: 0.01 },
      { instrument_name: CALL, direction: 'sell', ratio: 2, price: 0.02 },
    ],
    amount: 30,
    direction: 'buy',
    trades: [
      { price: 0.03, amount: 10, direction: 'buy' },
      { price: 0.06, amount: 20, direction: 'buy' },
    ],
    ...changes,
  });

it.each<[string, Partial<RfqRow>, Record<string, unknown>, boolean]>([
  ['of its structure on either side', {}, {}, true],
  ['older than the request', {}, { timestamp: SENT_MS - 1 }, false],
  ['long after its end', {}, { timestamp: SENT_MS + 20 * 60_000 + 1 }, false],
  ['as it ends', { rfq: RECORD }, { timestamp: SENT_MS + 300_000 }, true],
  ['before it was seen cancelled', { rfq: RECORD, ended_by: SENT_MS + 60_000 }, { timestamp: SENT_MS + 50_000 }, true],
  ['after it was cancelled', { rfq: RECORD, ended_by: SENT_MS + 60_000 }, { timestamp: SENT_MS + 70_000 }, false],
  ['some minutes after its end', { rfq: RECORD }, { timestamp: SENT_MS + 420_000 }, false],
  ['of other ratios', {}, { legs: print().legs.map((leg) => ({ ...leg, ratio: 1 })) }, false],
  ['of a request that was refused', { outcome: 'refused' }, {}, false],
  ['of a request that was never sent', { outcome: 'not_sent' }, {}, false],
  ['of a request whose reply was lost', { outcome: 'unknown' }, {}, true],
])('a print %s is ours or not', (_name, row, changes, isOurs) => {
  expect(findOwnRequest(print(changes), [{ ...ROW, ...row }]) !== null).toBe(isOurs);
});

it('a print is of the request that is at the service, not of an equal one before it that may be', () => {
  const there = { ...ROW, request_id: '2', rfq: RECORD };
  const others = (['unknown', 'absent', 'not_sent'] as const).map((outcome) => ({ ...ROW, outcome }));
  expect(findOwnRequest(print(), [...others, there])).toBe(there);
  expect(findOwnRequest(print(), others)).toBe(others[0]);
});

it('a print is of the request that lives, not of an equal one that ran out before it, in whatever order they stand', () => {
  const later = SENT_MS + 600_000;
  const over = { ...ROW, rfq: { ...RECORD, state: 'expired' } };
  const record = { ...RECORD, block_rfq_id: 8, creation_timestamp: later, expiration_timestamp: later + 300_000 };
  const alive = { ...ROW, request_id: '2', submitted_at: later, rfq: record };
  const printed = print({ timestamp: later + 1000 });
  expect(findOwnRequest(printed, [over, alive])).toBe(alive);
  expect(findOwnRequest(printed, [alive, over])).toBe(alive);
});

it('a print is of the newer of two that live, in whatever order they stand', () => {
  const older = { ...ROW, rfq: RECORD };
  const newer = { ...older, request_id: '2', submitted_at: SENT_MS + 500 };
  expect(findOwnRequest(print(), [older, newer])).toBe(newer);
  expect(findOwnRequest(print(), [newer, older])).toBe(newer);
});

it.each<[RfqRow['outcome'], number, boolean]>([
  ['created', SENT_MS, true],
  ['unknown', SENT_MS + 11 * 60_000, true],
  ['created', SENT_MS + 11 * 60_000 + 1, false],
  ['absent', SENT_MS, false],
  ['not_sent', SENT_MS, false],
])('a request that is %s may print at %i: %s', (outcome, atMs, may) => {
  expect(mayPrint({ ...ROW, outcome }, atMs)).toBe(may);
});

it('is noted with its average price and whole amount, and only the newest of several', () => {
  const noted = notePrint(ROW, print());
  expect(noted?.notices).toEqual([
    { code: 'structure_printed', params: { id: '7', at: String(SENT_MS + 1000), price: '0.05', amount: '30' } },
  ]);
  if (noted === null) throw new Error('the first print is noted');
  expect(notePrint(noted, print())).toBeNull();
  expect(notePrint(noted, print({ id: 6, timestamp: SENT_MS + 500 }))).toBeNull();
  expect(notePrint(noted, print({ id: 8, timestamp: SENT_MS + 2000 }))?.notices).toMatchObject([
    { params: { id: '8' } },
  ]);
  expect(notePrint(ROW, print({ trades: [] }))?.notices).toMatchObject([{ params: { price: '', amount: '0' } }]);
});
