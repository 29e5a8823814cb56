import { describe, expect, it } from 'vitest';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OrderFacts } from '../../../../shared/orders/facts.ts';
import { FORECAST_STEP_PARAMS } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { childDraft, perpetualTicker, orderDraft, orderFacts } from '../../../support/records/records.ts';

/** 84,210 are bid at 97,410 and 12,900 offered at 97,410.5; the sell stands at 97,500. */
const TOUCH = { bid: '97410', ask: '97410.5' };
const MARKET = { type: 'market', price: '' } as const;
const IOC = { time_in_force: 'immediate_or_cancel' } as const;
const STOP = { type: 'stop_market', trigger: 'mark_price', trigger_price: '97000', price: '' } as const;

type Partner = Partial<ChildDraft>;
type Sell = Partial<OrderDraft>;
type Condition = OrderDraft['trigger_fill_condition'];

function pairUp(partner: Partner, sell: Sell, facts: Partial<OrderFacts> = {}) {
  const children = [childDraft({ direction: 'sell', amount: '1000', reduce_only: false, ...partner })];
  const draft = orderDraft({ linked_order_type: 'one_cancels_other', children, ...sell });
  const forecast = forecastOrder(draft, orderFacts(facts));
  const step = forecast?.steps.find(({ code }) => code.startsWith('partner_'));
  if (step !== undefined) {
    expect(Object.keys(step.params).toSorted()).toEqual([...FORECAST_STEP_PARAMS[step.code]].toSorted());
  }
  const issues = checkDraft(draft, orderFacts(facts))
    .filter(({ code }) => code.startsWith('partner_'))
    .map(
      ({ severity, child, field, code, params }) => `${severity} ${child} ${field} ${code} ${params['touch'] ?? ''}`,
    );
  return { forecast, behaviour: forecast?.behaviour, step: step?.code, params: step?.params, issues };
}

const AT_BID = 'warning 0 price partner_trades_at_once 97410';
const AT_ASK = 'warning 0 price partner_trades_at_once 97410.5';

describe('the partner of a sell that rests or waits', () => {
  it.each<[string, Partner, Sell, string, string | undefined, string[]]>([
    ['a sell above the bid rests', { price: '97410.5' }, {}, 'rests', undefined, []],
    ['a sell at the bid ends it', { price: '97410' }, {}, 'cancelled', 'partner_trades', [AT_BID]],
    ['a sell through the bid ends it', { price: '97000' }, {}, 'cancelled', 'partner_trades', [AT_BID]],
    ['a buy below the ask rests', { direction: 'buy', price: '97410' }, {}, 'rests', undefined, []],
    ['a buy at the ask ends it', { direction: 'buy', price: '97410.5' }, {}, 'cancelled', 'partner_trades', [AT_ASK]],
    [
      'a sell at market ends it',
      MARKET,
      {},
      'cancelled',
      'partner_trades',
      ['warning 0 type partner_trades_at_once 97410'],
    ],
    [
      'a buy at market with a limit ends it',
      { ...MARKET, type: 'market_limit', direction: 'buy' },
      {},
      'cancelled',
      'partner_trades',
      ['warning 0 type partner_trades_at_once 97410.5'],
    ],
    ['it ends one that waits, too', { price: '97410' }, STOP, 'cancelled', 'partner_trades', [AT_BID]],
    ['one that waits itself does nothing', STOP, {}, 'rests', undefined, []],
  ])('%s', (_name, partner, sell, behaviour, step, issues) => {
    const isStop = partner.type === 'stop_market';
    expect(pairUp({ ...partner, ...(isStop ? { amount: '1000' } : {}) }, sell)).toMatchObject({
      behaviour,
      issues,
    });
    expect(pairUp(partner, sell).step).toBe(step);
  });

  it('is told in place of that it rests, without what a fill would cost, at the price that it is booked with', () => {
    const { forecast } = pairUp({ price: TOUCH.bid }, {});
    expect(forecast).toMatchObject({ price: '97500', behaviour: 'cancelled' });
    expect(forecast?.steps.map(({ code }) => code)).toEqual(['partner_trades', 'cancels_other']);
  });

  it.each<[string, Partner, Condition, string, string]>([
    ['the first fill of what is larger than the touch', {}, 'first_hit', 'cancelled', 'partner_trades'],
    ['the first fill, by default', {}, null, 'cancelled', 'partner_trades'],
    ['a part, where all must fill', {}, 'complete_fill', 'unclear', 'partner_may_trade'],
    ['a part, where each fill cuts', {}, 'incremental', 'unclear', 'partner_may_trade'],
    ['all of it, where all must fill', { amount: '84210' }, 'complete_fill', 'cancelled', 'partner_trades'],
    ['all of it, where each fill cuts', { amount: '84210' }, 'incremental', 'cancelled', 'partner_trades'],
    ['what can’t stay, filled or not', IOC, 'complete_fill', 'cancelled', 'partner_trades'],
    ['what can’t stay at market', MARKET, 'incremental', 'cancelled', 'partner_trades'],
  ])('ends or cuts it by %s', (_name, partner, trigger_fill_condition, behaviour, step) => {
    const sell = { trigger_fill_condition };
    expect(pairUp({ price: '97400', amount: '100000', ...partner }, sell)).toMatchObject({ behaviour, step });
  });

  it('that only may end it leaves the forecast of the sell, and what a fill of it costs', () => {
    const { forecast } = pairUp({ price: '97400', amount: '100000' }, { trigger_fill_condition: 'incremental' });
    const codes = forecast?.steps.map(({ code }) => code);
    expect(codes?.slice(0, 4)).toEqual(['rests', 'partner_may_trade', 'cancels_other', 'fee_maker']);
  });

  it.each<[string, Partner]>([
    ['immediate or cancel, above the bid', { price: '97500', ...IOC }],
    ['fill or kill, above the bid', { price: '97500', time_in_force: 'fill_or_kill' }],
    ['fill or kill, more than the touch', { price: '97400', amount: '100000', time_in_force: 'fill_or_kill' }],
  ])('that can’t rest ends it, filled or not: %s', (_name, partner) => {
    const issues = ['warning 0 time_in_force partner_ends_at_once '];
    expect(pairUp(partner, {})).toMatchObject({ behaviour: 'cancelled', step: 'partner_ends', issues });
  });

  it('at market ends it where nobody bids', () => {
    const ticker = perpetualTicker({ best_bid_price: null, best_bid_amount: null });
    expect(pairUp(MARKET, {}, { ticker })).toMatchObject({ behaviour: 'cancelled', step: 'partner_ends' });
  });

  it('goes no further than the band', () => {
    const ticker = perpetualTicker({ min_price: 97_410.5 });
    expect(pairUp({ price: '97000' }, {}, { ticker }).behaviour).toBe('rests');
  });

  it.each<[string, Partner, Sell]>([
    ['beyond the offers', { price: '97600', amount: '50000' }, {}],
    ['at market', { ...MARKET, amount: '50000' }, {}],
    ['where it is the lowest offer', { price: '97500' }, { price: '97450' }],
    ['post only, to be refused if it crosses', { price: '97500', post_only: true, reject_post_only: true }, {}],
  ])('that buys up to it is not let through to it, and it ends: %s', (_name, partner, sell) => {
    // Nothing is offered below 97,500, unless by the sell itself.
    const isBetween = sell.price !== undefined || partner.post_only === true;
    const ticker = perpetualTicker(isBetween ? { best_ask_price: 97_600 } : {});
    const { issues, ...found } = pairUp({ direction: 'buy', ...partner }, sell, { ticker });
    expect(found).toMatchObject({ behaviour: 'cancelled', step: 'partner_meets_order' });
    expect(issues).toEqual([expect.stringMatching(/^warning 0 (?:price|type) partner_meets_order/)]);
  });

  it.each<[string, Partner, Record<string, string>]>([
    ['above the bid', { price: '97000' }, { from: '97000', to: '97410.5' }],
    ['below the ask', { direction: 'buy', price: '97600' }, { from: '97600', to: '97410' }],
  ])('is moved %s by post only, and the sell rests', (_name, partner, params) => {
    const found = pairUp({ post_only: true, ...partner }, {});
    expect(found).toMatchObject({ behaviour: 'rests', step: 'partner_moved', params, issues: [] });
  });

  it('that post only can’t move below the lowest price is refused with the sell, or ends it where that stands there', () => {
    const partner = { direction: 'buy', price: '1', post_only: true } as const;
    const lowest = { best_bid_price: null, best_bid_amount: null, min_price: 0.5, mark_price: 0.5, max_price: 10 };
    const at = (best_ask_price: number, price: string) =>
      pairUp(partner, { price }, { ticker: perpetualTicker({ ...lowest, best_ask_price }) });
    expect(at(0.5, '1')).toMatchObject({ behaviour: 'refused', step: 'partner_rejects' });
    expect(at(1, '0.5')).toMatchObject({ behaviour: 'cancelled', step: 'partner_meets_order' });
  });

  it('is moved below the sell itself where that is the lowest offer', () => {
    const ticker = perpetualTicker({ best_ask_price: 97_600 });
    const partner = { direction: 'buy', price: '97550', post_only: true } as const;
    expect(pairUp(partner, {}, { ticker }).params).toEqual({ from: '97550', to: '97499.5' });
  });
});

describe('the partner of a sell that trades', () => {
  const crossing = { price: '97400', amount: '100000' };

  it('is ended by its fill: the first, or all of it', () => {
    const through = { price: '97000' };
    expect(pairUp(through, crossing)).toMatchObject({ behaviour: 'trades', step: undefined, issues: [] });
    const whole = { price: '97410', trigger_fill_condition: 'complete_fill' } as const;
    expect(pairUp(through, whole)).toMatchObject({ behaviour: 'trades', step: undefined, issues: [] });
  });

  it.each<[string, Partner, string]>([
    ['may trade, and end what is left', { price: '97000' }, 'partner_may_trade'],
    ['may buy from what is left', { direction: 'buy', price: '97405' }, 'partner_may_trade'],
    ['ends what is left, as it can’t rest', { price: '97500', ...IOC }, 'partner_ends'],
  ])('%s where all of it must fill', (_name, partner, step) => {
    const { behaviour, ...found } = pairUp(partner, { ...crossing, trigger_fill_condition: 'complete_fill' });
    expect({ behaviour, step: found.step }).toEqual({ behaviour: 'trades', step });
    expect(found.issues).toHaveLength(1);
  });

  it('is ended with a sell that finds nothing to trade with', () => {
    const sell = { ...IOC, trigger_fill_condition: 'complete_fill' } as const;
    expect(pairUp({ price: '97000' }, sell)).toMatchObject({ behaviour: 'cancelled', step: undefined, issues: [] });
  });
});

it('an order that is placed by the fill of a sell does nothing to it', () => {
  const sell = { linked_order_type: 'one_triggers_other' } as const;
  expect(pairUp({ price: '97000' }, sell)).toMatchObject({ behaviour: 'rests', step: undefined, issues: [] });
});
