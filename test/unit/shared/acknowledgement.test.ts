import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import {
  acknowledgementKey,
  acknowledgementSchema,
  isAccepted,
  mustType,
} from '../../../shared/orders/acknowledgement.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type OrderFacts } from '../../../shared/orders/facts.ts';
import { type Issue, issue, ISSUE_CODES, ISSUE_FIELDS } from '../../../shared/orders/issue.ts';
import { checkTicker } from '../../../shared/orders/rules/instrument.ts';
import { assertDefined } from '../../../shared/result.ts';
import { checkDraft } from '../../../shared/orders/rules.ts';
import { acceptWarnings } from '../../support/window/accept-warnings.ts';
import {
  childDraft,
  option,
  optionTicker,
  perpetualTicker,
  orderDraft,
  orderFacts,
} from '../../support/records/records.ts';

const FAR = orderDraft({ price: '150000' });
const far = (changes: Partial<Record<'percent' | 'reference' | 'reference_price' | 'limit_percent', string>> = {}) =>
  issue('warning', 'price', 'price_far', {
    reference: 'mark',
    percent: '54',
    reference_price: '97411',
    limit_percent: '20',
    ...changes,
  });

function warn(draft: OrderDraft, changes: Partial<OrderFacts> = {}): Issue[] {
  return checkDraft(draft, orderFacts(changes)).filter(({ severity }) => severity === 'warning');
}

describe('an acceptance', () => {
  it('outlasts what the market and the clock do meanwhile', () => {
    const given = acceptWarnings([far()], FAR);
    expect(isAccepted(far({ percent: '61.2', reference_price: '93050.5' }), FAR, given)).toBe(true);
  });

  it('of an old price holds until that is twice as old, from ten seconds on', () => {
    const stale = (seconds: number): Issue => {
      const [found] = checkTicker(orderFacts({ isTickerStale: true, tickerAgeMs: seconds * 1000 }));
      return assertDefined(found, 'it is stale');
    };
    const holds = (from: number, to: number) => isAccepted(stale(to), FAR, acceptWarnings([stale(from)], FAR));
    expect([holds(3, 14), holds(12, 19), holds(25, 39)]).toEqual([true, true, true]);
    expect([holds(3, 20), holds(12, 25), holds(3, 1200), holds(1200, 3)]).toEqual([false, false, false, false]);
  });

  it.each<[string, Issue, OrderDraft]>([
    ['another reference', far({ reference: 'best bid' }), FAR],
    ['another limit of the profile', far({ limit_percent: '50' }), FAR],
    ['another field', { ...far(), field: 'amount' }, FAR],
    ['a linked order', { ...far(), child: 0 }, FAR],
    ['another code', issue('warning', 'price', 'price_above_band', { max_price: '98873' }), FAR],
    ['another price', far(), { ...FAR, price: '1500000' }],
    ['another amount', far(), { ...FAR, amount: '500000' }],
    ['contracts', far(), { ...FAR, amount: '', contracts: '5000' }],
    ['another instrument', far(), { ...FAR, instrument_name: 'ETH-PERPETUAL' }],
    ['another type', far(), { ...FAR, type: 'stop_limit' }],
    ['another form of the price', far(), { ...FAR, advanced: 'usd' }],
    ['another trigger', far(), { ...FAR, trigger_price: '96000' }],
  ])('is not one of %s', (_name, warning, draft) => {
    const given = acceptWarnings([far()], FAR).map((acceptance) => ({ ...acceptance, typed: draft.price }));
    expect(isAccepted(warning, draft, given)).toBe(false);
  });

  it('of one linked order is not that of the other, nor of itself grown', () => {
    const guards = { ...DEFAULT_GUARDS, soft: { ...DEFAULT_GUARDS.soft, maxAmount: decimal(1000) } };
    const linked = (first: string, second: string): OrderDraft =>
      orderDraft({
        amount: '1000',
        linked_order_type: 'one_triggers_one_cancels_other',
        trigger_fill_condition: 'first_hit',
        children: [childDraft({ amount: first }), childDraft({ amount: second })],
      });
    const both = linked('2000', '2000');
    const warnings = warn(both, { guards });
    expect(warnings.map(({ code, child }) => [code, child])).toEqual([
      ['amount_above_limit', 0],
      ['amount_above_limit', 1],
    ]);
    const [first] = warnings;
    const given = acceptWarnings(first === undefined ? [] : [first], both);
    expect(warnings.map((warning) => isAccepted(warning, both, given))).toEqual([true, false]);
    const grown = linked('900000', '2000');
    expect(warn(grown, { guards }).map((warning) => isAccepted(warning, grown, given))).toEqual([false, false]);
  });

  it('of more than the touch holds, at market, holds until that is a quarter of what it was', () => {
    const sold = orderDraft({ instrument_name: option().instrument_name, type: 'market', price: '', amount: '10' });
    const beyond = (best_bid_amount: number) =>
      warn(sold, { instrument: option(), ticker: optionTicker({ best_bid_amount }) }).filter(
        ({ code }) => code === 'amount_beyond_touch',
      );
    const holds = (from: number, to: number) => {
      const [given, now] = [acceptWarnings(beyond(from), sold), beyond(to)];
      expect([given.length, now.length]).toEqual([1, 1]);
      return now.every((warning) => isAccepted(warning, sold, given));
    };
    expect([holds(9.9, 6), holds(4, 9), holds(0.1, 9)]).toEqual([true, true, true]);
    expect([holds(9.9, 2.5), holds(9.9, 0.1), holds(4, 0.1)]).toEqual([false, false, false]);
    // Touches flicker.
    expect(holds(9.9, 2.6)).toBe(true);
  });

  it('of an equal sell names that sell: one sent since is warned of anew', () => {
    const after = (label: string, ageMs: number) => warn(orderDraft(), { lastEqualOrder: () => ({ label, ageMs }) });
    const given = acceptWarnings(after('sd-1', 2000), orderDraft());
    expect(after('sd-1', 9000).every((warning) => isAccepted(warning, orderDraft(), given))).toBe(true);
    expect(after('sd-2', 100).every((warning) => isAccepted(warning, orderDraft(), given))).toBe(false);
  });
});

describe('a price far from the mark', () => {
  it('is accepted by typing the price, in whatever plain form, and by nothing else', () => {
    const key = acknowledgementKey(far(), FAR);
    expect(mustType(far(), FAR)).toEqual({ what: 'price', value: '150000' });
    const accepts = (typed: string): boolean => isAccepted(far(), FAR, [{ key, typed }]);
    expect(['150000', '150000.0', '0150000'].map(accepts)).toEqual([true, true, true]);
    expect(['', '15000', '150,000', '150k', '1.5e5', 'yes'].some(accepts)).toBe(false);
  });

  it('alone wants that: what else is warned of is ticked', () => {
    expect(mustType(far({ reference: 'best bid' }), FAR)).toBeNull();
    expect(mustType(issue('warning', 'order', 'ticker_stale', { seconds: '3', grade: '0' }), FAR)).toBeNull();
  });
});

describe('a touch far from the mark', () => {
  const touch = (changes: Record<string, string> = {}): Issue => ({
    ...issue('warning', 'type', 'touch_far', {
      side: 'sell',
      touch: '0.0001',
      reference: 'mark',
      percent: '99.9',
      reference_price: '0.0751',
      limit_percent: '20',
      grade: '2',
    }),
    params: {
      side: 'sell',
      touch: '0.0001',
      reference: 'mark',
      percent: '99.9',
      limit_percent: '20',
      grade: '2',
      ...changes,
    },
  });
  const SOLD = orderDraft({ type: 'market', price: '', amount: '5' });

  it('is accepted wherever the touch moves, until that is twice as far', () => {
    const given = [{ key: acknowledgementKey(touch(), SOLD), typed: '5' }];
    expect(isAccepted(touch({ touch: '0.0002', percent: '81' }), SOLD, given)).toBe(true);
    expect(isAccepted(touch({ touch: '0.00001', percent: '165', grade: '3' }), SOLD, given)).toBe(false);
  });

  it('is accepted by typing the amount, as it was given, and by nothing else', () => {
    const key = acknowledgementKey(touch(), SOLD);
    expect(mustType(touch(), SOLD)).toEqual({ what: 'amount', value: '5' });
    const accepts = (typed: string): boolean => isAccepted(touch(), SOLD, [{ key, typed }]);
    expect(['5', '5.0', '05'].map(accepts)).toEqual([true, true, true]);
    expect(['', '50', '0.0001', '5k'].some(accepts)).toBe(false);
    const contracts = { ...SOLD, amount: '', contracts: '7' };
    expect(mustType(touch(), contracts)).toEqual({ what: 'contracts', value: '7' });
  });

  it('stays accepted while the touch moves, and wants a tick alone beside the index, or of a linked order', () => {
    const given = acceptWarnings([touch()], SOLD);
    expect(isAccepted(touch({ touch: '0.0002', percent: '99.7' }), SOLD, given)).toBe(true);
    expect(mustType(touch({ reference: 'index' }), SOLD)).toBeNull();
    expect(mustType({ ...touch(), child: 0 }, SOLD)).toBeNull();
  });
});

describe('keys, whatever the warning and the draft', () => {
  const text = fc.oneof(fc.string({ maxLength: 40 }), fc.constantFrom('', '0', '10', '1000', '97500', '#', '","'));
  const warning = fc.record({
    code: fc.constantFrom(...ISSUE_CODES),
    severity: fc.constant('warning' as const),
    field: fc.constantFrom(...ISSUE_FIELDS),
    child: fc.constantFrom(null, 0, 1),
    params: fc.dictionary(fc.constantFrom('reference', 'limit_percent', 'limit', 'unit', 'label', 'seconds'), text),
    fixes: fc.constant<Issue['fixes']>([]),
  });
  const draft = fc
    .record({ instrument_name: text, amount: text, contracts: text, price: text, trigger_price: text, label: text })
    .map((changes) => orderDraft({ ...changes, children: [childDraft(), childDraft({ price: changes.price })] }));

  it('fit the contract, do not hang on the order of params, and tell apart what differs in any standing part', () => {
    fc.assert(
      fc.property(warning, draft, warning, draft, (found, of, other, ofOther) => {
        const key = acknowledgementKey(found, of);
        expect(acknowledgementSchema.safeParse({ key, typed: '' }).success).toBe(true);
        const turned = { ...found, params: Object.fromEntries(Object.entries(found.params).toReversed()) };
        expect(acknowledgementKey(turned, { ...of, label: 'other', valid_for_ms: 1000 })).toBe(key);
        expect(acknowledgementKey({ ...found, params: { ...found.params, seconds: '77' } }, of)).toBe(key);
        const standing = ({ code, field, child, params }: Issue, at: OrderDraft): unknown => {
          const { seconds: _moving, ...kept } = params;
          const { label: _label, children, ...terms } = at;
          const sorted = Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1));
          return [code, field, child, sorted, child === null ? terms : [terms.instrument_name, children[child]]];
        };
        const isSame = JSON.stringify(standing(found, of)) === JSON.stringify(standing(other, ofOther));
        expect(acknowledgementKey(other, ofOther) === key).toBe(isSame);
      }),
      { numRuns: 2000 },
    );
  });

  it('stay the same while only the market moves', () => {
    const moves = fc.record({
      mark: fc.integer({ min: 90_000, max: 104_000 }),
      age: fc.integer({ min: 0, max: 1900 }),
    });
    fc.assert(
      fc.property(moves, moves, (before, after) => {
        const keys = ({ mark, age }: typeof before): string[] => {
          const ticker = perpetualTicker({ mark_price: mark, index_price: mark + 3, max_price: mark + 1500 });
          const lastEqualOrder = () => ({ label: 'sd-1', ageMs: age });
          const isTickerStale = true;
          const tickerAgeMs = age * 10;
          return warn(FAR, { ticker, lastEqualOrder, isTickerStale, tickerAgeMs }).map((found) =>
            acknowledgementKey(found, FAR),
          );
        };
        expect(keys(before)).toHaveLength(3);
        expect(keys(after)).toEqual(keys(before));
      }),
    );
  });
});
