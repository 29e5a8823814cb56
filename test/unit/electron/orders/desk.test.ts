import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IpcFailure, NOTHING_SENT } from '../../../../shared/ipc/error.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../../../../shared/orders/draft.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { acceptWarnings } from '../../../support/window/accept-warnings.ts';
import {
  acceptSells,
  createDeskBench,
  type DeskBench,
  findNothing,
  nextIntentId,
  sellOn,
} from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { STATE } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

const sell = (draft?: OrderDraft) => sellOn(bench, draft);

describe('a sell', () => {
  it('that rests is followed after a restart, however many came after it', async () => {
    acceptSells(bench.service, { order_state: 'open' });
    const intentId = await sell(orderDraft({ label: 'rests' }));
    const database = new DatabaseSync(join(bench.folder, 'journal.sqlite'));
    database.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2100)
      INSERT INTO intents (intent_id, account, label, created_at, outcome, row)
      SELECT 'later-' || n, account, 'later-' || n, created_at + n, 'refused',
        json_set(row, '$.intent_id', 'later-' || n, '$.label', 'later-' || n, '$.outcome', 'refused')
      FROM intents, numbers WHERE label = 'rests';
      INSERT INTO intents SELECT 'damaged', account, 'damaged', 1, 'accepted', '{' FROM intents WHERE label = 'rests'`);
    database.close();
    bench = bench.restart();
    expect(bench.desk.liveRows().map(({ intent_id }) => intent_id)).toEqual([intentId]);
  });

  it.each([
    ['profit_loss', '1e-450', null],
    ['commission', 'n/a', null],
    ['trigger_reference_price', '1e-450', null],
    ['profit_loss', '1e-390', `0.${'0'.repeat(389)}1`],
  ])('whose order has %s %s is accepted, and read again after a restart', async (field, sent, held) => {
    acceptSells(bench.service, { order_state: 'open', [field]: sent });
    const intentId = await sell();
    for (const turn of ['at once', 'after a restart']) {
      expect([turn, bench.row(intentId)]).toMatchObject([turn, { outcome: 'accepted', order: { [field]: held } }]);
      bench = bench.restart();
      expect(bench.journal.unreadable()).toEqual([]);
    }
  });

  it('is accepted with its order, under a label made for it', async () => {
    acceptSells(bench.service);
    const row = bench.row(await sell());
    expect(row).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1', order_state: 'open' } });
    expect(row.label).toMatch(/^sd-[0-9A-Z]{18}$/);
  });

  it('sends every decisive flag and a deadline by the service clock', async () => {
    acceptSells(bench.service);
    await sell(orderDraft({ label: 'hedge', post_only: true }));
    expect(bench.service.calls('private/sell')).toEqual([
      {
        instrument_name: 'BTC-PERPETUAL',
        amount: '50000',
        type: 'limit',
        price: '97500',
        time_in_force: 'good_til_cancelled',
        post_only: true,
        reject_post_only: false,
        reduce_only: false,
        label: 'hedge',
        valid_until: bench.clock.now() + EMPTY_DRAFT.valid_for_ms,
      },
    ]);
  });

  it('is on disk before the first byte leaves', async () => {
    const seen: (string | undefined)[] = [];
    bench.service.answer('private/sell', () => {
      seen.push(bench.journal.undecided()[0]?.outcome);
      return noAnswer;
    });
    findNothing(bench.service);
    await sell();
    expect(seen).toEqual(['sending']);
  });

  it('is stopped by the rules before journal and wire', async () => {
    const { row, check } = await bench.desk.place(nextIntentId(), orderDraft({ price: '97500.3' }), []);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['price_off_tick']);
    expect(bench.service.calls('private/sell')).toEqual([]);
    expect(bench.journal.list(10)).toEqual([]);
  });

  it('is stopped by a warning until that warning is acknowledged', async () => {
    acceptSells(bench.service);
    const draft = orderDraft({ price: '95000' });
    const stopped = await bench.desk.place(nextIntentId(), draft, [{ key: 'price_below_band', typed: '' }]);
    expect(stopped.row).toBeNull();
    const sent = await bench.desk.place(nextIntentId(), draft, acceptWarnings(stopped.check.issues, draft));
    expect(sent.row?.outcome).toBe('accepted');
  });

  it('takes no acceptance for another: neither of another price nor of an order sent since', async () => {
    acceptSells(bench.service);
    const low = orderDraft({ price: '95000' });
    const ofLow = acceptWarnings((await bench.desk.check(low)).issues, low);
    const lower = orderDraft({ price: '94000' });
    expect((await bench.desk.place(nextIntentId(), lower, ofLow)).row).toBeNull();
    await sell();
    const again = orderDraft();
    const ofFirst = acceptWarnings((await bench.desk.check(again)).issues, again);
    expect(ofFirst).toHaveLength(1);
    expect((await bench.desk.place(nextIntentId(), again, ofFirst)).row).not.toBeNull();
    // The second equal sell is warned of anew, by its own label.
    const { row, check } = await bench.desk.place(nextIntentId(), again, ofFirst);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['duplicate_order']);
  });

  it('far from the mark wants its price typed again, whichever window says that it was accepted', async () => {
    acceptSells(bench.service);
    const draft = orderDraft({ price: '150000' });
    const accepted = acceptWarnings((await bench.desk.check(draft)).issues, draft);
    expect(accepted.map(({ typed }) => typed).toSorted()).toEqual(['150000']);
    for (const typed of ['', '15000', 'yes']) {
      const ticked = accepted.map((given) => ({ ...given, typed }));
      expect((await bench.desk.place(nextIntentId(), draft, ticked)).row).toBeNull();
    }
    expect((await bench.desk.place(nextIntentId(), draft, accepted)).row?.outcome).toBe('accepted');
  });

  it('with the same intent id makes one order, pressed twice or asked again later', async () => {
    acceptSells(bench.service);
    const intentId = nextIntentId();
    const both = await Promise.all([
      bench.desk.place(intentId, orderDraft(), []),
      bench.desk.place(intentId, orderDraft(), []),
    ]);
    const again = await bench.desk.place(intentId, orderDraft(), []);
    expect(bench.service.calls('private/sell')).toHaveLength(1);
    expect(new Set([...both, again].map(({ row }) => row?.order?.order_id))).toEqual(new Set(['BTC-1']));
  });

  it('tells the price that the engine booked when it is another', async () => {
    acceptSells(bench.service, { price: 97_510 });
    expect(bench.row(await sell()).notices).toEqual([
      { code: 'price_moved', params: { asked: '97500', booked: '97510' } },
      { code: 'forecast_missed', params: { field: 'price', expected: '97500', actual: '97510' } },
    ]);
  });

  it('that does what was forecast surprises nobody; one that does not is shown', async () => {
    acceptSells(bench.service);
    expect(bench.row(await sell(orderDraft({ amount: '5000' })))).toMatchObject({
      expected: { behaviour: 'rests', price: '97500' },
      notices: [],
    });
    const filled = { order_state: 'filled', filled_amount: 6000 };
    const params = { field: 'behaviour', expected: 'rests', actual: 'trades' };
    acceptSells(bench.service, { ...filled, average_price: 97_499.5 });
    const { notices } = bench.row(await sell(orderDraft({ amount: '6000' })));
    expect(notices).toEqual([{ code: 'forecast_missed', params }]);
    acceptSells(bench.service, { ...filled, average_price: 97_500 });
    expect(bench.row(await sell(orderDraft({ amount: '7000' }))).notices).toEqual([{ code: 'market_moved', params }]);
  });

  it('is refused by a code that proves it', async () => {
    bench.service.answer('private/sell', () => refusal(10_009, 'refused', 'not_enough_funds'));
    const row = bench.row(await sell());
    expect(row).toMatchObject({ outcome: 'refused', refusal: { code: 10_009, name: 'not_enough_funds' } });
  });

  it.each([10_001, 11_094, 13_028, 99_999])('is unknown after code %i, which proves nothing', async (code) => {
    bench.service.answer('private/sell', () => refusal(code, 'unknown', 'error'));
    findNothing(bench.service);
    expect(bench.row(await sell()).outcome).toBe('unknown');
  });

  it('is not sent when no byte was written, and says why', async () => {
    bench.service.answer('private/sell', () => ({
      failure: { kind: 'not_sent', reason: 'connection_refused', detail: 'the service refused the connection' },
    }));
    const row = bench.row(await sell());
    expect(row).toMatchObject({ outcome: 'not_sent', refusal: { name: 'connection_refused' } });
    await bench.clock.advance(60_000);
    expect(bench.service.calls(STATE)).toEqual([]);
  });

  it('that timed out at the engine is refused, and looked up once all the same', async () => {
    bench.service.answer('private/sell', () => refusal(13_888, 'refused', 'timed_out'));
    findNothing(bench.service);
    const intentId = await sell();
    await bench.clock.advance(20_000);
    expect(bench.row(intentId).outcome).toBe('refused');
    expect(bench.service.calls(STATE)).toHaveLength(1);
  });

  it('whose facts can’t be read says that nothing was sent, and may be pressed again under the same intent', async () => {
    acceptSells(bench.service);
    const intentId = nextIntentId();
    bench.failFacts(new IpcFailure({ code: 'RequestTimeout', message: 'slow', params: { reason: 'deadline' } }));
    await expect(bench.desk.place(intentId, orderDraft(), [])).rejects.toMatchObject({
      detail: { code: 'RequestTimeout', params: { reason: 'deadline', [NOTHING_SENT]: 'true' } },
    });
    bench.failFacts(new Error('odd'));
    await expect(bench.desk.place(intentId, orderDraft(), [])).rejects.toMatchObject({
      detail: { code: 'InternalError', params: { [NOTHING_SENT]: 'true' } },
    });
    expect(bench.service.calls('private/sell')).toEqual([]);
    bench.failFacts(null);
    await bench.desk.place(intentId, orderDraft(), []);
    expect(bench.row(intentId).outcome).toBe('accepted');
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('is never begun when the journal cannot take it', async () => {
    acceptSells(bench.service);
    bench.breakJournal();
    await expect(bench.desk.place(nextIntentId(), orderDraft(), [])).rejects.toThrow(IpcFailure);
    expect(bench.service.calls('private/sell')).toEqual([]);
    expect(bench.journalFailures).toHaveLength(1);
    expect(bench.desk.rows()).toEqual([]);
  });

  it('whose reply cannot be journaled is still shown as it is', async () => {
    bench.service.answer('private/sell', ({ label }) => {
      bench.breakJournal();
      return { value: { order: placedOrder({ label }), trades: [] } };
    });
    const row = bench.row(await sell());
    expect(row.outcome).toBe('accepted');
    expect(bench.journalFailures).toHaveLength(1);
  });

  it('may not take a label that was used before, whatever became of it', async () => {
    acceptSells(bench.service);
    await sell(orderDraft({ label: 'hedge' }));
    const { row, check } = await bench.desk.place(nextIntentId(), orderDraft({ label: 'hedge', price: '97600' }), []);
    expect(row).toBeNull();
    expect(check.issues[0]).toMatchObject({ code: 'label_in_use', fixes: [{ value: 'hedge-2' }] });
  });

  it('equal to one seconds ago asks first', async () => {
    acceptSells(bench.service);
    await sell();
    await bench.clock.advance(1000);
    const { row, check } = await bench.desk.place(nextIntentId(), orderDraft(), []);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['duplicate_order']);
  });
});

describe('what the desk refuses by itself', () => {
  it('a sell without an order credit, before journal and wire', async () => {
    acceptSells(bench.service);
    bench.budget.configure(limitsSchema.parse({ matching_engine: { trading: { total: { rate: 0, burst: 1 } } } }));
    expect(bench.row(await sell()).outcome).toBe('accepted');
    const { row, check } = await bench.desk.place(nextIntentId(), orderDraft({ price: '97600' }), []);
    expect(row).toBeNull();
    expect(check.issues).toMatchObject([{ code: 'no_order_credits', params: { rate: '0', burst: '1' } }]);
    expect(bench.service.calls('private/sell')).toHaveLength(1);
    expect(bench.journal.list(10)).toHaveLength(1);
  });

  it('lists only after every sell that was asked for before is journaled or stopped', async () => {
    acceptSells(bench.service);
    const intentId = nextIntentId();
    const placing = bench.desk.place(intentId, orderDraft(), []);
    const rows = await bench.desk.settledRows();
    expect(rows.map((row) => row.intent_id)).toEqual([intentId]);
    await placing;
  });
});
