import { describe, expect, it } from 'vitest';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { forecastOrder } from '../../../../shared/orders/forecast/forecast.ts';
import { FORECAST_STEP_PARAMS } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import { tickerSchema } from '../../../../shared/service/ticker.ts';
import { instrumentRecord, tickerRecord } from '../../../../simulator/engine/ticker.ts';
import { Random } from '../../../../simulator/random.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetual,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../../support/records/records.ts';
import { OrderDesk } from '../../simulator/engine/order-desk.ts';
import { placeDraft } from '../../simulator/engine/place-draft.ts';
import { repetitions } from '../../../support/repetitions.ts';

type Child = Partial<ChildDraft>;
type Sell = Partial<OrderDraft>;

function foretell(child: Child, sell: Sell = {}, facts = orderFacts({})) {
  const draft = orderDraft({
    linked_order_type: 'one_triggers_other',
    children: [childDraft({ amount: '50000', reduce_only: false, post_only: false, ...child })],
    ...sell,
  });
  const step = forecastOrder(draft, facts)?.steps.find(({ code }) => code.startsWith('placed_'));
  if (step !== undefined) {
    expect(Object.keys(step.params).toSorted()).toEqual([...FORECAST_STEP_PARAMS[step.code]].toSorted());
  }
  const issues = checkDraft(draft, facts)
    .filter(({ child: of }) => of !== null)
    .map(({ code, field, params }) => `${field} ${code} ${params['touch'] ?? params['order_price'] ?? ''}`.trim());
  return { step: step?.code, issues };
}

const BUY = { direction: 'buy', price: '97000' } as const;
const MARKET = { type: 'market', price: '' } as const;
const WHOLE = { trigger_fill_condition: 'complete_fill' } as const;
const IOC = { time_in_force: 'immediate_or_cancel' } as const;
const FOK = { time_in_force: 'fill_or_kill' } as const;
const ENDS = ['time_in_force linked_ends_at_once'];
const REJECTING = { post_only: true, reject_post_only: true } as const;

/** 84,210 are bid at 97,410 and 12,900 offered at 97,410.5; the sell stands at 97,500, or trades at market. */
describe('what the fill of a sell places', () => {
  it.each<[string, Child, Sell, string | undefined, string[]]>([
    ['a buy below the sell rests', BUY, {}, undefined, []],
    [
      'a buy at the price of the sell meets its rest',
      { ...BUY, price: '97500' },
      {},
      'placed_meets_order',
      ['price linked_meets_order 97500'],
    ],
    ['but not once all of it is filled', { ...BUY, price: '97500' }, WHOLE, undefined, []],
    [
      'a buy above it trades then',
      { ...BUY, price: '97600' },
      WHOLE,
      'placed_trades',
      ['price linked_trades_at_once 97500'],
    ],
    [
      'a buy at market meets the rest',
      { ...BUY, ...MARKET },
      {},
      'placed_meets_order',
      ['type linked_meets_order 97500'],
    ],
    ['and without one is meant to trade', { ...BUY, ...MARKET }, WHOLE, undefined, []],
    [
      'a sell at that price may trade, too',
      { direction: 'sell', price: '97500' },
      {},
      'placed_trades',
      ['price linked_trades_at_once 97500'],
    ],
    ['a sell above it rests', { direction: 'sell', price: '97510' }, {}, undefined, []],
    [
      'a buy at the ask trades behind a sell at market',
      { ...BUY, price: '97410.5' },
      MARKET,
      'placed_trades',
      ['price linked_trades_at_once 97410.5'],
    ],
    ['a buy under the ask rests there', { ...BUY, price: '97410' }, MARKET, undefined, []],
    [
      'a buy meets what a sell larger than the touch leaves',
      { ...BUY, price: '97410', amount: '90000' },
      { amount: '90000', price: '97410' },
      'placed_meets_order',
      ['price linked_meets_order 97410'],
    ],
    ['post only moves it', { ...BUY, price: '97410.5', post_only: true }, MARKET, undefined, []],
    [
      'post only with reject does not',
      { ...BUY, price: '97410.5', ...REJECTING },
      MARKET,
      'placed_rejected',
      ['price linked_rejected 97410.5'],
    ],
    ['a buy below that may not rest ends, filled or not', { ...BUY, ...IOC }, {}, 'placed_ends', ENDS],
    ['and one of all or nothing', { ...BUY, ...FOK }, MARKET, 'placed_ends', ENDS],
    ['a sell above that may not rest ends', { direction: 'sell', price: '97510', ...IOC }, {}, 'placed_ends', ENDS],
    [
      'one that may not rest and reaches the market is told to trade',
      { ...BUY, price: '97600', ...IOC },
      WHOLE,
      'placed_trades',
      ['price linked_trades_at_once 97500'],
    ],
    ['all or nothing of more than is offered ends', { ...BUY, ...FOK, price: '97410.5' }, MARKET, 'placed_ends', ENDS],
    ['at market, too', { ...BUY, ...MARKET, ...FOK }, MARKET, 'placed_ends', ENDS],
    [
      'all or nothing of what is offered at market does not',
      { ...BUY, ...MARKET, ...FOK, amount: '12900' },
      MARKET,
      undefined,
      [],
    ],
    [
      'all or nothing at what the sell leaves of the bid ends',
      { direction: 'sell', price: '97410', ...FOK },
      MARKET,
      'placed_ends',
      ENDS,
    ],
    ['what the market of then fills at market is not known', { ...BUY, ...MARKET, ...FOK }, WHOLE, undefined, []],
    [
      'nothing comes of a sell that can’t trade',
      { ...BUY, price: '97600', ...IOC },
      { price: '97500', time_in_force: 'immediate_or_cancel' },
      undefined,
      [],
    ],
    [
      'a stop waits',
      { ...BUY, type: 'stop_market', trigger: 'mark_price', trigger_price: '98000', price: '' },
      {},
      undefined,
      [],
    ],
    [
      'a buy of more than is sold turns it round',
      { ...BUY, amount: '50010' },
      {},
      undefined,
      ['amount linked_larger_than_order'],
    ],
    ['what reduces only can’t', { ...BUY, amount: '50010', reduce_only: true }, {}, undefined, []],
  ])('%s', (_name, child, sell, step, issues) => {
    expect(foretell(child, sell)).toEqual({ step, issues });
  });

  it.each<[string, Child, Sell, string | undefined, string[]]>([
    ['a buy above its limit rests under the bids that it goes for', { ...BUY, price: '94500' }, {}, undefined, []],
    [
      'a buy above where it fires trades',
      { ...BUY, price: '95500' },
      {},
      'placed_trades',
      ['price linked_trades_at_once 95000'],
    ],
    [
      'a sell under these trades',
      { direction: 'sell', price: '94500' },
      {},
      'placed_trades',
      ['price linked_trades_at_once 95000'],
    ],
    [
      'or is rejected',
      { direction: 'sell', price: '94500', ...REJECTING },
      {},
      'placed_rejected',
      ['price linked_rejected 95000'],
    ],
    ['a sell above these rests', { direction: 'sell', price: '95500' }, {}, undefined, []],
    [
      'a buy meets the rest at a limit above the trigger',
      { ...BUY, price: '96000' },
      { price: '96000' },
      'placed_meets_order',
      ['price linked_meets_order 96000'],
    ],
    ['a buy under that limit rests', { ...BUY, price: '95500' }, { price: '96000' }, undefined, []],
    [
      'a buy meets what post only moves above the bids',
      { ...BUY, price: '95500' },
      { post_only: true },
      'placed_meets_order',
      ['price linked_meets_order 95000'],
    ],
  ])('behind a stop at 95,000 with a limit of 94,000: %s', (_name, child, sell, step, issues) => {
    const stop = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '95000', price: '94000' } as const;
    expect(foretell(child, { ...stop, ...sell })).toEqual({ step, issues });
  });

  it.each(['stop_limit', 'stop_market'] as const)(
    'behind an option’s %s on its mark that is where it fires',
    (type) => {
      const facts = orderFacts({ instrument: option(), ticker: optionTicker() });
      const stop = { instrument_name: option().instrument_name, amount: '1', type, trigger: 'mark_price' } as const;
      const sell = { ...stop, price: type === 'stop_limit' ? '0.05' : '', trigger_price: '0.065' };
      const told = (child: Child) => foretell({ amount: '1', ...child }, sell, facts).step;
      expect(told({ direction: 'buy', price: '0.06' })).toBeUndefined();
      expect(told({ direction: 'buy', price: '0.07' })).toBe('placed_trades');
      expect(told({ direction: 'sell', price: '0.06' })).toBe('placed_trades');
    },
  );

  it('behind a combo’s trigger on its index tells nothing of its own price', () => {
    const instrument = perpetual({ kind: 'future_combo' });
    const facts = orderFacts({
      instrument,
      ticker: perpetualTicker({ min_price: -1600, max_price: 1300, mark_price: -121 }),
    });
    const sell = { type: 'stop_market', price: '', trigger: 'index_price', trigger_price: '90000' } as const;
    expect(foretell({ direction: 'sell', price: '-100' }, sell, facts)).toMatchObject({ step: undefined });
  });

  it('of an option with a limit behind a trigger on its index tells of a limit that it rests at alone', () => {
    const facts = orderFacts({ instrument: option(), ticker: optionTicker() });
    const stop = { instrument_name: option().instrument_name, amount: '1', type: 'stop_limit' } as const;
    const told = (price: string, child: Child, sell: Sell = {}) =>
      foretell(
        { direction: 'buy', amount: '1', ...child },
        { ...stop, price, trigger: 'index_price', trigger_price: '90000', ...sell },
        facts,
      ).step;
    expect(told('0.07', { price: '0.072' })).toBeUndefined();
    expect(told('0.07', { price: '0.072' }, WHOLE)).toBeUndefined();
    expect(told('0.08', { price: '0.082' }, WHOLE)).toBe('placed_trades');
    expect(told('0.07', { price: '0.072' }, { ...WHOLE, ...REJECTING })).toBe('placed_trades');
  });

  it('of an option behind a trigger on its index tells nothing of its own price', () => {
    const facts = orderFacts({ instrument: option(), ticker: optionTicker() });
    const sell = {
      instrument_name: option().instrument_name,
      amount: '1',
      type: 'stop_market',
      price: '',
      trigger: 'index_price',
      trigger_price: '90000',
    } as const;
    const told = (child: Child) => foretell({ direction: 'buy', amount: '1', price: '0.075', ...child }, sell, facts);
    expect(told({})).toEqual({ step: undefined, issues: [] });
    expect(told({ ...MARKET, ...FOK })).toEqual({ step: undefined, issues: [] });
    expect(told(IOC)).toEqual({ step: 'placed_ends', issues: ENDS });
  });

  it.each(['market', 'market_limit'] as const)('ends at %s where nobody offers', (type) => {
    const facts = orderFacts({ ticker: perpetualTicker({ best_ask_price: null, best_ask_amount: null }) });
    const found = foretell({ direction: 'buy', type, price: '' }, MARKET, facts);
    expect(found).toEqual({ step: 'placed_ends', issues: ENDS });
  });
});

describe('against the engine', () => {
  /** Draws a sell that trades at once and what its fill places; gives both as they ended, and what the rules said of each. */
  function draw(seed: number) {
    const random = new Random(seed, 3);
    const desk = new OrderDesk(5 + (seed % 7));
    const mode = random.pick(['reject_taker', 'cancel_maker'] as const);
    for (const account of desk.accounts) account.selfTrading = { mode, extendedToSubaccounts: false };
    const venue = desk.venue();
    const instrument = instrumentSchema.parse(instrumentRecord(venue));
    const ticker = tickerSchema.parse(tickerRecord(desk.exchange, venue, desk.nowMs));
    const [bid, ask] = [Number(ticker.best_bid_price), Number(ticker.best_ask_price)];
    const size = Number(ticker.best_bid_amount);
    const isPost = random.next() < 0.4;
    const child = childDraft({
      label: 'a/1',
      direction: random.pick(['buy', 'buy', 'sell'] as const),
      type: random.pick(['limit', 'limit', 'limit', 'market'] as const),
      amount: String(random.pick([10, size, size * 20])),
      price: String(random.pick([bid - 0.5, bid, ask, ask + 0.5, bid - 200, ask + 200])),
      time_in_force: isPost
        ? 'good_til_cancelled'
        : random.pick(['good_til_cancelled', 'good_til_day', 'immediate_or_cancel', 'fill_or_kill'] as const),
      post_only: isPost,
      reject_post_only: isPost && random.next() < 0.5,
      reduce_only: false,
    });
    const isMarket = child.type === 'market';
    const draft = orderDraft({
      label: 'a',
      amount: String(random.pick([size, size * 20, Math.max(10, size - 10)])),
      price: String(random.pick([bid, bid - 5])),
      time_in_force: random.pick(['good_til_cancelled', 'good_til_day', 'immediate_or_cancel'] as const),
      linked_order_type: 'one_triggers_other',
      trigger_fill_condition: random.pick(['first_hit', 'complete_fill', 'incremental', null] as const),
      children: [isMarket ? { ...child, price: '', post_only: false, reject_post_only: false } : child],
    });
    const issues = checkDraft(draft, orderFacts({ instrument, ticker, serviceNowMs: desk.nowMs }));
    if (issues.some(({ severity }) => severity === 'error')) return null;
    const said = issues.flatMap((issue) => (issue.child === 0 ? [issue.code] : []));
    const sold = placeDraft(desk, draft, instrument);
    const orders = [...desk.accounts[0].recentOrders.values()];
    const others = orders.filter((order) => order !== sold);
    return { draft, said, sell: sold, placed: others, visible: Number(draft.amount) <= size };
  }

  it('a linked order that is rejected, trades or ends at once, or takes the rest of its sell was asked about', () => {
    const seeds = repetitions(700, 120);
    const met = { rejected: 0, traded: 0, overlapped: 0, ended: 0, quiet: 0 };
    for (let seed = 1; seed <= seeds; seed += 1) {
      const drawn = draw(seed);
      if (drawn === null) continue;
      const { draft, said, sell, placed, visible } = drawn;
      const isLimit = draft.children.some(({ type }) => ORDER_TYPE_TRAITS[type].hasPrice);
      const isRejected = placed.some(({ state }) => state === 'rejected');
      const hasTraded = isLimit && placed.some(({ filledUnits }) => filledUnits > 0);
      const isOverlapped = sell.cancelReason === 'order_overlap';
      const hasEnded = placed.some(
        ({ state, cancelReason, filledUnits }) => state === 'cancelled' && cancelReason === null && filledUnits === 0,
      );
      if (isRejected) met.rejected += 1;
      if (hasTraded) met.traded += 1;
      if (isOverlapped) met.overlapped += 1;
      if (hasEnded) met.ended += 1;
      const isTold = isRejected || hasTraded || isOverlapped || hasEnded;
      if (!isTold) met.quiet += 1;
      const told = said.filter((code) => /^linked_(?:trades_at_once|meets_order|rejected|ends_at_once)$/u.test(code));
      if (isTold) expect({ seed, told }).not.toEqual({ seed, told: [] });
      // What is said to end does not rest, whatever it filled.
      const isResting = placed.some(({ state }) => state === 'open');
      if (said.includes('linked_ends_at_once')) expect({ seed, isResting }).toEqual({ seed, isResting: false });
      // A buy that is said to be rejected is, where the sell is filled whole by what is visible.
      const isBuy = visible && draft.children.some(({ direction }) => direction === 'buy');
      if (isBuy && said.includes('linked_rejected') && sell.state === 'filled')
        expect({ seed, isRejected }).toEqual({ seed, isRejected: true });
    }
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(repetitions(10, 0));
  });
});
