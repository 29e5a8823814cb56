import { describe, expect, it } from 'vitest';
import { distinctMakers, type RfqDraft } from '../../../../shared/rfq/draft.ts';
import { buildRfqParams } from '../../../../shared/rfq/request.ts';
import { checkRfq } from '../../../../shared/rfq/rules.ts';
import { createBlockRfqParamsSchema } from '../../../../shared/service/methods.ts';
import { instrumentOf, rfqDraft, rfqFacts, rfqTicker } from '../../../support/records/rfq-records.ts';

const CALL = 'BTC-27MAR27-110000-C';
const PUT = 'BTC-27MAR27-90000-P';
const GOOD = [`buy 25 ${CALL}`, `sell 25 ${PUT}`];
const FIVE = ['MAKER1', 'MAKER2', 'MAKER3', 'MAKER4', 'MAKER5'];
const HEDGE = { instrument_name: 'BTC-PERPETUAL', direction: 'sell' as const, amount: '2400250', price: '96000' };
const GREEKS = { gamma: 0, vega: 0, theta: 0, rho: 0 };
/** Futures at a mark, calls of half a delta, puts of as much less. */
const TICKERS = (name: string) =>
  rfqTicker(
    name,
    /-(PERPETUAL|\w{7})$/.test(name)
      ? { mark_price: 96_010 }
      : { greeks: { delta: name.endsWith('C') ? 0.5 : -0.5, ...GREEKS } },
  );

const facts = rfqFacts({ of: (name) => ({ ...rfqFacts().of(name), ticker: TICKERS(name) }) });

function found(draft: RfqDraft, given = facts): string[] {
  return checkRfq(draft, given).issues.map(
    ({ severity, code, place }) => `${severity} ${place.part}${place.index ?? ''} ${code}`,
  );
}

const part = (amount: string, receiver: { user_id?: string; client_id?: string; client_link_id?: string } = {}) => ({
  amount,
  user_id: '',
  client_id: '',
  client_link_id: '',
  ...receiver,
});

it('a leg or hedge that is listed and not open yet has no sizes to be judged by', () => {
  const sizes = { tick_size: 0, min_trade_amount: 0, contract_size: 0, base_currency: '', block_trade_tick_size: 0 };
  const listed = (early: string) =>
    rfqFacts({
      of: (name) => ({ ...facts.of(name), ...(name === early ? { instrument: instrumentOf(name, sizes) } : {}) }),
    });
  const draft = rfqDraft(GOOD, { hedges: [HEDGE] });
  expect(found(draft, listed(CALL))).toContain('error leg0 leg_without_sizes');
  expect(found(draft, listed(HEDGE.instrument_name))).toContain('error hedge0 hedge_without_sizes');
});

it('the price of each leg and of the hedge must be of now, or be accepted', () => {
  const stale = (old: string) =>
    rfqFacts({
      of: (name) => ({ ...facts.of(name), isTickerStale: name === old, tickerAgeMs: name === old ? 15_400 : 100 }),
    });
  const draft = rfqDraft(GOOD, { hedges: [HEDGE] });
  for (const [name, issue] of [
    [PUT, 'warning leg1 leg_ticker_stale'],
    ['BTC-PERPETUAL', 'warning hedge0 hedge_ticker_stale'],
  ] as const) {
    expect(found(draft, stale(name)).filter((each) => each.includes('stale'))).toEqual([issue]);
    const aged = checkRfq(draft, stale(name)).issues.find(({ code }) => code.endsWith('_ticker_stale'));
    expect(aged?.params).toEqual({ instrument_name: name, seconds: '15', grade: '0' });
  }
});

it('no leg and no hedge is of a kind, a type or terms that are not known', () => {
  const spoilt = (changes: Record<string, unknown>) =>
    rfqFacts({ of: (name) => ({ ...facts.of(name), instrument: instrumentOf(name, changes) }) });
  expect(found(rfqDraft([`buy 25 ${CALL}`]), spoilt({ strike: undefined }))).toContain('error leg0 terms_not_known');
  expect(found(rfqDraft(GOOD, { hedges: [HEDGE] }), spoilt({ instrument_type: 'quanto' }))).toEqual(
    expect.arrayContaining(['error leg0 terms_not_known', 'error hedge0 terms_not_known']),
  );
});

describe('what a Block RFQ is refused or warned for', () => {
  const CASES: readonly (readonly [string, RfqDraft, readonly string[]])[] = [
    ['a good one', rfqDraft(GOOD), []],
    ['no legs', rfqDraft([]), ['error request legs_missing']],
    ['the same instrument twice', rfqDraft([...GOOD, `buy 25 ${CALL}`]), ['error leg2 leg_repeated']],
    ['an amount of nothing', rfqDraft([`buy 0 ${CALL}`]), ['error leg0 amount_not_positive']],
    ['no amount', rfqDraft([`buy  ${CALL}`]), ['error leg0 amount_missing']],
    ['below the block minimum', rfqDraft([GOOD[0] ?? '', `sell 24 ${PUT}`]), ['error leg1 amount_below_block_minimum']],
    ['off the step', rfqDraft([`buy 25.05 ${CALL}`]), ['error leg0 amount_off_step']],
    ['an amount that is no number', rfqDraft([`buy 1e3 ${CALL}`]), ['error leg0 amount_not_decimal']],
    ['an instrument that is none', rfqDraft([`buy 25 nonsense`]), ['error leg0 leg_unknown']],
    ['another quote', rfqDraft([...GOOD, 'buy 25 BTC_USDC-27MAR27-110000-C']), ['error leg2 leg_other_quote']],
    ['another base', rfqDraft([...GOOD, 'buy 25 ETH-27MAR27-4000-C']), ['error leg2 leg_other_base']],
    [
      'another base first: the odd one is named, once',
      rfqDraft(['buy 25 ETH-27MAR27-4000-C', ...GOOD]),
      ['error leg0 leg_other_base'],
    ],
    [
      'an odd ratio',
      rfqDraft([`buy 25 ${CALL}`, `sell 2525 ${PUT}`]),
      ['error leg1 leg_worth_above_limit', 'warning leg1 ratio_unusual'],
    ],
    ['one hedge', rfqDraft(GOOD, { hedges: [HEDGE] }), []],
    ['two hedges', rfqDraft(GOOD, { hedges: [HEDGE, HEDGE] }), ['error hedge1 hedge_more_than_one']],
    [
      'a hedge without anything',
      rfqDraft(GOOD, { hedges: [{ instrument_name: '', direction: '', amount: '', price: '' }] }),
      [
        'error hedge0 hedge_direction_missing',
        'error hedge0 hedge_instrument_missing',
        'error hedge0 amount_missing',
        'error hedge0 hedge_price_missing',
      ],
    ],
    [
      'a hedge price off the block tick',
      rfqDraft(GOOD, { hedges: [{ ...HEDGE, price: '96000.005' }] }),
      ['error hedge0 hedge_price_off_tick'],
    ],
    [
      'a hedge price far from the mark',
      rfqDraft(GOOD, { hedges: [{ ...HEDGE, price: '9600' }] }),
      ['warning hedge0 hedge_price_far'],
    ],
    [
      'a hedge in another currency',
      rfqDraft(GOOD, { hedges: [{ ...HEDGE, instrument_name: 'ETH-PERPETUAL' }] }),
      ['error hedge0 hedge_other_currency'],
    ],
    [
      'an option as hedge',
      rfqDraft(GOOD, { hedges: [{ ...HEDGE, instrument_name: PUT, price: '0.05' }] }),
      ['error hedge0 hedge_not_future'],
    ],
    [
      'a hedge that has expired',
      rfqDraft(GOOD, { hedges: [{ ...HEDGE, instrument_name: 'BTC-20NOV26' }] }),
      ['error hedge0 hedge_expired'],
    ],
    [
      'a hedge off its step',
      rfqDraft(GOOD, { hedges: [{ ...HEDGE, amount: '15' }] }),
      ['error hedge0 amount_off_step'],
    ],
    ['anonymous with five', rfqDraft(GOOD, { disclosed: false, makers: FIVE }), []],
    [
      'anonymous with four',
      rfqDraft(GOOD, { disclosed: false, makers: FIVE.slice(1) }),
      ['error disclosed anonymous_needs_makers'],
    ],
    [
      'anonymous with four and one of them twice',
      rfqDraft(GOOD, { disclosed: false, makers: [...FIVE.slice(1), ' MAKER2 '] }),
      ['error disclosed anonymous_needs_makers', 'note maker4 maker_repeated'],
    ],
    ['anonymous with nobody', rfqDraft(GOOD, { disclosed: false }), ['error disclosed anonymous_needs_a_list']],
    ['a blank maker', rfqDraft(GOOD, { makers: ['MAKER1', ' '] }), ['error maker1 maker_blank']],
    ['a maker nobody lists', rfqDraft(GOOD, { makers: ['MAKERX'] }), ['warning maker0 maker_unknown']],
    ['a maker of 65 characters', rfqDraft(GOOD, { makers: ['M'.repeat(65)] }), ['error maker0 maker_too_long']],
    ['an unreadable maker', rfqDraft(GOOD, { makers: ['MAK\u202eER'] }), ['error maker0 maker_unreadable']],
    [
      '10,000 makers',
      rfqDraft(GOOD, { makers: Array.from({ length: 10_000 }, (_, at) => `M${at}`) }),
      ['error maker makers_too_many'],
    ],
    ['a label of 65', rfqDraft(GOOD, { label: 'x'.repeat(65) }), ['error label label_too_long']],
    [
      'allocations that add up',
      rfqDraft(GOOD, {
        allocations: [part('15', { user_id: '7' }), part('10', { client_id: '1', client_link_id: '2' })],
      }),
      [],
    ],
    [
      'allocations that do not',
      rfqDraft(GOOD, { allocations: [part('15', { user_id: '7' }), part('9', { user_id: '8' })] }),
      ['error allocation allocation_sum'],
    ],
    [
      'both receivers',
      rfqDraft(GOOD, { allocations: [part('25', { user_id: '7', client_id: '1', client_link_id: '2' })] }),
      ['error allocation0 allocation_two_receivers'],
    ],
    ['no receiver', rfqDraft(GOOD, { allocations: [part('25')] }), ['error allocation0 allocation_without_receiver']],
    [
      'half a client',
      rfqDraft(GOOD, { allocations: [part('25', { client_id: '1' })] }),
      ['error allocation0 allocation_receiver_not_whole'],
    ],
  ];
  it.each(CASES)('%s', (_what, draft, expected) => {
    expect(found(draft)).toEqual(expected);
  });

  it('counts legs: twenty pass, twenty-one do not', () => {
    const legs = Array.from({ length: 21 }, (_, at) => `buy 25 BTC-27MAR27-${100_000 + at * 1000}-C`);
    expect(found(rfqDraft(legs.slice(1)))).toEqual(['warning request legs_worth_above_limit']);
    expect(found(rfqDraft(legs))).toEqual(['error request legs_too_many', 'warning request legs_worth_above_limit']);
  });

  it('says in which state a leg is, by its ticker before its metadata', () => {
    const locked = rfqFacts({
      of: (name) => ({
        instrument: instrumentOf(name),
        ticker: rfqTicker(name, { state: name === PUT ? 'locked' : 'open' }),
        tickerAgeMs: 0,
        isTickerStale: false,
      }),
    });
    expect(checkRfq(rfqDraft(GOOD), locked).issues).toMatchObject([
      { code: 'leg_not_open', severity: 'error', place: { index: 1 }, params: { state: 'locked' } },
    ]);
  });

  it('takes neither leg nor hedge that the metadata alone say can’t be traded, as before its book opens', () => {
    const of = (name: string) => ({ ...facts.of(name), instrument: instrumentOf(name, { is_active: false }) });
    const { issues } = checkRfq(rfqDraft([`buy 25 ${CALL}`], { hedges: [HEDGE] }), rfqFacts({ of }));
    expect(issues).toMatchObject([
      { code: 'leg_not_open', params: { state: 'inactive' } },
      { code: 'hedge_not_open', params: { state: 'inactive' } },
    ]);
  });

  it('is asked for again only when an equal one is decided', () => {
    const undecided = rfqFacts({ undecidedEqualLabel: () => 'rr-1' });
    expect(found(rfqDraft(GOOD), undecided)).toEqual(['error request equal_request_undecided']);
  });
});

describe('ways out', () => {
  it('anonymous with four: the maker that is missing, or to be disclosed', () => {
    const [issue] = checkRfq(rfqDraft(GOOD, { disclosed: false, makers: FIVE.slice(1) }), facts).issues;
    expect(issue?.params).toEqual({ count: '4', least: '5' });
    expect(issue?.fixes.map(({ action, value }) => [action, value])).toEqual([
      ['add', 'MAKER1'],
      ['set', 'true'],
    ]);
  });

  it('the last allocation takes the rest', () => {
    const draft = rfqDraft(GOOD, { allocations: [part('15', { user_id: '7' }), part('9', { user_id: '8' })] });
    expect(checkRfq(draft, facts).issues[0]?.fixes).toMatchObject([{ value: '10', place: { index: 1 } }]);
  });

  it('amounts: the minimum, and the steps around', () => {
    expect(checkRfq(rfqDraft([`buy 3 ${CALL}`]), facts).issues[0]?.fixes).toMatchObject([{ value: '25' }]);
    const fixes = checkRfq(rfqDraft([`buy 25.05 ${CALL}`]), facts).issues[0]?.fixes;
    expect(fixes?.map(({ value }) => value)).toEqual(['25', '25.1']);
  });
});

describe('the request', () => {
  it('is what the contract takes: the hedge an object, each maker once, decimals as they were typed', () => {
    const draft = rfqDraft(GOOD, {
      hedges: [HEDGE],
      makers: [' MAKER1', 'MAKER1', 'MAKER2'],
      allocations: [part('25', { user_id: '7' })],
    });
    const params = buildRfqParams(draft, 'rr-mar');
    expect(params).toEqual({
      legs: [
        { instrument_name: CALL, direction: 'buy', amount: '25' },
        { instrument_name: PUT, direction: 'sell', amount: '25' },
      ],
      trade_allocations: [{ amount: '25', user_id: 7 }],
      hedge: HEDGE,
      label: 'rr-mar',
      makers: ['MAKER1', 'MAKER2'],
      disclosed: true,
    });
    expect(createBlockRfqParamsSchema.safeParse(params).success).toBe(true);
    expect(distinctMakers(['b', 'a', '', ' b '])).toEqual(['b', 'a']);
  });
});
