import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import type { RfqRow } from '../../../../shared/ipc/schemas/rfq-schema.ts';
import { DEFAULT_GUARD_SETTINGS, guardSettingsSchema } from '../../../../shared/orders/limits/guard-settings.ts';
import { listUnacceptedRfq, rfqWarningKeys } from '../../../../shared/rfq/acknowledgement.ts';
import type { HedgeDraft, RfqDraft } from '../../../../shared/rfq/draft.ts';
import { findEqualLately, findUndecidedEqual } from '../../../../shared/rfq/equal.ts';
import type { RfqFacts } from '../../../../shared/rfq/facts.ts';
import { DEFAULT_RFQ_GUARDS, type RfqGuards } from '../../../../shared/rfq/guards.ts';
import { checkRfq } from '../../../../shared/rfq/rules.ts';
import { RFQ_NOW_MS, rfqDraft, rfqFacts, rfqTicker } from '../../../support/records/rfq-records.ts';

const CALL = 'BTC-27MAR27-110000-C';
const PUT = 'BTC-27MAR27-90000-P';
const LINEAR = 'BTC_USDC-PERPETUAL';
const MARK = 100_000;

/** A call of delta 0.6 and a put of −0.4, each worth 0.05; futures at a mark of 100,000, where the index is too. */
function tickerOf(name: string) {
  const option = {
    index_price: MARK,
    greeks: { delta: name === CALL ? 0.6 : -0.4, gamma: 0, vega: 0, theta: 0, rho: 0 },
  };
  return rfqTicker(name, name.endsWith('PERPETUAL') ? { mark_price: MARK, index_price: MARK } : option);
}

function factsWith(changes: Partial<RfqFacts> = {}): RfqFacts {
  return rfqFacts({ of: (name) => ({ ...rfqFacts().of(name), ticker: tickerOf(name) }), ...changes });
}

/** A risk reversal of so many: a delta of as many coins. */
const reversal = (amount = '25', hedge?: Partial<HedgeDraft>): RfqDraft =>
  rfqDraft([`buy ${amount} ${CALL}`, `sell ${amount} ${PUT}`], {
    hedges:
      hedge === undefined
        ? []
        : [{ instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '2500000', price: '100000', ...hedge }],
  });

function found(draft: RfqDraft, facts = factsWith()): string[] {
  return checkRfq(draft, facts).issues.map(
    ({ severity, code, place }) => `${severity} ${place.part}${place.index ?? ''} ${code}`,
  );
}

describe('what legs and hedge may be worth', () => {
  const CASES: readonly (readonly [string, RfqDraft, readonly string[]])[] = [
    ['two legs of 2.5 million each', reversal(), []],
    ['legs that ask only together', reversal('101'), ['warning request legs_worth_above_limit']],
    [
      'legs that ask each',
      reversal('201'),
      ['warning leg0 leg_worth_above_limit', 'warning leg1 leg_worth_above_limit'],
    ],
    ['legs that stop together', reversal('501'), ['error request legs_worth_above_limit']],
    [
      'legs that stop each',
      reversal('25000'),
      ['error leg0 leg_worth_above_limit', 'error leg1 leg_worth_above_limit'],
    ],
    [
      'the one leg that is too large',
      rfqDraft([`buy 25 ${CALL}`, `sell 2000 ${PUT}`]),
      ['error leg1 leg_worth_above_limit'],
    ],
    [
      'a hedge typed into the hundreds of millions',
      reversal('25', { amount: '200000000', direction: 'buy' }),
      ['error hedge0 hedge_worth_above_limit', 'warning hedge0 hedge_enlarges_delta'],
    ],
    [
      'a hedge of thirty million, three times what it would flatten',
      reversal('100', { amount: '30000000' }),
      ['warning hedge0 hedge_worth_above_limit', 'warning hedge0 hedge_enlarges_delta'],
    ],
  ];
  it.each(CASES)('%s', (_what, draft, expected) => {
    expect(found(draft).filter((each) => !each.includes('ratio_unusual'))).toEqual(expected);
  });

  it('is judged by the profile’s own limits, and by none where it has none', () => {
    const guards = (asks: string | null, stops: string | null): RfqGuards => ({
      ...DEFAULT_RFQ_GUARDS,
      asks_above_usd: asks === null ? null : decimal(asks),
      stops_above_usd: stops === null ? null : decimal(stops),
    });
    expect(found(reversal('25'), factsWith({ guards: guards('1000000', null) }))).toHaveLength(2);
    expect(found(reversal('25'), factsWith({ guards: guards(null, '4999999') }))).toEqual([
      'error request legs_worth_above_limit',
    ]);
    expect(found(reversal('99999'), factsWith({ guards: guards(null, null) }))).toEqual([]);
  });

  it('counts a linear contract at its price or its mark, whichever is more', () => {
    const linear = (price: string): RfqDraft =>
      rfqDraft(['buy 25 BTC_USDC-27MAR27-110000-C'], {
        hedges: [{ instrument_name: LINEAR, direction: 'sell', amount: '300', price }],
      });
    const worth = (price: string) =>
      checkRfq(linear(price), factsWith()).issues.find(({ code }) => code === 'hedge_worth_above_limit')?.params;
    expect(worth('100')?.['notional_usd']).toBe('30000000');
    expect(worth('110000')?.['notional_usd']).toBe('33000000');
  });

  it('that the market does not tell asks, unless nothing is limited', () => {
    const blind = (guards: RfqGuards) =>
      factsWith({ guards, of: (name) => ({ ...rfqFacts().of(name), ticker: null }) });
    const none = { ...DEFAULT_RFQ_GUARDS, asks_above_usd: null, stops_above_usd: null };
    const warnings = (guards: RfqGuards) => found(reversal(), blind(guards)).filter((each) => each.startsWith('warn'));
    expect(warnings(DEFAULT_RFQ_GUARDS)).toEqual(['warning leg0 worth_unknown', 'warning leg1 worth_unknown']);
    expect(warnings(none)).toEqual([]);
  });
});

describe('what a hedge makes of the delta', () => {
  const CASES: readonly (readonly [string, Partial<HedgeDraft>, string | null])[] = [
    ['flattens it', {}, null],
    ['takes a little more than half', { amount: '1260000' }, null],
    ['takes half of it and not more', { amount: '1240000' }, 'hedge_misses_delta'],
    ['of a hundred dollars', { amount: '100' }, 'hedge_misses_delta'],
    ['overshoots by less than half', { amount: '3740000' }, null],
    ['overshoots by more than half', { amount: '3760000' }, 'hedge_misses_delta'],
    ['turns it round and makes it larger', { amount: '5010000' }, 'hedge_enlarges_delta'],
    ['on the wrong side', { direction: 'buy' }, 'hedge_enlarges_delta'],
    ['on the wrong side, of one step', { direction: 'buy', amount: '10' }, 'hedge_enlarges_delta'],
  ];
  it.each(CASES)('%s', (_what, hedge, code) => {
    expect(found(reversal('25', hedge))).toEqual(code === null ? [] : [`warning hedge0 ${code}`]);
  });

  it('is told before and after, in both conventions', () => {
    const { hedged, issues } = checkRfq(reversal('25', { amount: '100000' }), factsWith());
    expect(hedged).toMatchObject({ delta: { before: 25, after: 24 }, currency: 'BTC' });
    expect(issues[0]?.params).toEqual({ before: '25', after: '24', currency: 'BTC' });
  });

  it('that is flat by one of the two conventions is asked by neither', () => {
    // Short a strangle: next to no delta left by Black and Scholes, 2.5 coins of premium received.
    const draft = rfqDraft([`sell 25 ${CALL}`, `sell 37.5 ${PUT}`], {
      hedges: [{ instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '312500', price: '100000' }],
    });
    const { hedged, issues } = checkRfq(draft, factsWith());
    expect(hedged?.delta?.before).toBeCloseTo(0);
    expect(hedged?.netDelta?.after).toBeCloseTo(0);
    expect(issues.filter(({ place }) => place.part === 'hedge')).toEqual([]);
  });

  it('within one step of nothing asks nothing: no amount would come nearer', () => {
    const small = rfqDraft([`buy 0.1 ${CALL}`, `sell 0.1 ${PUT}`], {
      hedges: [{ instrument_name: 'BTC-PERPETUAL', direction: 'sell', amount: '10', price: '100000' }],
    });
    const tiny = (name: string) =>
      name.endsWith('PERPETUAL')
        ? tickerOf(name)
        : rfqTicker(name, { greeks: { delta: name === CALL ? 0.0006 : 0, gamma: 0, vega: 0, theta: 0, rho: 0 } });
    const facts = factsWith({ of: (name) => ({ ...rfqFacts().of(name), ticker: tiny(name) }) });
    expect(found(small, facts).filter((each) => each.includes('delta'))).toEqual([]);
  });

  it('asks where it is not known', () => {
    const facts = factsWith({
      of: (name) => ({ ...rfqFacts().of(name), ticker: name === CALL ? rfqTicker(name) : tickerOf(name) }),
    });
    expect(found(reversal('25', {}), facts)).toEqual(['warning hedge0 hedge_delta_unknown']);
  });

  it('is accepted for this very hedge, whatever the market does meanwhile', () => {
    const draft = reversal('25', { amount: '100' });
    const accepted = checkRfq(draft, factsWith()).issues.map(rfqWarningKeys(draft));
    const later = factsWith({
      of: (name) => {
        const ticker = name.endsWith('PERPETUAL') ? rfqTicker(name, { mark_price: 99_000 }) : tickerOf(name);
        return { ...rfqFacts().of(name), ticker };
      },
    });
    expect(listUnacceptedRfq(checkRfq(draft, later).issues, draft, accepted)).toEqual([]);
    const other = reversal('25', { amount: '200' });
    expect(listUnacceptedRfq(checkRfq(other, later).issues, other, accepted)).toHaveLength(1);
  });
});

describe('an equal request', () => {
  const draft = reversal();
  const row = (changes: object) =>
    ({
      label: 'first',
      outcome: 'created',
      legs: draft.legs.toReversed().map((leg) => ({ ...leg, amount: decimal(leg.amount) })),
      rfq: null,
      submitted_at: RFQ_NOW_MS - 20_000,
      ...changes,
    }) as RfqRow;
  const open = { state: 'open', expiration_timestamp: RFQ_NOW_MS + 60_000 };
  const CASES: readonly (readonly [string, RfqRow, number | null])[] = [
    ['of twenty seconds ago', row({}), 20_000],
    ['of a minute ago that has ended', row({ submitted_at: RFQ_NOW_MS - 60_000 }), null],
    ['of a minute ago that lives', row({ submitted_at: RFQ_NOW_MS - 60_000, rfq: open }), 60_000],
    ['that lives no more', row({ submitted_at: 0, rfq: { ...open, expiration_timestamp: RFQ_NOW_MS - 1 } }), null],
    ['by a clock that was set back', row({ submitted_at: RFQ_NOW_MS + 5000 }), 0],
    ['that was refused', row({ outcome: 'refused' }), null],
    ['that is not there', row({ outcome: 'absent' }), null],
    ['of other amounts', row({ legs: reversal('26').legs }), null],
  ];
  it.each(CASES)('%s', (_what, known, ageMs) => {
    const lately = findEqualLately([known], draft, RFQ_NOW_MS, 30_000);
    expect(lately).toEqual(ageMs === null ? null : { label: 'first', ageMs });
    const issues = found(draft, factsWith({ equalLately: () => lately }));
    expect(issues).toEqual(ageMs === null ? [] : ['warning request equal_request_lately']);
  });

  it('stops while its outcome is unknown, whatever else was sent', () => {
    expect(findUndecidedEqual([row({}), row({ outcome: 'unknown', label: 'lost' })], draft)).toBe('lost');
    const facts = factsWith({
      undecidedEqualLabel: () => 'lost',
      equalLately: () => ({ label: 'first', ageMs: 0 }),
    });
    expect(found(draft, facts)).toEqual(['error request equal_request_undecided']);
  });
});

describe('the limits of a profile', () => {
  it('that were kept before Block RFQs had any begin with theirs, and none is loosened', () => {
    const kept = JSON.parse(JSON.stringify(DEFAULT_GUARD_SETTINGS)) as Record<'soft' | 'hard', Record<string, unknown>>;
    for (const tier of [kept.soft, kept.hard]) delete tier['maxBlockRfqUsd'];
    expect(guardSettingsSchema.parse(kept)).toEqual(DEFAULT_GUARD_SETTINGS);
  });
});
