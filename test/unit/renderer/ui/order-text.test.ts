import { readBookedPrice } from '../../../../renderer/ui/order-words/booked-price.ts';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { type OrderRow, orderNoticeSchema, OUTCOMES } from '../../../../shared/ipc/schemas/order-schema.ts';
import { ORDER_STATES } from '../../../../shared/service/order.ts';
import {
  describeFiring,
  describeOutcome,
  describeState,
  shortenState,
  describeStateFully,
  describeType,
} from '../../../../renderer/ui/order-words/order-text.ts';
import { describeNotice } from '../../../../renderer/ui/order-words/notice-text.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

const REFUSAL = { code: 11_054, name: 'post_only_reject', reason: null };

function rowOf(outcome: OrderRow['outcome']): OrderRow {
  return { ...SENDING_ROW, outcome, refusal: outcome === 'refused' ? REFUSAL : null };
}

describe('the state of an order', () => {
  it.each(OUTCOMES)('%s is said in words', (outcome) => {
    expect(describeState(rowOf(outcome), 1_001_200).text).toMatch(/^[a-z]/);
  });

  it('counts the time while it is undecided', () => {
    expect(describeState(rowOf('unknown'), 1_001_200).text).toBe('checking with the service · 1.2 s');
    expect(describeState(rowOf('sending'), 1_000_400).text).toBe('sending · 0.4 s');
  });

  it('has fewer words in a narrow column, and keeps the time', () => {
    expect(shortenState(describeState(rowOf('unknown'), 1_001_200).text)).toBe('checking · 1.2 s');
    expect(shortenState('waits for its trigger · seen 12 s ago')).toBe('waiting · 12 s ago');
    expect(shortenState('rejected · post only reject')).toBe('rejected · post only reject');
    expect(shortenState('waits for sd-01M881A0ABCDEF')).toBe('waits for its order');
  });

  it.each(ORDER_STATES)('an accepted order says its own state: %s', (state) => {
    const row = { ...OPEN_ROW, order: OPEN_ROW.order && { ...OPEN_ROW.order, order_state: state } };
    const words: Readonly<Record<string, string>> = {
      untriggered: 'waits for its trigger',
      triggered: 'trigger has fired',
    };
    expect(describeState(row, 0).text).toBe(words[state] ?? state);
  });

  it('says a state of which nothing is known here as the service does, and as none that is over', () => {
    const row = { ...OPEN_ROW, order: { ...OPEN_ROW.order, order_state: 'on_hold' } } as OrderRow;
    expect(describeState(row, 0)).toEqual({ tone: 'attention', text: 'on hold' });
  });

  it('gives the reason of a cancellation and of a refusal, known or not', () => {
    const cancelled = { order_state: 'cancelled', cancel_reason: 'brand_new_reason' } as const;
    const row = { ...OPEN_ROW, order: OPEN_ROW.order && { ...OPEN_ROW.order, ...cancelled } };
    expect(describeState(row, 0).text).toBe('cancelled · brand new reason');
    expect(describeState(rowOf('refused'), 0).text).toBe('rejected · post only reject');
  });

  it.each([
    ['20000', { tone: 'attention', text: 'traded in part, rest not found yet' }],
    [SENDING_ROW.amount, { tone: 'good', text: 'accepted' }],
  ])('tells of a sell that trades of %s alone tell of, whether a rest of it is to be shown', (amount, expected) => {
    const notices: OrderRow['notices'] = [{ code: 'known_by_trades', params: { order_id: 'BTC-1', amount } }];
    expect(describeState({ ...rowOf('accepted'), notices }, 0)).toEqual(expected);
  });

  it('calls for a person when the look-ups came to an end', () => {
    const row: OrderRow = { ...rowOf('unknown'), notices: [{ code: 'needs_a_person', params: {} }] };
    expect(describeState(row, 0)).toEqual({ tone: 'bad', text: 'unknown · needs you' });
  });
});

describe('the outcome of an order', () => {
  it('is none while it is being sent', () => {
    expect(describeOutcome(SENDING_ROW)).toBeNull();
  });

  it('tells the price booked from the price asked', () => {
    const moved = { ...OPEN_ROW, notices: [{ code: 'price_moved', params: { asked: '97410', booked: '97410.5' } }] };
    const text = describeOutcome(moved as OrderRow);
    expect(text).toMatchObject({ tone: 'attention', title: 'Accepted: Sell 50,000 USD of BTC-PERPETUAL' });
    expect(text?.detail).toBe('Open at 97,410.5. Booked at 97,410.5 instead of 97,410.');
    expect(readBookedPrice(OPEN_ROW)).toBe('97410.5');
    expect(readBookedPrice(SENDING_ROW)).toBe('97410');
  });

  it('never calls accepted what ended without selling all of it', () => {
    const cancelled = { ...OPEN_ROW.order, order_state: 'cancelled' };
    const killed = { ...OPEN_ROW, order: { ...cancelled, filled_amount: '0' } };
    expect(describeOutcome(killed as OrderRow)).toMatchObject({
      tone: 'attention',
      title: 'Cancelled: Sell 50,000 USD of BTC-PERPETUAL',
      detail: 'Nothing was filled.',
    });
    const part = { ...cancelled, filled_amount: '20', average_price: '97400', cancel_reason: 'user_request' };
    expect(describeOutcome({ ...OPEN_ROW, order: part } as OrderRow)?.detail).toBe(
      'Filled 20 USD at 97,400 on average; the rest was cancelled on request.',
    );
  });

  it('never invites to send an unknown order again, and does after proof', () => {
    expect(describeOutcome(rowOf('unknown'))?.detail).toContain('Do not send it again');
    expect(describeOutcome(rowOf('absent'))?.detail).toBe(
      'The service never took it and can’t any more. You may send it again.',
    );
    expect(describeOutcome(rowOf('not_sent'))?.detail).toContain('may send it again');
  });

  it.each([
    [{ allowed_ms: '1900', waited_ms: '30400' }, 'Look-ups 30.4 s later .* was not known then.'],
    [{ allowed_ms: '3612', lag_ms: '3612' }, 'Look-ups 3.7 s later .* The look-up lag was at most 3.7 s.'],
  ])('says what an absence rests on: %j', (params, text) => {
    const absent: OrderRow = { ...rowOf('absent'), notices: [{ code: 'absence_proof', params }] };
    expect(describeOutcome(absent)?.detail).toMatch(new RegExp(`${text} You may send it again.$`, 'u'));
  });

  it('offers no repeat of what is not found yet, and says when the last query is', () => {
    const params = { allowed_ms: '1900', last_look_at: String(Date.UTC(2026, 10, 28, 9, 30, 37)) };
    const row: OrderRow = { ...rowOf('absent'), notices: [{ code: 'absence_proof', params }] };
    const told = describeOutcome(row);
    expect(told?.title).toMatch(/^Not found yet: /u);
    expect(told?.detail).toMatch(/The last look-up is at \d\d:\d\d:37 \S+\. Wait for it before you send again\.$/u);
    expect(told?.detail).not.toMatch(/may send it|never took/u);
    expect(describeState(row, 0).text).toMatch(/^not found yet · last look-up \d\d:\d\d:37/u);
  });

  it('says of what turns up that it had been called absent', () => {
    const row: OrderRow = { ...OPEN_ROW, notices: [{ code: 'absence_overruled', params: {} }] };
    expect(describeOutcome(row)).toMatchObject({ tone: 'attention', detail: expect.stringContaining('called absent') });
  });

  it('says what the service said', () => {
    expect(describeOutcome(rowOf('refused'))?.detail).toBe(
      'Would have crossed the spread, so post only rejected it (11054).',
    );
  });
});

describe('a sell that the service refused as timed out', () => {
  const refusal = { code: 13_888, name: 'timed_out', reason: null };
  const timedOut = (code: 'look_up_owed' | 'looked_up_since'): OrderRow => ({
    ...rowOf('refused'),
    refusal,
    notices: [{ code, params: {} }],
  });

  it('says that it is looked up, and what came of that', () => {
    expect(describeOutcome(timedOut('look_up_owed'))?.detail).toMatch(
      /timed out \(13888\)\. Being looked up once more\.$/u,
    );
    expect(describeOutcome(timedOut('looked_up_since'))?.detail).toMatch(
      /Looked up since: the service shows no order of it\.$/u,
    );
  });
});

describe('orders that wait', () => {
  const untriggered = OPEN_ROW.order && {
    ...OPEN_ROW.order,
    order_state: 'untriggered',
    price: 'market_price' as const,
  };
  const stop: OrderRow = {
    ...OPEN_ROW,
    type: 'stop_market',
    price: null,
    trigger: 'mark_price',
    trigger_price: decimal('97000'),
    order: untriggered,
  };

  it('say what they wait for', () => {
    expect(describeOutcome(stop)?.detail).toBe('Fires when mark falls to 97,000.');
    const take: OrderRow = { ...stop, type: 'take_limit', trigger: 'last_price' };
    expect(describeOutcome(take)?.detail).toBe('Fires when last rises to 97,000.');
    const trail: OrderRow = { ...stop, type: 'trailing_stop', trigger_price: null, trigger_offset: decimal('500') };
    expect(describeOutcome(trail)?.detail).toBe('Fires when mark falls 500 from its peak.');
  });

  it.each([
    ['stop_market', null, 'Fires when mark rises to 97,000.'],
    ['take_market', null, 'Fires when mark falls to 97,000.'],
    ['trailing_stop', '500', 'Fires when mark rises 500 from its low.'],
  ] as const)('that buy wait for the other way: %s', (type, offset, text) => {
    const trigger_offset = offset === null ? null : decimal(offset);
    expect(describeOutcome({ ...stop, type, direction: 'buy', trigger_offset })?.detail).toBe(text);
  });

  it('say that they have fired beside what they became', () => {
    const became = OPEN_ROW.order && { ...OPEN_ROW.order, order_id: '2', trigger_order_id: '1' };
    expect(describeState({ ...stop, order: became }, 0).text).toBe('fired · open');
    expect(describeFiring({ ...stop, order: became })).toMatchObject({ tone: 'good', detail: 'Open at 97,410.5.' });
    const gone = became && { ...became, order_state: 'cancelled' as const };
    expect(describeFiring({ ...stop, order: gone })).toMatchObject({
      tone: 'attention',
      detail: 'Cancelled. Nothing was filled.',
    });
  });

  it('that were booked at another price as they fired say so', () => {
    const became = OPEN_ROW.order && {
      ...OPEN_ROW.order,
      order_id: '2',
      trigger_order_id: '1',
      order_state: 'filled' as const,
      amount: decimal(610),
      average_price: decimal('97242'),
    };
    const notices: OrderRow['notices'] = [{ code: 'price_moved', params: { asked: '97195', booked: '97242' } }];
    const row: OrderRow = { ...stop, type: 'stop_limit', price: decimal('97195'), order: became, notices };
    expect(describeFiring(row).detail).toBe('Filled 610 USD at 97,242 on average. Booked at 97,242 instead of 97,195.');
  });

  it('have no price of their own unless they become limit orders', () => {
    expect(readBookedPrice(stop)).toBeNull();
    expect(readBookedPrice({ ...stop, type: 'stop_limit', price: decimal('96900') })).toBe('96900');
    // What is left of a market limit order rests at its last trade; of one that is over the price is the engine's bound.
    const market: OrderRow = { ...OPEN_ROW, type: 'market_limit', price: null };
    expect(readBookedPrice(market)).toBe('97410.5');
    const filled = OPEN_ROW.order && { ...OPEN_ROW.order, order_state: 'filled' as const };
    expect(readBookedPrice({ ...market, order: filled })).toBeNull();
  });
});

describe('an order that is over, and the service has forgotten how', () => {
  it.each([
    [{}, 'ended · unknown how', 'Look for it among your trades.'],
    [{ traded: '0' }, 'ended · nothing traded', 'Your trades show none of it.'],
    [{ traded: '2000' }, 'ended · 2,000 of 50,000 traded', 'Your trades show what it traded.'],
  ])('is neither open nor filled: %j', (params, state, sentence) => {
    const row: OrderRow = { ...OPEN_ROW, notices: [{ code: 'no_longer_known', params }] };
    expect(describeState(row, 0)).toEqual({ tone: 'attention', text: state });
    expect(describeStateFully(row, 0)).toContain(sentence);
  });

  it.each([
    [{}, 'no longer known', 'Look for its label at the service.'],
    [{ traded: '0' }, 'no longer known', 'Your trades show none of it.'],
    [{ traded: '2000' }, 'no longer known · 2,000 of 50,000 traded', 'Your trades show what it traded.'],
  ])('is not said to be over where no look-up has shown it ever: %j', (traded, state, sentence) => {
    const params = { ...traded, shown: 'never' };
    const row: OrderRow = { ...OPEN_ROW, notices: [{ code: 'no_longer_known', params }] };
    expect(describeState(row, 0)).toEqual({ tone: 'bad', text: state });
    expect(describeStateFully(row, 0)).toContain(sentence);
    expect(describeStateFully(row, 0)).not.toContain('ended');
    // Of one that its trades alone tell of as well.
    expect(describeState({ ...row, order: null }, 0)).toEqual({ tone: 'bad', text: state });
  });
});

describe('orders linked to a sell', () => {
  const child: OrderRow = { ...OPEN_ROW, child_of: { intent_id: '0', label: 'hedge', place: 2 } };
  const waiting = OPEN_ROW.order && { ...OPEN_ROW.order, order_state: 'untriggered', is_secondary_oto: true };

  it.each<[string, Partial<OrderRow>]>([
    ['linked · being looked up', { order: null }],
    ['linked · never seen', { order: null, notices: [{ code: 'no_longer_known', params: {} }] }],
    ['waits for hedge', { order: waiting }],
    ['open', {}],
  ])('say how they stand: %s', (text, changes) => {
    expect(describeState({ ...child, ...changes }, 0).text).toBe(text);
    expect(describeStateFully({ ...child, ...changes }, 0)).toContain('Linked order 2 of hedge.');
  });

  it('have not fired when their sell has placed them to wait for their trigger', () => {
    const order = OPEN_ROW.order && ({ ...OPEN_ROW.order, order_state: 'untriggered', trigger: 'mark_price' } as const);
    const placed = { ...order, trigger_order_id: 'OTO-1' } as OrderRow['order'];
    expect(describeState({ ...child, trigger: 'mark_price', order: placed }, 0).text).toBe('waits for its trigger');
  });
});

describe('the type of an order', () => {
  it.each<[Partial<OrderRow>, string]>([
    [{ type: 'limit' }, 'limit'],
    [{ type: 'limit', advanced: 'implv', price: decimal('54') }, 'limit · implv 54'],
    [{ type: 'limit', advanced: 'usd', price: decimal('7250') }, 'limit · usd 7,250'],
    [{ type: 'stop_market', price: null }, 'stop market'],
    [{ type: 'trailing_stop', price: null }, 'trail'],
  ])('%o is %s', (part, text) => {
    expect(describeType({ ...OPEN_ROW, ...part })).toBe(text);
  });

  it('with a volatility has no price before one is booked', () => {
    const row: OrderRow = { ...SENDING_ROW, advanced: 'implv', price: decimal('54') };
    expect(readBookedPrice(row)).toBeNull();
    expect(readBookedPrice({ ...row, order: OPEN_ROW.order })).toBe('97410.5');
  });
});

describe('notices', () => {
  it('tell the forecast from the fact', () => {
    const miss = (params: Record<string, string>) => describeNotice({ code: 'forecast_missed', params });
    expect(miss({ field: 'behaviour', expected: 'rests', actual: 'trades' })).toBe(
      'The forecast was that it would rest on the book. The service says: trades.',
    );
    expect(miss({ field: 'price', expected: '97410', actual: '97410.5' })).toBe(
      'The forecast was a price of 97,410. It was booked at 97,410.5.',
    );
    expect(miss({ field: 'state', expected: 'open', actual: 'cancelled' })).toBe(
      'The forecast was open. The service says: cancelled.',
    );
    expect(miss({ field: 'fee', expected: '0.0001 BTC', actual: '12000.5 USDC' })).toBe(
      'The forecast was a fee of 0.0001 BTC. The service says 12,000.5 USDC.',
    );
    expect(miss({ field: 'post_only', expected: 'yes', actual: 'no' })).toBe(
      'The forecast was post only: yes. The service says no.',
    );
  });

  it('tell what a person said as their own words, and what beat them', () => {
    const closed = { order_id: null, at: Date.UTC(2026, 10, 21, 14, 3, 59) };
    const row: OrderRow = { ...SENDING_ROW, outcome: 'closed', closed };
    expect(describeState(row, 0).text).toBe('settled by hand');
    expect(describeStateFully(row, 0)).toBe('Settled by hand at 14:03 UTC (this machine’s clock): not at the service.');
    const named: OrderRow = { ...row, closed: { ...closed, order_id: 'BTC-7' } };
    expect(describeStateFully(named, 0)).toContain(
      'Settled by hand at 14:03 UTC (this machine’s clock): it is order BTC-7.',
    );
    expect(describeOutcome(row)?.detail).toMatch(
      /^Settled by hand at 14:03 UTC \(this machine’s clock\): not at the service\. /,
    );
    expect(describeNotice({ code: 'statement_overruled', params: { said: '', order_id: 'BTC-9' } })).toBe(
      'You settled it by hand: it was not at the service. The service now shows order BTC-9.',
    );
  });

  it('tell of a market that moved on without alarm', () => {
    const params = { field: 'average_price', expected: '97410', actual: '97405' };
    const notices: OrderRow['notices'] = [{ code: 'market_moved', params }];
    const outcome = describeOutcome({ ...OPEN_ROW, notices });
    expect(outcome).toMatchObject({ tone: 'good' });
    expect(outcome?.detail).toContain(
      'The market moved. The forecast was an average price of 97,410. The service says 97,405.',
    );
  });

  it('do not say that it rests of an order that has filled since', () => {
    const params = { field: 'behaviour', expected: 'trades', actual: 'rests' };
    const detail = (code: 'market_moved' | 'forecast_missed', changes: object) =>
      describeOutcome({
        ...OPEN_ROW,
        price: decimal('97410.5'),
        notices: [{ code, params }],
        order: OPEN_ROW.order && { ...OPEN_ROW.order, ...changes },
      })?.detail;
    const filled = { order_state: 'filled', filled_amount: decimal(50_000), average_price: decimal('97410.5') };
    expect(detail('market_moved', filled)).toBe(
      'Filled 50,000 USD at 97,410.5 on average, as asked. The market moved: it rested first, then filled.',
    );
    expect(detail('forecast_missed', filled)).toContain(
      'Filled 50,000 USD at 97,410.5 on average, as asked. The forecast was that it trades at once; it rested first, then filled.',
    );
    expect(detail('market_moved', { filled_amount: decimal(10) })).toContain('The market moved: it rested first.');
    expect(detail('market_moved', {})).toContain('The service says: rests.');
  });

  it('name the order that a trade without a label is of', () => {
    const params = { unlabelled_order_id: 'BTC-9' };
    expect(describeNotice({ code: 'needs_a_person', params })).toContain('show order BTC-9 without a label.');
  });

  it('name the order under its label that is not as it was asked for', () => {
    const params = { unlike_order_id: 'BTC-9' };
    expect(describeNotice({ code: 'needs_a_person', params })).toContain(
      'Order BTC-9 has its label but other terms. Check whether it is this order before you send again.',
    );
  });

  it('name the order under a linked sell’s label that may not be its own', () => {
    const params = { unlinked_order_id: 'BTC-9' };
    expect(describeNotice({ code: 'needs_a_person', params })).toMatch(
      /^Order BTC-9 has its label but no linked orders\. .* before you send again/,
    );
  });

  it.each(orderNoticeSchema.shape.code.options)('%s is a sentence, even without params', (code) => {
    expect(describeNotice({ code, params: {} })).toMatch(/^[A-Z].*[.]$/);
  });
});
