import { describe, expect, it } from 'vitest';
import { hasOtherTerms } from '../../../../shared/execution/other-terms.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { intentOf, NOW_MS } from '../../../support/records/forecast-replies.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';

type Changes = Record<string, unknown>;

const STOP: Partial<OrderDraft> = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97100' };
const WAITING: Changes = { order_type: 'stop_limit', trigger: 'mark_price', trigger_price: 97_100 };
const MADE: Changes = { trigger_order_id: 'SLMS-1' };
const AT_MARKET: Partial<OrderDraft> = { type: 'market', price: '' };
const FILLED: Changes = { order_state: 'filled', filled_amount: 50_000 };
const UNEDITED: Changes = { replaced: false, last_update_timestamp: NOW_MS + 1000 };
const CHANGED: Changes = { last_update_timestamp: NOW_MS + 1000 };

const isOther = (draft: Partial<OrderDraft>, changes: Changes): boolean =>
  hasOtherTerms(intentOf(orderDraft(draft)), placedOrder(changes));

describe('is no order of the sell', () => {
  it.each<[string, Partial<OrderDraft>, Changes]>([
    ['another type', {}, { order_type: 'market' }],
    ['what is left of an order at market', {}, { original_order_type: 'market_limit' }],
    ['another time in force', {}, { time_in_force: 'immediate_or_cancel' }],
    ['one that waits for a trigger', {}, { ...WAITING, order_type: 'limit' }],
    ['what a trigger made', {}, MADE],
    ['one without a trigger', STOP, { order_type: 'stop_limit' }],
    ['a plain one', STOP, {}],
    ['one that another price triggers', STOP, { ...WAITING, trigger: 'index_price' }],
    ['one that waits for another price', STOP, { ...WAITING, trigger_price: 97_200 }],
    ['one at market that a trigger made', STOP, { ...MADE, order_type: 'market' }],
    ['a stop at market', STOP, { ...WAITING, order_type: 'stop_market' }],
    ['a limit stop', AT_MARKET, WAITING],
    ['a larger one', {}, { amount: 50_010 }],
    ['a smaller one', {}, { amount: 10 }],
    ['a smaller one that nobody edited', {}, { amount: 10, ...UNEDITED }],
    ['a smaller one that has no partner', { linked_order_type: 'one_triggers_other' }, { amount: 10 }],
    ['a larger one that only reduces', { reduce_only: true }, { amount: 60_000, reduce_only: true }],
    ['one that was sold below the limit', {}, { ...FILLED, ...UNEDITED, average_price: 97_499.5 }],
  ])('%s', (_name, draft, changes) => {
    expect(isOther(draft, changes)).toBe(true);
  });
});

describe('may be the sell’s', () => {
  it.each<[string, Partial<OrderDraft>, Changes]>([
    ['one as asked', {}, {}],
    ['one at a price that slid or was clamped', {}, { price: 98_000 }],
    ['one that was sold for more', {}, { ...FILLED, ...UNEDITED, average_price: 97_499.5 + 10 }],
    ['one that was edited', {}, { amount: 10, price: 1, average_price: 1, filled_amount: 10, replaced: true }],
    ['one of which nothing tells whether it was edited', {}, { amount: 10, ...CHANGED }],
    ['what is left of a limit at market', { type: 'market_limit', price: '' }, { original_order_type: 'market_limit' }],
    ['the same where nothing tells what it was', { type: 'market_limit', price: '' }, {}],
    ['one at market with any time in force', AT_MARKET, { order_type: 'market', time_in_force: 'immediate_or_cancel' }],
    ['one that only reduces, cut down', { reduce_only: true }, { amount: 10, reduce_only: true }],
    ['one of a pair, cut down', {}, { amount: 10, oco_ref: 'OCO-1', ...UNEDITED }],
    ['one that waits for its trigger', STOP, WAITING],
    ['one whose trigger fired', STOP, { ...WAITING, order_state: 'triggered', triggered: true }],
    ['what its trigger made', STOP, MADE],
    ['what its trigger made after an edit', STOP, { ...MADE, amount: 10, price: 90_000, replaced: false }],
    [
      'a trailing stop that went with the market',
      { type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '100' },
      { ...WAITING, order_type: 'trailing_stop', trigger_price: 97_900, trigger_offset: 100 },
    ],
  ])('%s', (_name, draft, changes) => {
    expect(isOther(draft, changes)).toBe(false);
  });
});
