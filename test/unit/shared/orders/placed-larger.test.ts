import { describe, expect, it } from 'vitest';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import { childDraft, orderDraft, orderFacts } from '../../../support/records/records.ts';
import { OrderDesk } from '../../simulator/engine/order-desk.ts';

type Child = Partial<ChildDraft>;

const TERMS = {
  type: 'limit',
  timeInForce: 'good_til_cancelled',
  postOnly: false,
  rejectPostOnly: false,
  reduceOnly: false,
} as const;

describe('linked orders for more than is sold', () => {
  const PAIR = 'one_triggers_one_cancels_other';
  const TOGETHER = '1 linked_together_larger_than_order';
  const REDUCING = { reduce_only: true } as const;
  it.each<[string, OrderDraft['linked_order_type'], OrderDraft['trigger_fill_condition'], Child, Child, string[]]>([
    ['each as much as is sold', 'one_triggers_other', null, {}, {}, [TOGETHER]],
    ['together no more', 'one_triggers_other', null, { amount: '30000' }, { amount: '20000' }, []],
    ['by a step', 'one_triggers_other', null, { amount: '30000' }, { amount: '20010' }, [TOGETHER]],
    ['one of them sells', 'one_triggers_other', null, { direction: 'sell', price: '98000' }, {}, []],
    ['one alone', 'one_triggers_other', null, { amount: '50010' }, {}, ['0 linked_larger_than_order']],
    ['where what reduces fills first', 'one_triggers_other', null, REDUCING, {}, [TOGETHER]],
    ['but both reduce only', 'one_triggers_other', null, REDUCING, REDUCING, []],
    ['but one cancels the other', PAIR, null, {}, {}, []],
    ['but each fill cuts the other', PAIR, 'incremental', {}, {}, []],
    ['where a fill in part cancels nothing', PAIR, 'complete_fill', {}, {}, [TOGETHER]],
    ['the larger of a pair', PAIR, 'first_hit', {}, { amount: '50010' }, ['1 linked_larger_than_order']],
    [
      'one that sells',
      'one_triggers_other',
      null,
      { direction: 'sell', price: '98000', amount: '900000' },
      {},
      ['0 linked_larger_than_order'],
    ],
    [
      'one that sells and one that buys',
      'one_triggers_other',
      null,
      { direction: 'sell', price: '98000', amount: '900000' },
      { amount: '900000' },
      ['1 linked_larger_than_order', '0 linked_larger_than_order'],
    ],
    [
      'two that sell',
      'one_triggers_other',
      null,
      { direction: 'sell', price: '98000' },
      { direction: 'sell', price: '98500' },
      [TOGETHER],
    ],
    [
      'one that sells, and can only reduce',
      'one_triggers_other',
      null,
      { direction: 'sell', price: '98000', amount: '900000', ...REDUCING },
      { amount: '1000' },
      [],
    ],
  ])('%s', (_name, linked_order_type, trigger_fill_condition, first, second, expected) => {
    const common = { direction: 'buy', amount: '50000', reduce_only: false } as const;
    const children = [
      childDraft({ ...common, price: '97000', ...first }),
      childDraft({ ...common, price: '96900', ...second }),
    ];
    const draft = orderDraft({ linked_order_type, trigger_fill_condition, children });
    const issues = checkDraft(draft, orderFacts({})).filter(({ field }) => field === 'amount');
    expect(issues.map(({ child, code }) => `${child} ${code}`)).toEqual(expected);
  });

  it.each<[string, Child, string[]]>([
    ['that sells', { direction: 'sell', amount: '900000' }, ['sell linked_larger_than_order']],
    ['that buys', { direction: 'buy', price: '96500', amount: '50010' }, ['buy linked_larger_than_order']],
    ['for as much', { direction: 'sell', amount: '50000' }, []],
    ['that can only reduce', { direction: 'sell', amount: '900000', reduce_only: true }, []],
  ])('a partner %s', (_name, partner, expected) => {
    const children = [childDraft({ price: '98000', reduce_only: false, ...partner })];
    const draft = orderDraft({ linked_order_type: 'one_cancels_other', trigger_fill_condition: 'first_hit', children });
    const issues = checkDraft(draft, orderFacts({})).filter(({ field }) => field === 'amount');
    expect(issues.map(({ code, params }) => `${params['side']} ${code}`)).toEqual(expected);
  });

  it.each([
    ['one_triggers_other', 'first_hit', 1000, 1000],
    ['one_triggers_one_cancels_other', 'first_hit', 990, 0],
    ['one_triggers_one_cancels_other', 'incremental', 990, 10],
    ['one_triggers_one_cancels_other', 'complete_fill', 990, 1000],
  ] as const)(
    'by %s, %s: once %d of one are bought, the engine leaves %d of the other',
    (type, condition, filled, left) => {
      const desk = new OrderDesk();
      const [account, other] = desk.accounts;
      const bid = desk.best('buy');
      const buy = { ...TERMS, side: 'buy', amount: 1000 } as const;
      const linked = [
        { ...buy, label: 'a/1', price: bid - 5 },
        { ...buy, label: 'a/2', price: bid - 50 },
      ];
      const links = { linkedOrderType: type, triggerFillCondition: condition, otocoConfig: linked };
      desk.placed(account, { amount: 1000, price: bid, ...links });
      const live = (label: string) =>
        [...account.recentOrders.values()].find((order) => order.label === label && order.state !== 'triggered');
      const venue = desk.venue();
      const before = venue.book.side('buy').findIndex(({ order }) => order === live('a/1'));
      const above = venue.book.side('buy').slice(0, before);
      const units = above.reduce(
        (sum, { remainingUnits, hiddenUnits }) => sum + remainingUnits + (hiddenUnits ?? 0),
        0,
      );
      desk.placed(other, {
        amount: units + filled,
        price: bid - 5,
        timeInForce: 'immediate_or_cancel',
      });
      const [first, second] = [live('a/1'), live('a/2')];
      expect(first?.filledUnits).toBe(filled);
      expect(second?.state === 'open' ? second.amountUnits - second.filledUnits : 0).toBe(left);
    },
  );
});
