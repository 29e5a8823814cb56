import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeStep } from '../../../../electron/audit/order-record.ts';
import { acceptSells, createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';

let bench: DeskBench;
let intent_id: string;
/** A sell whose reply named an order of another label, and that no look-up shows: a person has to see to it. */
beforeEach(async () => {
  bench = createDeskBench();
  bench.service.answer('private/sell', () => ({ value: { order: placedOrder({ label: 'other' }), trades: [] } }));
  bench.service.answer(STATE, () => ({ value: [] }));
  bench.service.answer(OPEN, () => ({ value: [] }));
  intent_id = nextIntentId();
  await bench.desk.place(intent_id, orderDraft({ label: 'mine' }), []);
});
afterEach(() => bench.remove());

const needPerson = () => bench.clock.advance(60_000);
const say = (order_id: string | null, typed = 'mine') => bench.desk.state({ intent_id, order_id, typed });
const refused = (code: string) => expect.objectContaining({ detail: expect.objectContaining({ code }) as unknown });

describe('a sell that look-ups could not resolve', () => {
  it('is closed by a person’s word, which is kept as theirs and never called refused or absent', async () => {
    await needPerson();
    expect(bench.desk.unknownCount()).toBe(1);
    say(null);
    const closed = { outcome: 'closed', closed: { order_id: null, at: bench.clock.now() }, refusal: null, notices: [] };
    expect(bench.row(intent_id)).toMatchObject(closed);
    expect(bench.desk.unknownCount()).toBe(0);
    expect(bench.journal.steps(intent_id).at(-1)).toMatchObject({ kind: 'statement', detail: '{"order_id":null}' });
    bench = bench.restart();
    bench.desk.resume();
    await bench.clock.advance(600_000);
    expect(bench.row(intent_id)).toMatchObject(closed);
    expect(bench.service.calls('private/sell')).toHaveLength(1);
  });

  it('said not to be there, it stops no equal sell any more', async () => {
    await needPerson();
    const again = async () => {
      const { row, check } = await bench.desk.place(nextIntentId(), orderDraft({ label: 'again' }), []);
      return row?.outcome ?? check.issues.map(({ code }) => code);
    };
    expect(await again()).toEqual(['equal_order_undecided']);
    say(null);
    acceptSells(bench.service, { creation_timestamp: bench.clock.now() });
    expect(await again()).toBe('accepted');
  });

  it('said to be an order, it is shown as that one', async () => {
    await needPerson();
    say('BTC-7');
    expect(bench.row(intent_id)).toMatchObject({ outcome: 'closed', closed: { order_id: 'BTC-7' } });
  });

  it.each([
    ['at once, by the last look', async () => bench.clock.advance(31_000)],
    [
      'by a look that was asked for',
      async () => {
        bench.desk.recheck(intent_id);
        await bench.clock.advance(1);
      },
    ],
    [
      'by the look of the next start',
      async () => {
        bench = bench.restart();
        bench.desk.resume();
        await bench.clock.advance(31_000);
      },
    ],
  ])('is what a later look-up shows, whatever was said: %s', async (_name, look) => {
    await needPerson();
    say(null);
    bench.service.answer(STATE, () => ({ value: [placedOrder({ label: 'mine', order_id: 'BTC-9' })] }));
    await look();
    expect(bench.row(intent_id)).toMatchObject({
      outcome: 'accepted',
      order: { order_id: 'BTC-9' },
      notices: [{ code: 'statement_overruled', params: { said: '', order_id: 'BTC-9' } }],
    });
  });

  it.each<[string, object[], object]>([
    ['that finds nothing', [], { outcome: 'closed', closed: { order_id: null }, notices: [] }],
    [
      'that finds it',
      [{ label: 'mine', direction: 'sell', order_id: 'BTC-9', amount: '50000', price: '97500' }],
      { outcome: 'accepted', notices: [{ code: 'statement_overruled' }, { code: 'known_by_trades' }] },
    ],
  ])('said while trades are searched, stands against a search %s, and no other', async (_name, trades, expected) => {
    await needPerson();
    await bench.clock.advance(31 * 60_000);
    const asked: string[] = [];
    bench.service.answer('private/get_user_trades_by_instrument_and_time', () => {
      // The search for a second order comes later.
      if (asked.length === 0) say(null);
      asked.push(bench.row(intent_id).outcome);
      return { value: { trades, has_more: false } };
    });
    // No reply named an order: only the notice to a person was there.
    bench.desk.update({ ...bench.row(intent_id), notices: [{ code: 'needs_a_person', params: {} }] });
    bench.desk.recheck(intent_id);
    await bench.clock.advance(20_000);
    expect(asked[0]).toBe('closed');
    expect(bench.row(intent_id)).toMatchObject(expected);
  });

  it('found as the very order that was said, says no more of it', async () => {
    await needPerson();
    say('BTC-9');
    bench.service.answer(STATE, () => ({ value: [placedOrder({ label: 'mine', order_id: 'BTC-9' })] }));
    await bench.clock.advance(31_000);
    expect(bench.row(intent_id)).toMatchObject({ outcome: 'accepted', notices: [] });
  });
});

describe('a statement is refused', () => {
  it('of a sell that is still being looked up, that is decided, or that nobody knows', async () => {
    expect(() => say(null)).toThrow(refused('NotFound'));
    await needPerson();
    say(null);
    expect(() => say('BTC-7')).toThrow(refused('NotFound'));
    const other = { intent_id: nextIntentId(), order_id: null, typed: 'mine' };
    expect(() => bench.desk.state(other)).toThrow(refused('NotFound'));
  });

  it('without the label, and nothing changes', async () => {
    await needPerson();
    expect(() => say(null, 'yours')).toThrow(refused('BadRequest'));
    expect(bench.row(intent_id).outcome).toBe('unknown');
  });
});

describe('one order is one sell’s: a statement is refused that names', () => {
  /** A second sell, that a person has to see to as well. */
  const second = async (): Promise<string> => {
    const id = nextIntentId();
    await bench.desk.place(id, orderDraft({ label: 'second', price: '97600' }), []);
    await needPerson();
    return id;
  };
  const sayOf = (id: string, order_id: string | null) =>
    bench.desk.state({ intent_id: id, order_id, typed: bench.row(id).label });
  const taken = (order_id: string, label: string) =>
    expect.objectContaining({
      detail: {
        code: 'BadRequest',
        message: `orders.confirm: order_id must be of no other order, or null: ${order_id} is the order of ${label}`,
        params: { param: 'order_id', reason: 'order_of_another', order_id, label },
      },
    });

  it('the order that another sell was closed as; another order, or none, is taken', async () => {
    await needPerson();
    const other = await second();
    say('BTC-7');
    expect(() => sayOf(other, 'BTC-7')).toThrow(taken('BTC-7', 'mine'));
    expect(bench.row(other)).toMatchObject({ outcome: 'unknown', closed: null });
    sayOf(other, 'BTC-8');
    expect(bench.row(other)).toMatchObject({ outcome: 'closed', closed: { order_id: 'BTC-8' } });
  });

  it('an order that the service has shown as another’s, or that it came of', async () => {
    await needPerson();
    const other = await second();
    acceptSells(bench.service, { order_id: 'BTC-20', creation_timestamp: bench.clock.now() });
    const shown = nextIntentId();
    await bench.desk.place(shown, orderDraft({ label: 'shown', price: '97700' }), []);
    bench.desk.update({ ...bench.row(shown), earlier_order_ids: ['SLMS-20'] });
    for (const id of ['BTC-20', 'SLMS-20']) expect(() => sayOf(other, id)).toThrow(taken(id, 'shown'));
  });

  it('an order that only its trades have shown, as another’s', async () => {
    await needPerson();
    const other = await second();
    const notices = [{ code: 'known_by_trades' as const, params: { order_id: 'BTC-30', amount: '50000' } }];
    bench.desk.update({ ...bench.row(intent_id), outcome: 'accepted', notices });
    expect(() => sayOf(other, 'BTC-30')).toThrow(taken('BTC-30', 'mine'));
  });

  it('not one that a person had named, where the service then showed another', async () => {
    await needPerson();
    const other = await second();
    say('BTC-7');
    bench.service.answer(STATE, ({ label }) => ({
      value: label === 'mine' ? [placedOrder({ label: 'mine', order_id: 'BTC-9' })] : [],
    }));
    await bench.clock.advance(31_000);
    expect(bench.row(intent_id)).toMatchObject({ outcome: 'accepted', order: { order_id: 'BTC-9' } });
    sayOf(other, 'BTC-7');
    expect(bench.row(other)).toMatchObject({ outcome: 'closed', closed: { order_id: 'BTC-7' } });
  });
});

describe('the journal of everything', () => {
  it('tells the statement as one, and no outcome', async () => {
    await needPerson();
    const before = bench.row(intent_id);
    say('BTC-7');
    const entries = describeStep(before, bench.row(intent_id), 'statement', null);
    const fields = { intent_id, label: 'mine', instrument_name: 'BTC-PERPETUAL', order_id: 'BTC-7' };
    expect(entries).toEqual([['statement', fields]]);
  });
});
