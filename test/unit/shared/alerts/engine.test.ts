import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import {
  type AlertMemory,
  type AlertReading,
  INPUT_GRACE_MS,
  judge as judgeBy,
  NEW_MEMORY,
} from '../../../../shared/alerts/engine.ts';
import { type AlertNews, type AlertRule, alertRuleSchema } from '../../../../shared/alerts/rule.ts';
import { parseCondition } from '../../../../shared/alerts/condition-text.ts';
import { tickerSchema } from '../../../../shared/service/ticker.ts';
import { findRecords, readSamples } from '../../../support/records/recorded-samples.ts';
import { optionTicker } from '../../../support/records/records.ts';

const MINUTE = 60_000;

function ruleOf(changes: Partial<AlertRule> & { comparison?: 'above' | 'below' } = {}): AlertRule {
  const { comparison = 'above', ...rest } = changes;
  return alertRuleSchema.parse({
    id: '2d1a8a63-5b0b-4a0e-9d5c-0c7a7f4e1a11',
    condition: {
      source: { kind: 'account', currency: 'BTC' },
      field: 'equity',
      divided_by: null,
      is_absolute: false,
      comparison,
      limit: 100,
    },
    hysteresis: 0,
    repeat_minutes: null,
    snoozed_until: null,
    ...rest,
  });
}

/** By clocks that show the same. */
const judge = (rule: AlertRule, memory: AlertMemory, reading: AlertReading, now: number) =>
  judgeBy(rule, memory, reading, { wallMs: now, steadyMs: now });

interface Step {
  /** Null: a stale reading. */
  readonly value: number | null;
  readonly afterMs: number;
}

/** Runs the steps one after the other; the news of each step, and the time it came at. */
function run(rule: AlertRule, steps: readonly Step[]) {
  let memory = NEW_MEMORY;
  let now = 0;
  return steps.map(({ value, afterMs }) => {
    now += afterMs;
    const reading: AlertReading =
      value === null ? { record: null, isStale: true } : { record: { equity: decimal(value) }, isStale: false };
    const judged = judge(rule, memory, reading, now);
    memory = judged.memory;
    return { now, news: judged.news, isRaised: memory.condition.isOn, value };
  });
}

const kinds = (news: readonly AlertNews[]): string[] => news.map(({ kind }) => kind);
const everySecond = (values: readonly (number | null)[]): Step[] => values.map((value) => ({ value, afterMs: 1000 }));
const level = fc.integer({ min: 0, max: 200 });
const comparisons = fc.constantFrom('above' as const, 'below' as const);

describe('an alert', () => {
  it('is raised at a crossing, once, and over when the value is back', () => {
    const told = run(ruleOf(), everySecond([90, 101, 120, 100, 90, 101])).map(({ news }) => kinds(news));
    expect(told).toEqual([[], ['raised'], [], ['over'], [], ['raised']]);
  });

  it('tells each crossing once, whatever the values', () => {
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 60 }),
        fc.integer({ min: 0, max: 50 }),
        comparisons,
        (values, hysteresis, comparison) => {
          const rule = ruleOf({ comparison, hysteresis: decimal(hysteresis) });
          // The same, written the plain way: a two-state machine over the mirrored values.
          const sign = comparison === 'above' ? 1 : -1;
          let isRaised = false;
          const expected = values.map((value) => {
            const past = (value - 100) * sign;
            const next = past > 0 || (isRaised && past > -hysteresis);
            const kind = next === isRaised ? [] : [next ? 'raised' : 'over'];
            isRaised = next;
            return kind;
          });
          expect(run(rule, everySecond(values)).map(({ news }) => kinds(news))).toEqual(expected);
        },
      ),
    );
  });

  it('never flaps within its hysteresis', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 81, max: 140 }), { minLength: 1, maxLength: 60 }), (values) => {
        const told = run(ruleOf({ hysteresis: decimal(20) }), everySecond([101, ...values])).flatMap(
          ({ news }) => news,
        );
        expect(kinds(told)).toEqual(['raised']);
      }),
    );
  });

  it('says nothing while it is snoozed, and speaks after if it still stands', () => {
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 60 }),
        (values, snoozedS) => {
          const rule = ruleOf({ snoozed_until: snoozedS * 1000, repeat_minutes: 1 });
          const told = run(rule, everySecond(values));
          expect(told.filter(({ now, news }) => now < snoozedS * 1000 && news.length > 0)).toEqual([]);
          const firstAfter = told.find(({ now }) => now >= snoozedS * 1000);
          if (firstAfter !== undefined) expect(kinds(firstAfter.news)).toEqual(firstAfter.isRaised ? ['raised'] : []);
        },
      ),
    );
  });

  it('is told again as often as asked while it stands, one level higher each time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 1, max: 5 * MINUTE }), { maxLength: 40 }),
        (repeatMinutes, gaps) => {
          const rule = ruleOf({ repeat_minutes: repeatMinutes });
          const told = run(
            rule,
            gaps.map((afterMs) => ({ value: 150, afterMs })),
          ).flatMap(({ now, news }) => news.map((item) => ({ now, level: item.level })));
          expect(told.map((item) => item.level)).toEqual(told.map((_, index) => index + 1));
          for (const [index, item] of told.entries()) {
            const before = told[index - 1];
            if (before !== undefined) expect(item.now - before.now).toBeGreaterThanOrEqual(repeatMinutes * MINUTE);
          }
          const end = gaps.reduce((sum, gap) => sum + gap, 0);
          const last = told.at(-1);
          if (last !== undefined) expect(end - last.now).toBeLessThan(repeatMinutes * MINUTE);
        },
      ),
    );
  });

  it('is told once when nothing is to be repeated', () => {
    const steps = Array.from({ length: 100 }, () => ({ value: 150, afterMs: MINUTE }));
    expect(run(ruleOf(), steps).flatMap(({ news }) => kinds(news))).toEqual(['raised']);
  });
});

describe('a stale input', () => {
  it('raises an alert of its own after the grace, and is told when it is back', () => {
    const steps = [
      { value: 90, afterMs: 1000 },
      { value: null, afterMs: 1000 },
      { value: null, afterMs: INPUT_GRACE_MS - 1 },
      { value: null, afterMs: 1 },
      { value: null, afterMs: MINUTE },
      { value: 90, afterMs: 1000 },
    ];
    expect(run(ruleOf(), steps).map(({ news }) => kinds(news))).toEqual([
      [],
      [],
      [],
      ['input_lost'],
      [],
      ['input_back'],
    ]);
  });

  it('neither raises nor ends what stood, and silences no repeat', () => {
    const steps = [
      { value: 150, afterMs: 1000 },
      { value: null, afterMs: 2 * MINUTE },
      { value: null, afterMs: 2 * MINUTE },
    ];
    const told = run(ruleOf({ repeat_minutes: 2 }), steps);
    expect(told.map(({ isRaised }) => isRaised)).toEqual([true, true, true]);
    expect(told.map(({ news }) => kinds(news))).toEqual([['raised'], ['raised'], ['input_lost', 'raised']]);
  });

  it('is told of an instrument that never had a value', () => {
    const rule = ruleOf();
    const waiting: AlertReading = { record: null, isStale: false };
    const first = judge(rule, NEW_MEMORY, waiting, 0);
    expect(first.memory.inputState).toBe('waiting');
    expect(kinds(judge(rule, first.memory, waiting, INPUT_GRACE_MS).news)).toEqual(['input_lost']);
  });

  it('is told of a figure that the record does not carry', () => {
    for (const record of [{ equity: '5' }, { balance: '7', equity: null }, { balance: '7', equity: 'NaN' }]) {
      const first = judge(SHARE, NEW_MEMORY, { record, isStale: false }, 0);
      expect(first.memory).toMatchObject({ inputState: 'missing', value: null });
      expect(first.memory.condition.isOn).toBe(false);
      expect(kinds(judge(SHARE, first.memory, { record, isStale: false }, INPUT_GRACE_MS).news)).toEqual([
        'input_lost',
      ]);
    }
  });
});

/** A limit that zero lies beyond, of the price or the volatility of a side. */
function sideRule(field: string, divided_by: string | null = null): AlertRule {
  const rule = ruleOf({ comparison: 'below' });
  const source = { kind: 'ticker', instrument_name: optionTicker().instrument_name } as const;
  return { ...rule, condition: { ...rule.condition, source, field, divided_by, limit: decimal(0.007) } };
}

const NO_BID = { best_bid_amount: 0, bid_iv: 0 };
const NO_ASK = { best_ask_amount: 0, ask_iv: 0 };

describe('a figure that services send as 0 where there is none', () => {
  it.each([
    ['bid_iv', { bid_iv: 0 }],
    ['ask_iv', { ask_iv: 0 }],
    ['index_price', { index_price: 0 }],
    ['underlying_price', { underlying_price: 0 }],
  ])('is not below a limit: %s', (field, changes) => {
    const judged = judge(sideRule(field), NEW_MEMORY, { record: optionTicker(changes), isStale: false }, 0);
    expect(judged.memory).toMatchObject({ inputState: 'missing', value: null });
    expect(judged.news).toEqual([]);
  });
});

it('`BTC-26FEB21-34000-C bid_iv < 30` is not raised by a bid below intrinsic, as recorded', () => {
  const records = readSamples()
    .flatMap(findRecords)
    .filter(({ kind, record }) => kind === 'ticker' && record['instrument_name'] === 'BTC-26FEB21-34000-C');
  const tickers = records.map(({ record }) => tickerSchema.parse(record));
  expect(tickers.map(({ best_bid_price, bid_iv }) => [best_bid_price !== '0', bid_iv])).toContainEqual([true, '0']);
  const read = parseCondition('BTC-26FEB21-34000-C bid_iv < 30');
  if (!read.ok) throw new Error('it is a condition');
  const rule = { ...ruleOf(), condition: read.value };
  for (const record of tickers) {
    const { memory, news } = judge(rule, NEW_MEMORY, { record, isStale: false }, 0);
    expect([memory.inputState, news]).toEqual(['missing', []]);
  }
});

describe('a side of the book that nobody quotes', () => {
  it.each([
    ['best_bid_price', { ...NO_BID, best_bid_price: 0 }],
    ['best_bid_price', { ...NO_BID, best_bid_price: null }],
    ['best_bid_price', { best_bid_price: 0, best_bid_amount: null }],
    ['bid_iv', { ...NO_BID, best_bid_price: 0 }],
    ['bid_iv', { ...NO_BID, best_bid_price: null }],
    ['best_ask_price', { ...NO_ASK, best_ask_price: 0 }],
    ['best_ask_price', { ...NO_ASK, best_ask_price: null }],
    ['ask_iv', { ...NO_ASK, best_ask_price: 0 }],
    ['ask_iv', { ...NO_ASK, best_ask_price: null }],
  ])('has no %s (%j)', (field, changes) => {
    const record = optionTicker(changes);
    for (const rule of [sideRule(field), sideRule(field, 'mark_price'), sideRule('mark_price', field)]) {
      const judged = judge(rule, NEW_MEMORY, { record, isStale: false }, 0);
      expect(judged.memory).toMatchObject({ inputState: 'missing', value: null });
      expect(judged.news).toEqual([]);
    }
  });

  it('raises nothing in the seconds of settlement, and ends nothing', () => {
    const rule = sideRule('best_bid_price');
    const settling = optionTicker({ ...NO_BID, state: 'settlement', best_bid_price: 0 });
    for (const [price, expected] of [
      [0.0201, []],
      [0.0069, ['raised']],
    ] as const) {
      const first = judge(rule, NEW_MEMORY, { record: optionTicker({ best_bid_price: price }), isStale: false }, 0);
      let { memory } = first;
      const told = kinds(first.news);
      for (let now = 1000; now <= 4000; now += 1000) {
        const judged = judge(rule, memory, { record: settling, isStale: false }, now);
        told.push(...kinds(judged.news));
        memory = judged.memory;
      }
      expect(told).toEqual(expected);
      expect(memory).toMatchObject({ inputState: 'missing', value: String(price) });
    }
  });

  it.each([
    ['best_ask_price', { ...NO_BID, best_bid_price: 0, best_ask_price: 0.006 }, '0.006'],
    ['ask_iv', { ...NO_BID, best_bid_price: 0, ask_iv: 0.005 }, '0.005'],
    ['best_bid_price', { ...NO_ASK, best_ask_price: 0, best_bid_price: 0.006 }, '0.006'],
    // A combo's price is a difference.
    ['best_bid_price', { best_bid_price: 0, best_bid_amount: 5 }, '0'],
    ['best_bid_amount', { ...NO_BID, best_bid_price: 0 }, '0'],
  ])('takes nothing from the other figures: %s (%j)', (field, changes, value) => {
    const judged = judge(sideRule(field), NEW_MEMORY, { record: optionTicker(changes), isStale: false }, 0);
    expect(judged.memory).toMatchObject({ inputState: 'fresh', value });
    expect(kinds(judged.news)).toEqual(['raised']);
  });
});

/** Equity as a part of the balance, above 100 %. */
const SHARE: AlertRule = { ...ruleOf(), condition: { ...ruleOf().condition, divided_by: 'balance' } };

describe('the part of a whole', () => {
  const judgeShare = (rule: AlertRule, equity: string, balance: string) =>
    judge(rule, NEW_MEMORY, { record: { equity, balance }, isStale: false }, 0);

  it('is in percent', () => {
    expect(judgeShare(SHARE, '3', '8').memory.value).toBe('37.5');
    expect(judgeShare(SHARE, '0', '0').memory).toMatchObject({ value: '0', inputState: 'fresh' });
  });

  it.each(['0', '-6'])('is beyond any percentage where the whole is %s', (balance) => {
    const judged = judgeShare(SHARE, '5', balance);
    expect(judged.memory).toMatchObject({ value: null, inputState: 'fresh' });
    expect(kinds(judged.news)).toEqual(['raised']);
    const below: AlertRule = { ...SHARE, condition: { ...SHARE.condition, comparison: 'below' } };
    expect(judgeShare(below, '5', balance).news).toEqual([]);
  });

  it.each(['0', '-6'])('is beyond any percentage for what is below zero, too, where the whole is %s', (balance) => {
    const lossOf = (comparison: 'above' | 'below', is_absolute: boolean): AlertRule => ({
      ...SHARE,
      condition: { ...SHARE.condition, comparison, is_absolute, limit: decimal(is_absolute ? 100 : -100) },
    });
    const told = (rule: AlertRule) => {
      const { memory, news } = judgeShare(rule, '-5', balance);
      expect(memory).toMatchObject({ value: null, inputState: 'fresh' });
      return kinds(news);
    };
    expect(told(lossOf('below', false))).toEqual(['raised']);
    expect(told(lossOf('above', false))).toEqual([]);
    expect(told(lossOf('above', true))).toEqual(['raised']);
    expect(told(lossOf('below', true))).toEqual([]);
  });
});
