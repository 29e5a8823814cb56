import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, type DecimalString, multiply } from '../../../../shared/decimal.ts';
import { convertPrice } from '../../../../shared/options/price-forms.ts';
import { checkDraft } from '../../../../shared/orders/rules.ts';
import type { ChildDraft, OrderDraft } from '../../../../shared/orders/draft.ts';
import { DEFAULT_GUARDS, type GuardTier } from '../../../../shared/orders/facts.ts';
import { childDraft, option, optionTicker, orderDraft, orderFacts } from '../../../support/records/records.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9);
const INSTRUMENT = option();
const TICKER = optionTicker({ mark_iv: 54, underlying_price: 99_000, min_price: 0.02, max_price: 0.25 });
const FACTS = orderFacts({ instrument: INSTRUMENT, ticker: TICKER, serviceNowMs: NOW_MS });
const DRAFT = { instrument_name: INSTRUMENT.instrument_name, amount: '1' };

/** What is found against a price, with what it says; a fix is of the form that the price was typed in. */
function findings(draft: Partial<OrderDraft>, facts = FACTS): string[] {
  return checkDraft(orderDraft({ ...DRAFT, ...draft }), facts)
    .filter(({ field }) => field === 'price')
    .map(({ severity, code, params }) => JSON.stringify([severity, code, params]));
}

const codesOf = (draft: Partial<OrderDraft>, facts = FACTS): string[] =>
  checkDraft(orderDraft({ ...DRAFT, ...draft }), facts).map(
    ({ severity, code, params }) => `${severity} ${code}${params['guard'] === undefined ? '' : ` ${params['guard']}`}`,
  );

describe('an option priced in USD', () => {
  it('is held to the same band and limits as the price in coin that it comes to', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 600 }), (ticks) => {
        const coin = multiply(decimal(ticks), '0.0005' as DecimalString);
        const forms = convertPrice(coin, null, INSTRUMENT, TICKER, NOW_MS, 'sell');
        const usd = forms?.usd ?? '';
        expect(findings({ price: usd, advanced: 'usd' })).toEqual(findings({ price: coin }));
      }),
    );
  });

  it.each([
    ['1', ['warning price_below_band', 'warning price_far', 'warning volatility_far']],
    ['5000', ['warning price_far', 'warning volatility_far']],
    ['7300', []],
    ['90000', ['warning price_far', 'warning volatility_far']],
  ])('at %s USD', (price, found) => {
    expect(codesOf({ price, advanced: 'usd' })).toEqual(found);
  });

  it('offers no price in coin as a fix', () => {
    const issues = checkDraft(orderDraft({ ...DRAFT, price: '1', advanced: 'usd' }), FACTS);
    expect(issues.flatMap(({ fixes }) => fixes ?? [])).toEqual([]);
  });

  it('asks where what it comes to is not known', () => {
    const facts = { ...FACTS, ticker: optionTicker({ underlying_price: null }) };
    expect(codesOf({ price: '7300', advanced: 'usd' }, facts)).toEqual([
      'warning guard_unjudged conversion',
      'warning guard_unjudged volatility',
    ]);
  });
});

it('a volatility that comes to less than the band begins with is raised to it, which is told', () => {
  expect(codesOf({ price: '1', advanced: 'implv' })).toEqual([
    'warning price_below_band',
    'warning price_far',
    'warning volatility_far',
  ]);
});

describe('an option priced by volatility', () => {
  const LIMITS: GuardTier = { ...DEFAULT_GUARDS.hard, maxDistanceFromMark: decimal('0.3'), maxNotionalUsd: null };
  const OF_MARK = convertPrice(decimal(54), 'implv', INSTRUMENT, TICKER, NOW_MS, 'sell')?.quote ?? null;
  const held = (ticker: Record<string, unknown> = {}) => ({
    ...FACTS,
    ticker: { ...TICKER, mark_price: OF_MARK, ...ticker },
    guards: { ...DEFAULT_GUARDS, soft: { ...LIMITS, maxDistanceFromMark: null }, hard: LIMITS },
  });

  it('is held to the limits of distance as the price in coin that it comes to, the hard one too', () => {
    let stopped = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), (percent) => {
        const volatility = decimal(percent);
        const quote = convertPrice(volatility, 'implv', INSTRUMENT, TICKER, NOW_MS, 'sell')?.quote ?? '';
        const far = (draft: Partial<OrderDraft>) =>
          findings(draft, held()).filter((found) => found.includes('price_far'));
        const found = far({ price: volatility, advanced: 'implv' });
        expect(found).toEqual(far({ price: quote }));
        stopped += found.filter((each) => each.includes('error')).length;
      }),
    );
    expect(stopped).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['near the mark', {}, []],
    ['without a mark', { mark_price: null }, ['warning guard_unjudged mark']],
    ['where what it comes to is not known', { underlying_price: null }, ['warning guard_unjudged conversion']],
  ])('%s', (_name, ticker, found) => {
    expect(codesOf({ price: '54', advanced: 'implv' }, held(ticker))).toEqual(found);
  });
});

it('a price in coin that no volatility gives asks, whatever the distance', () => {
  const deep = { ...FACTS, ticker: optionTicker({ mark_iv: 54, underlying_price: 180_000, mark_price: 0.46 }) };
  expect(codesOf({ price: '0.43' }, deep)).toEqual(['warning guard_unjudged volatility_below']);
});

describe('the limit of volatility, where it is the only one', () => {
  const NO_LIMITS: GuardTier = { ...DEFAULT_GUARDS.hard, maxNotionalUsd: null, maxBlockRfqUsd: null };
  const KNOWN = { mark_iv: 54, underlying_price: 99_000, min_price: 0.0005, max_price: 0.9 };
  const ALONE = { ...NO_LIMITS, maxVolatilityPoints: decimal(5) };
  const FORMS = {
    coin: { price: '0.03' },
    usd: { price: '3000', advanced: 'usd' },
    implv: { price: '5', advanced: 'implv' },
  } as const;
  const FAR = 'volatility_far';
  const NO_MARK = 'guard_unjudged volatility';
  const NO_OWN = 'guard_unjudged volatility_of_price';
  const THEN = 'guard_unjudged volatility_then';

  const limited = (ticker: Record<string, unknown>, soft: GuardTier, hard: GuardTier) => ({
    ...FACTS,
    ticker: optionTicker({ ...KNOWN, ...ticker }),
    guards: { ...DEFAULT_GUARDS, soft, hard },
  });

  it.each<[string, Record<string, unknown>, Record<keyof typeof FORMS, string>]>([
    ['all is known', {}, { coin: FAR, usd: FAR, implv: FAR }],
    ['the mark has no volatility', { mark_iv: null }, { coin: NO_MARK, usd: NO_MARK, implv: NO_MARK }],
    ['no underlying is known', { underlying_price: null }, { coin: NO_OWN, usd: NO_OWN, implv: FAR }],
    ['no index is known', { index_price: null }, { coin: NO_OWN, usd: NO_OWN, implv: FAR }],
  ])('%s: what is far is stopped or asked, what can’t be judged asks by either tier', (_name, ticker, expected) => {
    for (const [form, code] of Object.entries(expected) as [keyof typeof FORMS, string][]) {
      const severity = code === FAR ? 'error' : 'warning';
      expect(codesOf(FORMS[form], limited(ticker, ALONE, NO_LIMITS)), form).toEqual([`warning ${code}`]);
      expect(codesOf(FORMS[form], limited(ticker, NO_LIMITS, ALONE)), form).toEqual([`${severity} ${code}`]);
      expect(codesOf(FORMS[form], limited(ticker, NO_LIMITS, NO_LIMITS)), form).toEqual([]);
    }
  });

  it.each([
    ['0.0745', []],
    ['0.0755', []],
    ['0.0765', ['warning guard_unjudged volatility']],
  ])('says nothing within a tick of the mark, where no price tells a volatility more finely: %s', (price, found) => {
    expect(codesOf({ price }, limited({ mark_iv: null, mark_price: 0.075 }, ALONE, NO_LIMITS))).toEqual(found);
  });

  it('is none of a perpetual’s', () => {
    const facts = limited({ mark_iv: null }, ALONE, ALONE);
    const perpetual = orderFacts({ guards: facts.guards });
    expect(codesOf(orderDraft(), perpetual)).toEqual([]);
  });

  it.each<[string, Partial<ChildDraft>, Record<string, unknown>, string[]]>([
    ['a limit near the mark', { price: '0.0745' }, { mark_price: 0.075 }, []],
    ['a limit', { price: '0.03' }, {}, [FAR]],
    ['a limit, where the mark has no volatility', { price: '0.03' }, { mark_iv: null }, [NO_MARK]],
    ['a limit, where no underlying is known', { price: '0.03' }, { underlying_price: null }, [NO_OWN]],
    ['what waits for a trigger', { type: 'stop_limit', price: '0.03', trigger: 'mark_price' }, {}, [THEN]],
    ['what goes at market', { type: 'stop_market', price: '', trigger: 'mark_price' }, { mark_iv: null }, []],
  ])('holds a linked order as the sell itself: %s', (_name, child, ticker, expected) => {
    const linked = {
      ...DRAFT,
      price: '0.075',
      linked_order_type: 'one_triggers_other' as const,
      trigger_fill_condition: 'complete_fill' as const,
      children: [childDraft({ amount: '1', trigger_price: '0.1', ...child })],
    };
    const said = (soft: GuardTier, hard: GuardTier) =>
      checkDraft(orderDraft(linked), limited({ mark_price: 0.075, ...ticker }, soft, hard))
        .filter(({ code }) => code === 'volatility_far' || code === 'guard_unjudged')
        .map(({ severity, code, params, child: index }) => ({ severity, code, guard: params['guard'], index }));
    const wanted = (severity: string) =>
      expected.map((found) => {
        const [code, guard] = found.split(' ');
        return { severity: code === FAR ? severity : 'warning', code, guard, index: 0 };
      });
    expect(said(ALONE, NO_LIMITS)).toEqual(wanted('warning'));
    expect(said(NO_LIMITS, ALONE)).toEqual(wanted('error'));
    expect(said(NO_LIMITS, NO_LIMITS)).toEqual([]);
  });

  it.each(['maxDistanceFromMark', 'maxDistanceFromTouch'] as const)(
    'says nothing of a linked one held by %s',
    (limit) => {
      const waiting = { type: 'stop_limit', trigger: 'mark_price' } as const;
      const linked = orderDraft({
        ...DRAFT,
        price: '0.075',
        linked_order_type: 'one_triggers_other',
        trigger_fill_condition: 'complete_fill',
        children: [childDraft({ ...waiting, direction: 'sell', amount: '1', price: '0.03', trigger_price: '0.03' })],
      });
      const held = { ...ALONE, [limit]: decimal('0.3') };
      const said = (guards: GuardTier) => codesOf(linked, limited({ mark_price: 0.075 }, guards, NO_LIMITS));
      expect(said(held)).not.toContain(`warning ${THEN}`);
      expect(said(ALONE)).toContain(`warning ${THEN}`);
    },
  );
});
