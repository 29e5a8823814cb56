import { describe, expect, it } from 'vitest';
import { draftOfAmend, seedAmend, termsAsked } from '../../../../shared/execution/amend-draft.ts';
import { checkAmend, priorityAfter, sizeAhead } from '../../../../shared/execution/amend-rules.ts';
import { commandSchema } from '../../../../shared/execution/command.ts';
import { replay } from '../../../../shared/execution/decide.ts';
import { evidenceSchema } from '../../../../shared/execution/evidence.ts';
import { readTerms } from '../../../../shared/execution/terms.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { amendOf } from '../../../support/execution/model-venue.ts';
import { placedOrder } from '../../../support/records/records.ts';

const resting = placedOrder({ price: 97_450, amount: 100, filled_amount: 30 });

describe('an amend', () => {
  it('edits what is left and sends the total, the filled part included', () => {
    const draft = { ...seedAmend(resting), remaining: '50', price: '97460' };
    expect(seedAmend(resting).remaining).toBe('70');
    expect(termsAsked(resting, draft)).toMatchObject({ amount: '80', price: '97460' });
    expect(draftOfAmend(resting, draft)).toMatchObject({ amount: '50', price: '97460', type: 'limit' });
  });

  it('leaves less where more is filled since it was typed, never more', () => {
    const draft = { ...seedAmend(resting), price: '97460' };
    const filledSince = placedOrder({ price: 97_450, amount: 100, filled_amount: 50 });
    expect(termsAsked(filledSince, draft)).toMatchObject({ amount: '100' });
    expect(
      checkAmend(placedOrder({ price: 97_450, amount: 100, filled_amount: 80 }), { ...draft, remaining: '50' }),
    ).toMatchObject([{ code: 'amend_leaves_nothing' }]);
  });

  it.each([
    ['nothing is changed', {}, 'amend_changes_nothing'],
    ['a number is only written otherwise', { price: '97450.0' }, 'amend_changes_nothing'],
    ['nothing would be left', { remaining: '0' }, 'amend_leaves_nothing'],
  ])('is refused where %s', (_why, changes, code) => {
    const found = checkAmend(resting, { ...seedAmend(resting), ...changes });
    expect(found.map((one) => one.code)).toEqual([code]);
  });

  it.each(['filled', 'cancelled', 'rejected', 'triggered'])('of an order that is %s is refused', (order_state) => {
    const ended = placedOrder({ order_state, price: 97_450, amount: 100 });
    expect(checkAmend(ended, { ...seedAmend(ended), price: '97460' })).toMatchObject([{ code: 'amend_order_ended' }]);
  });

  it.each([
    ['smaller at the same price', { remaining: '60' }, 'kept'],
    ['larger at the same price', { remaining: '90' }, 'lost'],
    ['at another price', { price: '97460' }, 'lost'],
    ['of its flags alone', { post_only: false }, 'kept'],
  ])('%s has its place in the queue %#', (_what, changes, priority) => {
    const before = readTerms(resting);
    const asked = termsAsked(resting, { ...seedAmend(resting), ...changes });
    if (before === null || asked === null) throw new Error('the record has its terms');
    expect(priorityAfter(resting, before, asked)).toBe(priority);
  });

  it.each([
    ['behind two levels, its own part left out', 'sell', '97460', '97455', '120'],
    ['before all of them', 'sell', '97440', '97455', '0'],
    ['of a buy, by the higher prices', 'buy', '97450', null, '100'],
    ['beyond what the book tells', 'sell', '97999', '97455', null],
  ] as const)('tells the size ahead %s', (_where, direction, price, ownPrice, expected) => {
    const asks = [level(97_450, 100), level(97_455, 50), level(97_470, 30)];
    const bids = [level(97_455, 40), level(97_450, 60), level(97_440, 30)];
    const own = { price: ownPrice === null ? null : decimal(ownPrice), amount: decimal(30) };
    const levels = direction === 'sell' ? asks : bids;
    expect(sizeAhead(direction, decimal(price), levels, own, false)).toBe(expected);
  });
});

const level = (price: number, amount: number) => [decimal(price), decimal(amount)] as const;

describe('a verdict', () => {
  it('replays from the text of a command and its evidence', () => {
    const { seen, command } = amendOf({ price: decimal(97_500) });
    const late = command.valid_until + 1000;
    const text = JSON.stringify({
      command,
      evidence: [
        { kind: 'no_reply', at: late, reason: 'deadline' },
        { kind: 'answer', at: late, query: 'order_by_id', orders: [seen], asked_ms: command.valid_until, lag_ms: 0 },
        { kind: 'answer', at: late, query: 'order_by_id', orders: [seen], asked_ms: late, lag_ms: 0 },
      ],
    });
    const { command: read, evidence } = JSON.parse(text) as { command: unknown; evidence: unknown[] };
    const { state } = replay(
      commandSchema.parse(read),
      evidence.map((one) => evidenceSchema.parse(one)),
    );
    expect(state).toMatchObject({ verdict: 'absent', reason: 'unchanged_past_deadline', queries: 2 });
  });

  it('of absence yields to the order that shows the asked terms later', () => {
    const { seen, command } = amendOf({ price: decimal(97_500) });
    const at = command.valid_until + 1000;
    const shown = { ...seen, price: decimal(97_500), replaced: true, last_update_timestamp: command.submitted_at + 1 };
    const { state } = replay(command, [
      { kind: 'no_reply', at, reason: 'deadline' },
      { kind: 'answer', at, query: 'order_by_id', orders: [seen], asked_ms: at, lag_ms: 0 },
      { kind: 'order_seen', at, order: shown },
    ]);
    expect(state).toMatchObject({ verdict: 'accepted', order: { price: '97500' } });
  });

  it('is a rejection where the engine cancelled the order, since the amended price would have taken', () => {
    const { seen, command } = amendOf({ price: decimal(97_300) });
    const order = { ...seen, order_state: 'cancelled', cancel_reason: 'edit_post_only_reject' };
    const { state } = replay(command, [{ kind: 'reply', at: 1, order }]);
    expect(state).toMatchObject({ verdict: 'rejected', reason: 'cancelled_by_amend' });
  });

  it('is not made by the reply of another order', () => {
    const { seen, command } = amendOf({ price: decimal(97_500) });
    const { state, due } = replay(command, [{ kind: 'reply', at: 1, order: { ...seen, order_id: 'another' } }]);
    expect(state.verdict).toBe('unknown');
    expect(due).toMatchObject({ queries: ['order_by_id'] });
  });
});
