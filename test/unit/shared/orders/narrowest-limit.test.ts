import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, subtract } from '../../../../shared/decimal.ts';
import { acknowledgementKey } from '../../../../shared/orders/acknowledgement.ts';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type GuardTier, type OrderFacts } from '../../../../shared/orders/facts.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import { mostWorthUsd } from '../../../../shared/orders/worth.ts';
import { childDraft, perpetual, perpetualTicker, orderDraft, orderFacts } from '../../../support/records/records.ts';

const NO_LIMITS: GuardTier = { ...DEFAULT_GUARDS.hard, maxNotionalUsd: null, maxBlockRfqUsd: null };
const hard = (limits: Partial<GuardTier>): Partial<OrderFacts> => ({
  guards: { ...DEFAULT_GUARDS, soft: NO_LIMITS, hard: { ...NO_LIMITS, ...limits } },
});

function find(draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = {}) {
  return checkDraft(orderDraft(draft), orderFacts(facts));
}
const codes = (draft: Partial<OrderDraft>, facts: Partial<OrderFacts> = {}) =>
  find(draft, facts).map(({ severity, field, code }) => `${severity} ${field} ${code}`);

describe('a stop limit that is far from its trigger', () => {
  const STOP = { type: 'stop_limit', trigger: 'mark_price', trigger_price: '97000', post_only: false } as const;

  it.each<[string, Partial<GuardTier>, string[]]>([
    ['by the limit of the bid alone', { maxDistanceFromTouch: decimal('0.02') }, ['error price price_far']],
    [
      'by the limit of the bid beside a wide one of the mark',
      { maxDistanceFromTouch: decimal('0.02'), maxDistanceFromMark: decimal('0.5') },
      ['error price price_far'],
    ],
    [
      'by the limit of the mark beside a wide one of the bid',
      { maxDistanceFromTouch: decimal('0.5'), maxDistanceFromMark: decimal('0.02') },
      ['error price price_far'],
    ],
    ['by none that it passes', { maxDistanceFromTouch: decimal('0.5'), maxDistanceFromMark: decimal('0.5') }, []],
  ])('is stopped %s', (_by, limits, expected) => {
    expect(codes({ ...STOP, price: '80000' }, hard(limits))).toEqual(expected);
  });

  it('is stopped so where it is linked, too, and buys', () => {
    const child = childDraft({
      type: 'stop_limit',
      direction: 'buy',
      trigger: 'mark_price',
      trigger_price: '100000',
      price: '1000000',
      amount: '1000',
    });
    const linked: Partial<OrderDraft> = { linked_order_type: 'one_triggers_other', children: [child] };
    expect(codes(linked, hard({ maxDistanceFromTouch: decimal('0.1') }))).toEqual(['error price price_far']);
  });

  it('is never let through by a limit that is set besides', () => {
    const share = fc.option(fc.integer({ min: 1, max: 400 }).map((bp) => decimal(bp / 1000)));
    fc.assert(
      fc.property(share, share, share, fc.integer({ min: 60_000, max: 97_000 }), (mark, bid, index, price) => {
        const draft = { ...STOP, price: String(price) };
        const isStopped = (limits: Partial<GuardTier>) => codes(draft, hard(limits)).includes('error price price_far');
        const [maxDistanceFromMark, maxDistanceFromTouch, maxDistanceFromIndex] = [mark, bid, index];
        const each = [{ maxDistanceFromMark }, { maxDistanceFromTouch }, { maxDistanceFromIndex }].map(isStopped);
        expect(isStopped({ maxDistanceFromMark, maxDistanceFromTouch, maxDistanceFromIndex })).toBe(
          each.includes(true),
        );
      }),
    );
  });
});

describe('a trailing stop whose distance is the price itself', () => {
  const TRAIL = { type: 'trailing_stop', price: '', trigger: 'mark_price' } as const;
  const linked = (kind: OrderDraft['linked_order_type'], child: Partial<ChildDraft>): Partial<OrderDraft> => ({
    linked_order_type: kind,
    children: [childDraft({ ...TRAIL, direction: 'sell', amount: '50000', reduce_only: true, ...child })],
  });

  it.each(['98000', '500000'])('is asked about where a fill places it: %s', (trigger_offset) => {
    expect(codes(linked('one_triggers_other', { trigger_offset }))).toEqual([
      'warning trigger_offset trigger_offset_far',
    ]);
  });

  it('is refused, and nothing more said of it, where it goes to work at once', () => {
    const refused = ['error trigger_offset trigger_offset_beyond_price'];
    expect(codes({ ...TRAIL, trigger_offset: '98000' })).toEqual(refused);
    expect(codes(linked('one_cancels_other', { trigger_offset: '98000' }))).toEqual(refused);
  });

  it('may be that of a spread, whose price may be below zero', () => {
    const spread = { instrument_name: 'BTC-FS-25DEC26_PERP', kind: 'future_combo' } as const;
    const facts = {
      instrument: perpetual(spread),
      ticker: perpetualTicker({
        min_price: -1600,
        max_price: 1300,
        mark_price: 5,
        best_bid_price: 4,
        best_ask_price: 6,
      }),
    };
    const draft = { instrument_name: spread.instrument_name, price: '6' };
    const found = codes({ ...draft, ...linked('one_triggers_other', { trigger_offset: '10' }) }, facts);
    expect(found.filter((code) => code.includes('offset'))).toEqual([]);
  });
});

describe('the state of an instrument', () => {
  it.each([
    ['locked', 'open', 500, 60_000, 'locked'],
    ['open', 'locked', 500, 60_000, null],
    ['open', 'locked', 0, 100, 'locked'],
    ['open', 'locked', 60_000, 500, 'locked'],
    ['locked', 'open', 60_000, 500, null],
  ])('%s, and %s by the ticker: the newer record counts', (state, ofTicker, instrumentAgeMs, tickerAgeMs, refused) => {
    const facts = { instrument: perpetual({ state }), ticker: perpetualTicker({ state: ofTicker }) };
    const ages = { instrumentAgeMs, tickerAgeMs, isTickerStale: tickerAgeMs > 10_000 };
    const found = find({}, { ...facts, ...ages }).find(({ code }) => code === 'instrument_not_open');
    expect(found?.params['state'] ?? null).toBe(refused);
  });
});

describe('a small limit', () => {
  const SOFT: GuardTier = { ...NO_LIMITS, maxDistanceFromMark: decimal('0.0004') };
  const guards = { ...DEFAULT_GUARDS, soft: SOFT, hard: NO_LIMITS };
  const MARK = '97411.2';
  const draft = orderDraft({ type: 'market', price: '', time_in_force: 'immediate_or_cancel', post_only: false });
  const farBy = (ticks: string) => {
    const bid = Number(subtract(decimal(MARK), decimal(ticks)));
    const ticker = perpetualTicker({ best_bid_price: bid, mark_price: Number(MARK) });
    return checkDraft(draft, orderFacts({ guards, ticker })).filter(({ code }) => code === 'touch_far')[0];
  };

  it('is told in as many places as it has', () => {
    expect(farBy('49.7')?.params).toMatchObject({ percent: '0.051', limit_percent: '0.04' });
  });

  it('that is passed by three times as much is another warning', () => {
    const [near, far] = [farBy('49.7'), farBy('143.2')];
    if (near === undefined || far === undefined) throw new Error('nothing was said');
    expect(acknowledgementKey(near, draft)).not.toBe(acknowledgementKey(far, draft));
  });
});

it('a buy that trails is worth what it pays should the market rise from here', () => {
  const linear = perpetual({ instrument_type: 'linear', quote_currency: 'USDC', counter_currency: 'USDC' });
  const ticker = perpetualTicker();
  const worth = (terms: Partial<ChildDraft>) =>
    mostWorthUsd(childDraft({ direction: 'buy', price: '', ...terms }), decimal(10), linear, ticker);
  const trail = worth({ type: 'trailing_stop', trigger: 'mark_price', trigger_offset: '90000' });
  expect(trail).toBe(worth({ type: 'stop_market', trigger: 'mark_price', trigger_price: '187411.2' }));
  expect(trail).not.toBe(worth({ type: 'market' }));
});
