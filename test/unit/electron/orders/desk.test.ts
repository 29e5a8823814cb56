import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IpcFailure, NOTHING_SENT } from '../../../../shared/ipc/error.ts';
import { EMPTY_DRAFT } from '../../../../shared/orders/draft.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { acceptWarnings } from '../../../support/accept-warnings.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId, showOnce } from '../../../support/desk-bench.ts';
import { placedOrder, sellDraft, soldTrade } from '../../../support/records.ts';
import { noAnswer, refusal } from '../../../support/scripted-service.ts';
import { settle } from '../../../support/virtual-clock.ts';
import { OPEN, STATE, TRADES } from '../../../support/look-up-methods.ts';

let bench: DeskBench;
beforeEach(() => {
  bench = createDeskBench();
});
afterEach(() => bench.remove());

function nothingFound(): void {
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
}

async function sell(draft = sellDraft()): Promise<string> {
  const intentId = nextIntentId();
  await bench.desk.place(intentId, draft, []);
  return intentId;
}

describe('a sell', () => {
  it('that rests is followed after a restart, however many came after it', async () => {
    acceptSells(bench.service, { order_state: 'open' });
    const intentId = await sell(sellDraft({ label: 'rests' }));
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
    await sell(sellDraft({ label: 'hedge', post_only: true }));
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
    nothingFound();
    await sell();
    expect(seen).toEqual(['sending']);
  });

  it('is stopped by the rules before journal and wire', async () => {
    const { row, check } = await bench.desk.place(nextIntentId(), sellDraft({ price: '97500.3' }), []);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['price_off_tick']);
    expect(bench.service.calls('private/sell')).toEqual([]);
    expect(bench.journal.list(10)).toEqual([]);
  });

  it('is stopped by a warning until that warning is acknowledged', async () => {
    acceptSells(bench.service);
    const draft = sellDraft({ price: '95000' });
    const stopped = await bench.desk.place(nextIntentId(), draft, [{ key: 'price_below_band', typed: '' }]);
    expect(stopped.row).toBeNull();
    const sent = await bench.desk.place(nextIntentId(), draft, acceptWarnings(stopped.check.issues, draft));
    expect(sent.row?.outcome).toBe('accepted');
  });

  it('takes no acceptance for another: neither of another price nor of an order sent since', async () => {
    acceptSells(bench.service);
    const low = sellDraft({ price: '95000' });
    const ofLow = acceptWarnings((await bench.desk.check(low)).issues, low);
    const lower = sellDraft({ price: '94000' });
    expect((await bench.desk.place(nextIntentId(), lower, ofLow)).row).toBeNull();
    await sell();
    const again = sellDraft();
    const ofFirst = acceptWarnings((await bench.desk.check(again)).issues, again);
    expect(ofFirst).toHaveLength(1);
    expect((await bench.desk.place(nextIntentId(), again, ofFirst)).row).not.toBeNull();
    // The second equal sell is warned of anew, by its own label.
    const { row, check } = await bench.desk.place(nextIntentId(), again, ofFirst);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['duplicate_sell']);
  });

  it('far from the mark wants its price typed again, whichever window says that it was accepted', async () => {
    acceptSells(bench.service);
    const draft = sellDraft({ price: '150000' });
    const accepted = acceptWarnings((await bench.desk.check(draft)).issues, draft);
    expect(accepted.map(({ typed }) => typed).toSorted()).toEqual(['', '150000']);
    for (const typed of ['', '15000', 'yes']) {
      const ticked = accepted.map((given) => ({ ...given, typed: given.typed === '' ? '' : typed }));
      expect((await bench.desk.place(nextIntentId(), draft, ticked)).row).toBeNull();
    }
    expect((await bench.desk.place(nextIntentId(), draft, accepted)).row?.outcome).toBe('accepted');
  });

  it('with the same intent id makes one order, pressed twice or asked again later', async () => {
    acceptSells(bench.service);
    const intentId = nextIntentId();
    const both = await Promise.all([
      bench.desk.place(intentId, sellDraft(), []),
      bench.desk.place(intentId, sellDraft(), []),
    ]);
    const again = await bench.desk.place(intentId, sellDraft(), []);
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
    expect(bench.row(await sell(sellDraft({ amount: '5000' })))).toMatchObject({
      expected: { behaviour: 'rests', price: '97500' },
      notices: [],
    });
    const filled = { order_state: 'filled', filled_amount: 6000 };
    const params = { field: 'behaviour', expected: 'rests', actual: 'trades' };
    acceptSells(bench.service, { ...filled, average_price: 97_499.5 });
    const { notices } = bench.row(await sell(sellDraft({ amount: '6000' })));
    expect(notices).toEqual([{ code: 'forecast_missed', params }]);
    acceptSells(bench.service, { ...filled, average_price: 97_500 });
    expect(bench.row(await sell(sellDraft({ amount: '7000' }))).notices).toEqual([{ code: 'market_moved', params }]);
  });

  it('is refused by a code that proves it', async () => {
    bench.service.answer('private/sell', () => refusal(10_009, 'refused', 'not_enough_funds'));
    const row = bench.row(await sell());
    expect(row).toMatchObject({ outcome: 'refused', refusal: { code: 10_009, name: 'not_enough_funds' } });
  });

  it.each([10_001, 11_094, 13_028, 99_999])('is unknown after code %i, which proves nothing', async (code) => {
    bench.service.answer('private/sell', () => refusal(code, 'unknown', 'error'));
    nothingFound();
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
    nothingFound();
    const intentId = await sell();
    await bench.clock.advance(20_000);
    expect(bench.row(intentId).outcome).toBe('refused');
    expect(bench.service.calls(STATE)).toHaveLength(1);
  });

  it('whose facts can’t be read says that nothing was sent, and may be pressed again under the same intent', async () => {
    acceptSells(bench.service);
    const intentId = nextIntentId();
    bench.failFacts(new IpcFailure({ code: 'RequestTimeout', message: 'slow', params: { reason: 'deadline' } }));
    await expect(bench.desk.place(intentId, sellDraft(), [])).rejects.toMatchObject({
      detail: { code: 'RequestTimeout', params: { reason: 'deadline', [NOTHING_SENT]: 'true' } },
    });
    bench.failFacts(new Error('odd'));
    await expect(bench.desk.place(intentId, sellDraft(), [])).rejects.toMatchObject({
      detail: { code: 'InternalError', params: { [NOTHING_SENT]: 'true' } },
    });
    expect(bench.service.calls('private/sell')).toEqual([]);
    bench.failFacts(null);
    await bench.desk.place(intentId, sellDraft(), []);
    expect(bench.row(intentId).outcome).toBe('accepted');
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('is never begun when the journal cannot take it', async () => {
    acceptSells(bench.service);
    bench.breakJournal();
    await expect(bench.desk.place(nextIntentId(), sellDraft(), [])).rejects.toThrow(IpcFailure);
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
    await sell(sellDraft({ label: 'hedge' }));
    const { row, check } = await bench.desk.place(nextIntentId(), sellDraft({ label: 'hedge', price: '97600' }), []);
    expect(row).toBeNull();
    expect(check.issues[0]).toMatchObject({ code: 'label_in_use', fixes: [{ value: 'hedge-2' }] });
  });

  it('equal to one seconds ago asks first', async () => {
    acceptSells(bench.service);
    await sell();
    await bench.clock.advance(1000);
    const { row, check } = await bench.desk.place(nextIntentId(), sellDraft(), []);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['duplicate_sell']);
  });
});

describe('what the desk refuses by itself', () => {
  it('a sell without an order credit, before journal and wire', async () => {
    acceptSells(bench.service);
    bench.budget.configure(limitsSchema.parse({ matching_engine: { trading: { total: { rate: 0, burst: 1 } } } }));
    expect(bench.row(await sell()).outcome).toBe('accepted');
    const { row, check } = await bench.desk.place(nextIntentId(), sellDraft({ price: '97600' }), []);
    expect(row).toBeNull();
    expect(check.issues).toMatchObject([{ code: 'no_order_credits', params: { rate: '0', burst: '1' } }]);
    expect(bench.service.calls('private/sell')).toHaveLength(1);
    expect(bench.journal.list(10)).toHaveLength(1);
  });

  it('lists only after every sell that was asked for before is journaled or stopped', async () => {
    acceptSells(bench.service);
    const intentId = nextIntentId();
    const placing = bench.desk.place(intentId, sellDraft(), []);
    const rows = await bench.desk.settledRows();
    expect(rows.map((row) => row.intent_id)).toEqual([intentId]);
    await placing;
  });
});

describe('an accepted sell', () => {
  it('that the service says it rejected is refused', async () => {
    acceptSells(bench.service, { order_state: 'rejected' });
    expect(bench.row(await sell())).toMatchObject({ outcome: 'refused', refusal: { name: 'rejected' } });
  });

  it('stops an equal one by the service’s clock, wherever the wall clock is set, and over a restart', async () => {
    acceptSells(bench.service);
    await sell();
    const seconds = async () =>
      (await bench.desk.check(sellDraft())).issues.find(({ code }) => code === 'duplicate_sell')?.params['seconds'];
    await bench.clock.advance(4000);
    const before = await seconds();
    expect(before).toBeDefined();
    bench.clock.jumpWall(3_600_000);
    expect(await seconds()).toBe(before);
    bench.clock.jumpWall(-7_200_000);
    expect(await seconds()).toBe(before);
    bench.clock.jumpWall(3_600_000);
    bench = bench.restart();
    bench.clock.jumpWall(3_600_000);
    expect(await seconds()).toBe(before);
    await bench.clock.advance(60_000);
    expect(await seconds()).toBeUndefined();
  });

  it('that the service no longer tells of is over, as its trades have it, and seldom asked for again', async () => {
    acceptSells(bench.service);
    const intentId = await sell();
    const stop = bench.track();
    await showOnce(bench, intentId);
    // Until then closed orders are told of: look-ups only lag behind.
    await bench.clock.advance(29 * 60_000);
    expect(bench.row(intentId).notices).toEqual([]);
    await bench.clock.advance(2 * 60_000);
    expect(bench.row(intentId).notices).toEqual([{ code: 'no_longer_known', params: { traded: '0' } }]);
    expect(bench.desk.liveRows()).toEqual([]);
    const asked = bench.service.calls(STATE).length;
    await bench.clock.advance(120_000);
    expect(bench.service.calls(STATE)).toHaveLength(asked + 1);
    stop();
  });
});

describe('an order that look-ups have forgotten', () => {
  const trade = soldTrade({ timestamp: 1 });

  async function forget(trades: readonly object[]): Promise<string> {
    acceptSells(bench.service);
    const intentId = await sell();
    const { label } = bench.row(intentId);
    bench.service.answer(TRADES, () => ({
      value: { trades: trades.map((changes) => ({ ...trade, label, ...changes })), has_more: false },
    }));
    const stop = bench.track();
    await showOnce(bench, intentId);
    await bench.clock.advance(32 * 60_000);
    stop();
    return intentId;
  }

  it('is filled where its trades add up to it', async () => {
    const half = { amount: '25000' };
    const intentId = await forget([half, { ...half, trade_id: '2' }]);
    expect(bench.row(intentId)).toMatchObject({
      order: { order_state: 'filled', filled_amount: '50000' },
      notices: [{ code: 'known_by_trades', params: { order_id: 'BTC-1', amount: '50000' } }],
    });
  });

  it('is over with what it traded, and what another order traded is not counted', async () => {
    const intentId = await forget([{ amount: '2000' }, { order_id: 'BTC-7', trade_id: '2' }]);
    expect(bench.row(intentId)).toMatchObject({ order: { order_state: 'open', filled_amount: '2000' } });
    expect(bench.row(intentId).notices).toContainEqual({ code: 'no_longer_known', params: { traded: '2000' } });
    expect(bench.desk.liveRows()).toEqual([]);
  });

  it('stays as it was until its trades can be asked for', async () => {
    acceptSells(bench.service);
    nothingFound();
    bench.service.answer(TRADES, () => noAnswer);
    const intentId = await sell();
    const stop = bench.track();
    await bench.clock.advance(32 * 60_000);
    expect([bench.row(intentId).notices, bench.desk.liveRows().length]).toEqual([[], 1]);
    bench.service.answer(TRADES, () => ({ value: { trades: [], has_more: false } }));
    await bench.clock.advance(5000);
    expect(bench.desk.liveRows()).toEqual([]);
    stop();
  });
});

describe('an order that is being followed', () => {
  it('and ends while its look-ups are under way is not called open again', async () => {
    acceptSells(bench.service);
    bench.service.answer(STATE, () => ({ value: [] }));
    const intentId = await sell();
    bench.service.answer(OPEN, () => {
      const row = bench.row(intentId);
      bench.desk.noteCancel({ ...row, order: row.order && { ...row.order, order_state: 'cancelled' } });
      return { value: [] };
    });
    const stop = bench.track();
    await bench.clock.advance(15_000);
    expect(bench.row(intentId)).toMatchObject({ order: { order_state: 'cancelled' }, notices: [] });
    stop();
  });
});

describe('an unknown sell', () => {
  beforeEach(() => {
    bench.service.answer('private/sell', () => noAnswer);
  });

  it('is found by its label', async () => {
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    const intentId = await sell();
    expect(bench.row(intentId).outcome).toBe('unknown');
    await bench.clock.advance(300);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-1' } });
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('found as one that the service rejected is refused, not accepted', async () => {
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, order_state: 'rejected' })] }));
    const intentId = await sell();
    await bench.clock.advance(300);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'refused', refusal: { name: 'rejected' }, notices: [] });
  });

  it('stays unknown while the service clock has not passed its deadline', async () => {
    nothingFound();
    const intentId = await sell();
    bench.service.setOffset(-60_000);
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).outcome).toBe('unknown');
  });

  it('is absent after the deadline, two empty look-ups of recent orders and one of open ones', async () => {
    nothingFound();
    const intentId = await sell();
    await bench.clock.advance(EMPTY_DRAFT.valid_for_ms);
    expect(bench.row(intentId).outcome).toBe('unknown');
    expect(bench.service.calls(OPEN)).toHaveLength(0);
    await bench.clock.advance(20_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    expect(bench.service.calls(OPEN)).toHaveLength(1);
  });

  it('is not absent by a wall clock that jumps', async () => {
    nothingFound();
    const intentId = await sell();
    bench.clock.jumpWall(3_600_000);
    await bench.clock.advance(EMPTY_DRAFT.valid_for_ms);
    expect(bench.row(intentId).outcome).toBe('unknown');
  });

  it('found late beats absence', async () => {
    nothingFound();
    const intentId = await sell();
    await bench.clock.advance(25_000);
    expect(bench.row(intentId).outcome).toBe('absent');
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    await bench.clock.advance(30_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });

  it('found among the open orders only is found', async () => {
    bench.service.answer(STATE, () => ({ value: [] }));
    bench.service.answer(OPEN, ({ label }) => ({ value: [placedOrder({ label })] }));
    const intentId = await sell();
    await bench.clock.advance(25_000);
    expect(bench.row(intentId).outcome).toBe('accepted');
  });

  it.each([
    ['bought', { direction: 'buy' }],
    ['is of another instrument', { instrument_name: 'BTC-27MAR27' }],
  ])('is not settled by an order under its label that %s', async (_name, changes) => {
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, ...changes })] }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    const intentId = await sell();
    await bench.clock.advance(25_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'absent', order: null });
  });

  it('is not settled by an order under a typed label that is an hour old', async () => {
    const old = { creation_timestamp: Date.UTC(2026, 10, 21, 8) };
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label, ...old })] }));
    bench.service.answer(OPEN, () => ({ value: [] }));
    const intentId = await sell(sellDraft({ label: 'hedge' }));
    await bench.clock.advance(25_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'absent', order: null });
  });

  it('with two orders under its label shows both', async () => {
    bench.service.answer(STATE, ({ label }) => ({
      value: [placedOrder({ label }), placedOrder({ label, order_id: 'BTC-2' })],
    }));
    const intentId = await sell();
    await bench.clock.advance(300);
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'two_orders_under_label',
      params: { orders: 'BTC-1 (open, 0 of 50000), BTC-2 (open, 0 of 50000)', ids: 'BTC-1 BTC-2' },
    });
  });

  it('whose look-ups fail is never called absent, and goes to a person in time', async () => {
    const intentId = await sell();
    await bench.clock.advance(5 * 60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'look_up_failing' }] });
    await bench.clock.advance(20 * 60_000);
    expect(bench.row(intentId).outcome).toBe('unknown');
    expect(bench.row(intentId).notices.map(({ code }) => code)).toContain('needs_a_person');
  });

  it('stops no other: a trailing stop of another distance, or on another price, is another sell', async () => {
    const trail = sellDraft({ type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '250' });
    await sell(trail);
    const codes = async (changes: Partial<typeof trail>) =>
      (await bench.desk.check({ ...trail, ...changes })).issues.map(({ code }) => code);
    expect(await codes({})).toEqual(['equal_sell_undecided']);
    expect(await codes({ trigger_offset: '300' })).toEqual([]);
    expect(await codes({ trigger: 'index_price' })).toEqual([]);
  });

  it('stops an equal one, however long it takes, in whatever window', async () => {
    await sell();
    await bench.clock.advance(10 * 60_000);
    const { issues } = await bench.desk.check(sellDraft());
    const accepted = acceptWarnings(issues, sellDraft());
    const { row, check } = await bench.desk.place(nextIntentId(), sellDraft(), accepted);
    expect(row).toBeNull();
    expect(check.issues.map(({ code }) => code)).toEqual(['equal_sell_undecided']);
  });

  it('is not bound to an order of another label', async () => {
    bench.service.answer('private/sell', () => ({ value: { order: placedOrder({ label: 'other' }), trades: [] } }));
    nothingFound();
    const intentId = await sell();
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'unknown',
      order: null,
      notices: [{ code: 'label_mismatch' }],
    });
    // The reply named an order: it is somewhere, whatever the look-ups show.
    await bench.clock.advance(60_000);
    expect(bench.row(intentId).outcome).toBe('unknown');
    expect(bench.row(intentId).notices).toContainEqual({
      code: 'needs_a_person',
      params: { label: 'other', order_id: 'BTC-1' },
    });
  });

  it('survives a restart, is looked up, and is never sent again', async () => {
    bench.service.answer('private/sell', () => ({ never: true }));
    const intentId = nextIntentId();
    void bench.desk.place(intentId, sellDraft(), []);
    await settle();
    expect(bench.row(intentId).outcome).toBe('sending');
    bench.service.answer(STATE, ({ label }) => ({ value: [placedOrder({ label })] }));
    bench = bench.restart();
    bench.desk.resume();
    expect(bench.row(intentId).outcome).toBe('unknown');
    await bench.clock.advance(300);
    expect(bench.row(intentId).outcome).toBe('accepted');
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('shown by its trades after the look-up window is known to have been executed', async () => {
    bench.service.answer('private/sell', () => ({ never: true }));
    const intentId = nextIntentId();
    void bench.desk.place(intentId, sellDraft({ label: 'traded' }), []);
    await settle();
    await bench.clock.advance(31 * 60_000);
    nothingFound();
    const trade = soldTrade({ label: 'traded', order_id: 'BTC-9', amount: '20000' });
    bench.service.answer('private/get_user_trades_by_instrument_and_time', () => ({
      value: {
        trades: [trade, { ...trade, trade_id: '2', amount: '30000' }, { ...trade, label: 'another' }],
        has_more: false,
      },
    }));
    bench = bench.restart();
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({
      outcome: 'accepted',
      notices: [{ code: 'known_by_trades', params: { order_id: 'BTC-9', amount: '50000' } }],
    });
  });

  it('found empty only after the look-up window goes to a person, not to absent', async () => {
    bench.service.answer('private/sell', () => ({ never: true }));
    const intentId = nextIntentId();
    void bench.desk.place(intentId, sellDraft(), []);
    await settle();
    await bench.clock.advance(31 * 60_000);
    nothingFound();
    bench.service.answer('private/get_user_trades_by_instrument_and_time', () => ({
      value: { trades: [], has_more: false },
    }));
    bench = bench.restart();
    bench.desk.resume();
    await bench.clock.advance(60_000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'unknown', notices: [{ code: 'needs_a_person' }] });
  });
});
