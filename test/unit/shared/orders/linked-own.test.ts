import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OwnOrder, SelfTradeMode } from '../../../../shared/orders/facts.ts';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import { FORECAST_STEP_PARAMS } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { tickerSchema } from '../../../../shared/service/ticker.ts';
import { listOwnOrders } from '../../../../electron/orders/resting-own.ts';
import { orderRecord } from '../../../../simulator/engine/orders/order-record.ts';
import { instrumentRecord, tickerRecord } from '../../../../simulator/engine/ticker.ts';
import { Random } from '../../../../simulator/random.ts';
import { childDraft, orderDraft, orderFacts } from '../../../support/records/records.ts';
import { OrderDesk } from '../../simulator/engine/order-desk.ts';
import { placeDraft } from '../../simulator/engine/place-draft.ts';

const own = (price: number): OwnOrder => ({
  price: decimal(price),
  amount: decimal(5000),
  shown: decimal(5000),
  updatedMs: 0,
});

interface Around {
  readonly mode?: SelfTradeMode | null;
  readonly buys?: readonly OwnOrder[];
  readonly sells?: readonly OwnOrder[];
}

/** 84,210 are bid at 97,410 and 12,900 offered at 97,410.5, in a band of 95,948 to 98,873; the sell stands at 97,500. */
function foretell(child: Partial<ChildDraft>, { mode = 'reject_taker', buys = [], sells = [] }: Around, sell = {}) {
  const draft: OrderDraft = orderDraft({
    price: '97500',
    linked_order_type: 'one_triggers_other',
    children: [childDraft({ amount: '1000', reduce_only: false, post_only: false, ...child })],
    ...sell,
  });
  const facts = orderFacts({ ownBuys: buys, ownSells: sells, selfTradeMode: mode });
  const step = forecastOrder(draft, facts)?.steps.find(({ code }) => code === 'linked_into_own');
  if (step !== undefined)
    expect(Object.keys(step.params).toSorted()).toEqual([...FORECAST_STEP_PARAMS.linked_into_own].toSorted());
  return step?.params['own_price'];
}

const STOP_BUY = {
  direction: 'buy',
  type: 'stop_market',
  price: '',
  trigger: 'mark_price',
  trigger_price: '98000',
} as const;
const STOP_SELL = { ...STOP_BUY, direction: 'sell', trigger_price: '97000' } as const;
const OCO = { linked_order_type: 'one_cancels_other' } as const;

describe('a linked order among the account’s own', () => {
  it.each<[string, Partial<ChildDraft>, Around, object, string | undefined]>([
    ['a stop that buys comes to a sell above it', STOP_BUY, { sells: [own(98_100)] }, {}, '98100'],
    ['the same at its very price', STOP_BUY, { sells: [own(98_000)] }, {}, '98000'],
    ['the market goes through a sell below it before', STOP_BUY, { sells: [own(97_900)] }, {}, undefined],
    ['a buy is nothing to it', STOP_BUY, { buys: [own(98_100)] }, {}, undefined],
    ['a sell beyond the band is not reached at market', STOP_BUY, { sells: [own(99_000)] }, {}, undefined],
    [
      'but where it fires beyond the band of now',
      { ...STOP_BUY, trigger_price: '98900' },
      { sells: [own(99_000)] },
      {},
      '99000',
    ],
    [
      'a sell above its limit is not reached',
      { ...STOP_BUY, type: 'stop_limit', price: '98050' },
      { sells: [own(98_100)] },
      {},
      undefined,
    ],
    [
      'nor any by post only',
      { ...STOP_BUY, type: 'stop_limit', price: '98200', post_only: true },
      { sells: [own(98_100)] },
      {},
      undefined,
    ],
    [
      'a take that buys comes to a sell above it',
      { ...STOP_BUY, type: 'take_market', trigger_price: '96500' },
      { sells: [own(97_600)] },
      {},
      '97600',
    ],
    ['a stop that sells comes to a buy below it', STOP_SELL, { buys: [own(96_900)] }, {}, '96900'],
    ['the same of a partner', STOP_SELL, { buys: [own(96_900)] }, OCO, '96900'],
    [
      'a partner at work is told of otherwise',
      { ...STOP_SELL, type: 'market' },
      { buys: [own(96_900)] },
      OCO,
      undefined,
    ],
    [
      'one at market that the fill places comes to a sell where the market is then',
      { direction: 'buy', type: 'market', price: '' },
      { sells: [own(97_450), own(97_500), own(97_600)] },
      {},
      '97500',
    ],
    [
      'or where it is now, as the sell trades at once',
      { direction: 'buy', type: 'market', price: '' },
      { sells: [own(97_410.5), own(97_420)] },
      { type: 'market', price: '' },
      '97410.5',
    ],
    [
      'but not for one behind others, of which the book shows nothing',
      { direction: 'buy', type: 'market', price: '' },
      { sells: [own(97_420)] },
      { type: 'market', price: '' },
      undefined,
    ],
    [
      'nothing is placed by a sell that is not filled',
      STOP_BUY,
      { sells: [own(98_100)] },
      { time_in_force: 'immediate_or_cancel' },
      undefined,
    ],
  ])('%s', (_name, child, around, sell, told) => {
    const trigger = child.type === 'market' ? { trigger: null, trigger_price: '' } : {};
    for (const mode of ['reject_taker', 'cancel_maker', null] as const)
      expect(foretell({ ...child, ...trigger }, { ...around, mode }, sell)).toBe(told);
  });

  it('names the linked order, and all that it may reach', () => {
    const draft = orderDraft({
      price: '97500',
      linked_order_type: 'one_triggers_one_cancels_other',
      children: [
        childDraft({ direction: 'buy', price: '96500', amount: '1000' }),
        childDraft({ ...STOP_BUY, amount: '1000' }),
      ],
    });
    const facts = orderFacts({ ownSells: [own(98_100), own(98_200)], selfTradeMode: 'reject_taker' });
    const params = { own_side: 'sell', own_price: '98100', own_last: '98200', own_amount: '10000', own_count: '2' };
    expect(forecastOrder(draft, facts)?.steps).toContainEqual(
      expect.objectContaining({ code: 'linked_into_own', params: expect.objectContaining({ place: '2', ...params }) }),
    );
  });
});

describe('against the engine', () => {
  /** Sells at market, which places a stop at once, with an order of its own on the stop's way; waits for that to fire. */
  function draw(seed: number) {
    const random = new Random(seed, 3);
    const desk = new OrderDesk(5 + (seed % 7));
    const [account] = desk.accounts;
    account.selfTrading = { mode: 'reject_taker', extendedToSubaccounts: false };
    const [bid, ask] = [desk.best('buy'), desk.best('sell')];
    const isBuy = random.next() < 0.5;
    const away = (from: number, by: number) => (isBuy ? from + by : from - by);
    const stopAt = away(isBuy ? ask : bid, random.pick([2, 5, 10]));
    desk.placed(account, {
      side: isBuy ? 'sell' : 'buy',
      amount: 500,
      price: away(stopAt, random.pick([0.5, 1, 3, 2000])),
    });
    const venue = desk.venue();
    const instrument = instrumentSchema.parse(instrumentRecord(venue));
    const ticker = tickerSchema.parse(tickerRecord(desk.exchange, venue, desk.nowMs));
    const elsewhere = [...account.openOrders].map((order) => orderSchema.parse(orderRecord(order)));
    const { buys, sells } = listOwnOrders([], elsewhere, instrument.instrument_name);
    const draft = orderDraft({
      label: 'a',
      type: 'market',
      price: '',
      amount: '10',
      linked_order_type: 'one_triggers_other',
      children: [
        childDraft({
          label: 'a/1',
          direction: isBuy ? 'buy' : 'sell',
          type: 'stop_market',
          price: '',
          amount: '5000000',
          trigger: 'last_price',
          trigger_price: String(stopAt),
          reduce_only: false,
        }),
      ],
    });
    const facts = orderFacts({ instrument, ticker, serviceNowMs: desk.nowMs, ownBuys: buys, ownSells: sells });
    const issues = checkDraft(draft, { ...facts, selfTradeMode: 'reject_taker' });
    if (issues.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(issues));
    placeDraft(desk, draft, instrument);
    const stop = [...account.recentOrders.values()].findLast(
      ({ label, trigger }) => label === 'a/1' && trigger !== null,
    );
    const stateAfter = (ms: number) => {
      desk.pass(ms);
      return stop?.state;
    };
    for (let passed = 0; passed < 40; passed += 1) if (stateAfter(500) !== 'untriggered') break;
    const steps = forecastOrder(draft, { ...facts, selfTradeMode: 'reject_taker' })?.steps ?? [];
    return { state: stop?.state, isTold: steps.some(({ code }) => code === 'linked_into_own') };
  }

  it('a stop that is rejected as it fires, for an order of its own account, was told of', () => {
    const met = { rejected: 0, fired: 0, quiet: 0 };
    for (let seed = 1; seed <= 60; seed += 1) {
      const { state, isTold } = draw(seed);
      if (state === 'rejected') {
        met.rejected += 1;
        expect({ seed, isTold }).toEqual({ seed, isTold: true });
      }
      if (state === 'triggered') met.fired += 1;
      if (!isTold) met.quiet += 1;
    }
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(5);
  });
});
