import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { listUnaccepted } from '../../../../shared/orders/acknowledgement.ts';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OwnOrder, OrderFacts, SelfTradeMode } from '../../../../shared/orders/facts.ts';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import { acceptWarnings } from '../../../support/window/accept-warnings.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';

/** The best bid is 84,210 USD at 97,410. */
const TOUCH = 97_410;
const own = (price: number, amount: number, shown = amount): OwnOrder => ({
  price: decimal(price),
  amount: decimal(amount),
  shown: decimal(shown),
  updatedMs: 0,
});
const WHOLE = own(TOUCH, 84_210);
const PART = own(TOUCH, 10_000);
const BELOW = own(97_400, 5000);

function foresee(selfTradeMode: SelfTradeMode | null, ownBuys: readonly OwnOrder[], draft: Partial<OrderDraft> = {}) {
  return foreseeWith({ ownBuys, selfTradeMode }, { amount: '1000', price: '97400', ...draft });
}

function foreseeWith(facts: Partial<OrderFacts>, draft: Partial<OrderDraft>) {
  const sell = orderDraft(draft);
  const found = checkDraft(sell, orderFacts(facts)).find(({ code }) => code === 'would_meet_own_order');
  const { behaviour, steps = [], price } = forecastOrder(sell, orderFacts(facts)) ?? {};
  return { behaviour, price, steps: steps.map(({ code }) => code), warning: found ?? null };
}

describe('a sell that comes to a resting buy of its own account', () => {
  it.each<[string, readonly OwnOrder[], Partial<OrderDraft>, string, string | null]>([
    ['its own buy is the touch', [WHOLE], {}, 'refused', 'meets_own_order'],
    ['the same at market', [WHOLE], { type: 'market', price: '' }, 'refused', 'meets_own_order'],
    ['the same, which only reduces', [WHOLE], { reduce_only: true }, 'refused', 'meets_own_order'],
    ['more than others bid beside it', [PART], { amount: '80000' }, 'refused', 'meets_own_order'],
    ['no more than others bid beside it', [PART], { amount: '74210' }, 'unclear', 'may_meet_own_order'],
    [
      'more than others bid, but only reduces',
      [PART],
      { amount: '80000', reduce_only: true },
      'unclear',
      'may_meet_own_order',
    ],
    ['it shows a part of an iceberg alone', [own(TOUCH, 100_000, 10_000)], {}, 'unclear', 'may_meet_own_order'],
    ['it lies below a touch that is large enough', [BELOW], {}, 'trades', null],
    ['it lies below a touch that is too small', [BELOW], { amount: '90000' }, 'unclear', 'may_reach_own_order'],
    ['it lies below the price', [BELOW], { amount: '90000', price: '97405' }, 'trades', null],
    ['it lies above the touch, which is older', [own(97_411, 50)], {}, 'unclear', 'may_meet_own_order'],
    ['the price is above all bids', [WHOLE], { price: '97500' }, 'rests', null],
    ['post only is moved above it', [WHOLE], { post_only: true }, 'rests', null],
    ['there is none', [], {}, 'trades', null],
  ])('where the service refuses such: %s', (_name, buys, draft, behaviour, step) => {
    const found = foresee('reject_taker', buys, draft);
    expect(found).toMatchObject({ behaviour });
    expect(found.steps.filter((code) => code.includes('own_order'))).toEqual(step === null ? [] : [step]);
    // The forecast covers buys below the touch, whose size flickers; nobody is asked.
    expect(found.warning === null).toBe(step === null || step === 'may_reach_own_order');
  });

  it('costs nothing where it is refused, and says so at the price, with the next one above as a way out', () => {
    const { steps, price, warning } = foresee('reject_taker', [WHOLE]);
    expect({ steps, price }).toEqual({ steps: ['meets_own_order'], price: null });
    const prices = { own_price: '97410', own_last: '97410' };
    const params = { ...prices, own_amount: '84210', own_count: '1', unit: 'USD', mode: 'reject_taker' };
    expect(warning).toMatchObject({ severity: 'warning', field: 'price', child: null, params });
    expect(warning?.fixes).toEqual([{ field: 'price', value: '97410.5' }]);
    expect(foresee('reject_taker', [WHOLE], { price: '97410.5' }).warning).toBeNull();
  });

  it('has no other price to offer at market, nor for one that is priced by volatility', () => {
    expect(foresee('reject_taker', [WHOLE], { type: 'market', price: '' }).warning).toMatchObject({
      field: 'order',
      fixes: [],
    });
    const facts = { instrument: option(), ticker: optionTicker({ mark_iv: 34, underlying_price: 99_000 }) };
    const draft = { instrument_name: facts.instrument.instrument_name, amount: '1', price: '20', advanced: 'implv' };
    const buys = { ownBuys: [own(0.0745, 12)], selfTradeMode: 'reject_taker' };
    const found = foreseeWith({ ...facts, ...buys } as Partial<OrderFacts>, draft as Partial<OrderDraft>);
    // The engine works the price out anew: it may come out above the own buy.
    expect(found).toMatchObject({ behaviour: 'unclear', warning: { field: 'price', fixes: [] } });
  });

  it.each<[string, readonly OwnOrder[], Partial<OrderDraft>, string, string[]]>([
    ['rests where nobody else bids', [WHOLE], { price: '97410' }, 'rests', ['meets_own_order', 'rests']],
    [
      'is cancelled there where it may not rest',
      [WHOLE],
      { price: '97410', time_in_force: 'immediate_or_cancel' },
      'cancelled',
      ['meets_own_order', 'nothing_to_trade_with'],
    ],
    ['goes for bids that nobody has seen', [WHOLE], {}, 'unclear', ['meets_own_order', 'behind_own_orders']],
    [
      'takes what others bid beside it',
      [PART],
      { amount: '80000' },
      'trades',
      ['meets_own_order', 'fills_at_touch', 'beyond_touch', 'remainder_rests'],
    ],
    ['takes a better bid before', [BELOW], { amount: '90000' }, 'trades', ['may_reach_own_order', 'fills_at_touch']],
  ])('where the service cancels the buy: %s', (_name, buys, draft, behaviour, steps) => {
    const found = foresee('cancel_maker', buys, draft);
    expect(found.behaviour).toBe(behaviour);
    expect(found.steps.slice(0, steps.length)).toEqual(steps);
    expect(found.warning?.params['mode']).toBe(steps[0] === 'meets_own_order' ? 'cancel_maker' : undefined);
  });

  it('tells what fills of others’ bids without its own', () => {
    const sell = orderDraft({ amount: '80000', price: '97400' });
    const facts = orderFacts({ ownBuys: [PART], selfTradeMode: 'cancel_maker' });
    const fill = forecastOrder(sell, facts)?.steps.find(({ code }) => code === 'fills_at_touch');
    expect(fill?.params).toMatchObject({ amount: '74210', total: '80000' });
  });

  it('is unclear where the account does not say what the service does', () => {
    expect(foresee(null, [WHOLE])).toMatchObject({ behaviour: 'unclear', warning: { params: { mode: '' } } });
  });

  it('is unclear where the touch is old', () => {
    const facts = { ownBuys: [WHOLE], selfTradeMode: 'reject_taker', isTickerStale: true } as const;
    expect(foreseeWith(facts, { amount: '1000', price: '97400' }).behaviour).toBe('unclear');
  });

  it('names all that it may reach: how many, of how much, from which price down to which', () => {
    const buys = [own(97_400, 7), own(TOUCH, 40_000), own(97_399, 5), own(TOUCH, 44_210)];
    expect(foresee('reject_taker', buys)).toMatchObject({
      behaviour: 'refused',
      warning: { params: { own_price: '97410', own_last: '97400', own_amount: '84217', own_count: '3' } },
    });
  });

  it('is not sure where the buy is newer than the touch, or larger than that', () => {
    const { timestamp } = perpetualTicker();
    const newer = { ...WHOLE, updatedMs: timestamp + 1 };
    expect(foresee('reject_taker', [{ ...WHOLE, updatedMs: timestamp }]).behaviour).toBe('refused');
    expect(foresee('reject_taker', [newer])).toMatchObject({ behaviour: 'unclear' });
    expect(foresee('cancel_maker', [newer])).toMatchObject({ behaviour: 'unclear' });
    expect(foresee('reject_taker', [own(TOUCH, 84_220)])).toMatchObject({ behaviour: 'unclear' });
  });

  it('is warned of a buy below a touch that is old', () => {
    const facts = { ownBuys: [BELOW], selfTradeMode: 'reject_taker', isTickerStale: true } as const;
    const found = foreseeWith(facts, { amount: '1000', price: '97400' });
    expect(found).toMatchObject({ behaviour: 'unclear', warning: {} });
  });

  it('that is killed since nobody else fills it has no buy give way', () => {
    const kill = { price: '97410', time_in_force: 'fill_or_kill' } as const;
    expect(foresee('cancel_maker', [WHOLE], kill)).toMatchObject({
      behaviour: 'cancelled',
      steps: ['nothing_to_trade_with'],
      warning: null,
    });
    expect(foresee('cancel_maker', [PART], { ...kill, amount: '80000' }).steps[0]).toBe('may_meet_own_order');
    expect(foresee('reject_taker', [WHOLE], kill).behaviour).toBe('refused');
  });

  it('hears that buys of subaccounts are not known where they count as its own', () => {
    const seen = (facts: Partial<OrderFacts>, draft: Partial<OrderDraft> = {}) =>
      foreseeWith({ isSelfTradeExtended: true, ...facts }, { price: '97400', ...draft }).steps.includes(
        'subaccounts_unseen',
      );
    expect(seen({})).toBe(true);
    expect(seen({ isSelfTradeExtended: false })).toBe(false);
    expect(seen({}, { price: '97500' })).toBe(false);
    expect(seen({ ownBuys: [WHOLE], selfTradeMode: 'reject_taker' })).toBe(false);
  });

  it('hears that the account’s orders can’t be read, where it goes for bids', () => {
    const seen = (draft: Partial<OrderDraft>) =>
      foreseeWith({ areOwnOrdersUnread: true }, draft).steps.includes('own_orders_unread');
    expect([seen({ price: '97400' }), seen({ price: '97500' })]).toEqual([true, false]);
  });

  describe('as it fires', () => {
    const STOP = { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '97405' } as const;
    const codeOf = (mode: SelfTradeMode | null, buys: readonly OwnOrder[], draft: Partial<OrderDraft>) => {
      const sell = orderDraft({ amount: '1000', ...STOP, ...draft });
      const facts = orderFacts({ ownBuys: buys, selfTradeMode: mode });
      const { behaviour, steps = [] } = forecastOrder(sell, facts) ?? {};
      return {
        behaviour,
        isTold: steps.some(({ code }) => code === 'fires_into_own_order'),
        isWarned: checkDraft(sell, facts).some(({ code }) => code === 'would_fire_into_own_order'),
      };
    };

    it.each<[string, SelfTradeMode | null, readonly OwnOrder[], Partial<OrderDraft>, boolean, boolean]>([
      ['at market', 'reject_taker', [BELOW], {}, true, true],
      ['where nobody says what the service does', null, [BELOW], {}, true, true],
      ['where the buy gives way', 'cancel_maker', [BELOW], {}, true, false],
      ['not below the band', 'reject_taker', [own(90_000, 5)], {}, false, false],
      ['at a limit below the buy', 'reject_taker', [BELOW], { type: 'stop_limit', price: '96990' }, true, true],
      [
        'not at a limit above it',
        'reject_taker',
        [BELOW],
        { type: 'take_limit', price: '97500', trigger_price: '98000' },
        false,
        false,
      ],
      [
        'not as post only',
        'reject_taker',
        [BELOW],
        { type: 'stop_limit', price: '96990', post_only: true },
        false,
        false,
      ],
      ['not where there is none', 'reject_taker', [], {}, false, false],
      ['not above where it fires', 'reject_taker', [BELOW], { trigger_price: '97399.5' }, false, false],
      ['at where it fires', 'reject_taker', [BELOW], { trigger_price: '97400' }, true, true],
      [
        'anywhere where a take fires above',
        'reject_taker',
        [WHOLE],
        { type: 'take_market', trigger_price: '98000' },
        true,
        true,
      ],
      [
        'not above where a trailing stop fires',
        'reject_taker',
        [WHOLE, BELOW],
        { type: 'trailing_stop', trigger_price: '', trigger_offset: '100' },
        false,
        false,
      ],
    ])('%s', (_name, mode, buys, draft, isTold, isWarned) => {
      expect(codeOf(mode, buys, draft)).toEqual({ behaviour: 'waits', isTold, isWarned });
    });
  });

  describe('by the order that cancels it', () => {
    const pair = (partner: Partial<ChildDraft>, sell: Partial<OrderDraft> = {}): Partial<OrderDraft> => ({
      price: '97900',
      linked_order_type: 'one_cancels_other',
      children: [childDraft({ direction: 'sell', amount: '1000', price: '97400', reduce_only: false, ...partner })],
      ...sell,
    });

    it.each<[string, SelfTradeMode | null, readonly OwnOrder[], Partial<ChildDraft>, string, boolean]>([
      ['is refused with it', 'reject_taker', [WHOLE], {}, 'refused', true],
      ['is refused with one at market', 'reject_taker', [WHOLE], { type: 'market', price: '' }, 'refused', true],
      ['may be refused with it', 'reject_taker', [PART], {}, 'unclear', true],
      ['may be cancelled as the buy gives way', 'cancel_maker', [WHOLE], {}, 'unclear', true],
      ['is unclear where nobody says', null, [WHOLE], {}, 'unclear', true],
      ['rests where that rests', 'reject_taker', [WHOLE], { price: '97950' }, 'rests', false],
      ['rests where that buys', 'reject_taker', [WHOLE], { direction: 'buy', price: '97000' }, 'rests', false],
      ['rests where post only moves that', 'reject_taker', [WHOLE], { post_only: true }, 'rests', false],
    ])('%s', (_name, mode, buys, partner, behaviour, isWarned) => {
      const found = foresee(mode, buys, pair(partner));
      expect(found.behaviour).toBe(behaviour);
      expect(found.steps.includes('partner_meets_own_order')).toBe(isWarned);
      const field = partner.type === 'market' ? 'type' : 'price';
      expect(found.warning).toEqual(isWarned ? expect.objectContaining({ child: 0, field }) : null);
    });

    it('has traded whole before the buy would give way to that', () => {
      const found = foresee(
        'cancel_maker',
        [own(97_400, 5000)],
        pair({ price: '97400', amount: '90000' }, { price: '97410' }),
      );
      expect(found).toMatchObject({ behaviour: 'trades', warning: null });
    });

    it('is refused all the same where the service looks at both before', () => {
      const found = foresee('reject_taker', [WHOLE], pair({}, { price: '97410.5', post_only: true }));
      expect(found.behaviour).toBe('refused');
    });
  });

  describe('once accepted', () => {
    const warn = (buy: OwnOrder, draft: OrderDraft, selfTradeMode: SelfTradeMode) =>
      checkDraft(draft, orderFacts({ ownBuys: [buy], selfTradeMode })).filter(({ code }) => code.endsWith('own_order'));
    const SELL = orderDraft({ amount: '1000', price: '97400' });
    const STOP = orderDraft({
      amount: '1000',
      type: 'stop_market',
      price: '',
      trigger: 'mark_price',
      trigger_price: '97405',
    });
    const holds = (from: OwnOrder, to: OwnOrder, draft = SELL, mode: SelfTradeMode = 'reject_taker') => {
      const given = acceptWarnings(warn(from, draft, 'reject_taker'), draft);
      const now = warn(to, draft, mode);
      expect([given.length, now.length]).toEqual([1, 1]);
      return listUnaccepted(now, draft, given).length === 0;
    };

    it('is not asked about again for a fill of the buy, nor for another price of it', () => {
      expect(holds(own(TOUCH, 84_210), own(TOUCH, 80_000))).toBe(true);
      expect(holds(own(TOUCH, 84_210), own(TOUCH, 10))).toBe(true);
      expect(holds(own(TOUCH, 84_210), own(97_411, 84_210))).toBe(true);
    });

    it('is asked about again where the buy has grown to twice as much, or another thing becomes of it', () => {
      expect(holds(own(TOUCH, 1000), own(TOUCH, 84_210))).toBe(false);
      expect(holds(own(TOUCH, 10), own(TOUCH, 20))).toBe(false);
      expect(holds(own(97_400, 1000), own(97_400, 2000), STOP)).toBe(false);
      expect(holds(own(97_400, 2000), own(97_400, 1000), STOP)).toBe(true);
      expect(holds(own(TOUCH, 84_210), own(TOUCH, 84_210), SELL, 'cancel_maker')).toBe(false);
    });
  });
});
