import { describe, expect, it } from 'vitest';
import { readBookState } from '../../../../renderer/features/instrument/book-states.ts';
import { describeInstrument, describeTicks } from '../../../../renderer/features/instrument/instrument-fields.ts';
import { describeCountdown, listNextEvents } from '../../../../renderer/features/instrument/next-events.ts';
import { hedgeSteps, legSteps, priceSteps } from '../../../../renderer/features/rfq/composer/number-steps.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { whereSized } from '../../../../shared/orders/facts.ts';
import { INSTRUMENT_STATES, instrumentSchema, NO_EXPIRY_MS } from '../../../../shared/service/instrument.ts';
import { listHidden } from '../../../support/window/hidden-fields.ts';
import { findRecords, readSamples } from '../../../support/records/recorded-samples.ts';
import { OPTION, PERPETUAL } from '../samples.ts';

const HOUR_MS = 3_600_000;
const EXPIRY = OPTION.expiration_timestamp ?? 0;

function values(groups: ReturnType<typeof describeInstrument>, group: string): Record<string, string> {
  const fields = groups.find(({ name }) => name === group)?.fields ?? [];
  return Object.fromEntries(fields.map(({ name, text, unit }) => [name, `${text} ${unit}`.trim()]));
}

describe('the fields of an instrument', () => {
  it('show every field of every recorded one: another value of it shows something else', () => {
    const instruments = readSamples()
      .flatMap(findRecords)
      .filter(({ kind }) => kind === 'instrument');
    expect(instruments.length).toBeGreaterThan(400);
    const hidden = instruments.flatMap(({ record, where }) =>
      listHidden(record, (sent) => {
        const instrument = instrumentSchema.parse(sent);
        return [instrument.instrument_name, describeInstrument(instrument), describeTicks(instrument)];
      }).map((path) => `${where} ${path}`),
    );
    // All times from the year 3000 on mean never.
    const neverEnding = new Set(
      instruments
        .filter(({ record }) => Number(record['expiration_timestamp']) >= NO_EXPIRY_MS)
        .map(({ where }) => `${where} expiration_timestamp`),
    );
    expect(hidden.filter((path) => !neverEnding.has(path))).toEqual([]);
  });

  it('show what the schema knows and no sample has, and what nobody knows as it came', () => {
    const numbers = Object.fromEntries(Object.keys(instrumentSchema.shape).map((key, index) => [key, 1000 + index]));
    const words = ['instrument_name', 'kind', 'base_currency', 'quote_currency', 'counter_currency', 'price_index'];
    const full = {
      ...numbers,
      ...Object.fromEntries(
        [...words, 'settlement_currency', 'settlement_period', 'state', 'option_type'].map((key) => [key, key]),
      ),
      ...Object.fromEntries(
        ['instrument_type', 'future_type', 'underlying_type', 'product_group'].map((key) => [key, key]),
      ),
      is_active: true,
      rfq: false,
      tick_size_steps: [{ above_price: 5, tick_size: 7, odd: 'x' }],
      brand_new: { a: [1] },
    };
    const describeAll = (sent: unknown) => {
      const instrument = instrumentSchema.parse(sent);
      return [instrument.instrument_name, describeInstrument(instrument), describeTicks(instrument)];
    };
    expect(listHidden(full, describeAll)).toEqual([]);
    expect(values(describeInstrument(instrumentSchema.parse(full)), 'Other fields')).toEqual({
      brand_new: '{"a":[1]}',
      'tick_size_steps[0].odd': 'x',
    });
  });

  it('have the units of their kind', () => {
    expect(values(describeInstrument(OPTION), 'Sizes')).toEqual({
      Contract: '1 BTC',
      Minimum: '0.1 BTC',
      Step: '0.1 BTC',
    });
    expect(values(describeInstrument(PERPETUAL), 'Sizes')).toMatchObject({ Contract: '10 USD' });
    expect(values(describeInstrument({ ...PERPETUAL, instrument_type: 'linear' }), 'Sizes')).toMatchObject({
      Contract: '10 BTC',
    });
    expect(values(describeInstrument({ ...OPTION, maker_commission: decimal(-0.00025) }), 'Fees')).toMatchObject({
      Maker: '−0.025 %',
    });
    const linear = { ...OPTION, price_index: 'btc_usdc' };
    expect(values(describeInstrument(linear), 'Contract')).toMatchObject({ Strike: '100,000 USDC' });
    expect(values(describeInstrument(OPTION), 'Contract')).toMatchObject({ Strike: '100,000 USD' });
    expect(values(describeInstrument(PERPETUAL), 'Life')).toMatchObject({ Expires: 'never' });
    expect(values(describeInstrument(PERPETUAL), 'Fees')).toEqual({ Maker: '–', Taker: '–', Block: '–' });
  });
});

describe('an instrument that is listed and not open yet', () => {
  const listed = instrumentSchema.parse({
    ...PERPETUAL,
    tick_size: 0,
    min_trade_amount: 0,
    contract_size: 0,
    base_currency: '',
  });

  it('has no sizes and no tick, never sizes of zero', () => {
    expect(values(describeInstrument(listed), 'Sizes')).toEqual({ Contract: '–', Minimum: '–', Step: '–' });
    expect(values(describeInstrument(listed), 'Contract')).toMatchObject({ Base: '–' });
    expect(describeTicks(listed)).toEqual([{ range: 'every price', tick: '–' }]);
  });

  it('is computed with by no field of ticket and composer', () => {
    expect([whereSized(listed), whereSized(PERPETUAL)]).toEqual([null, PERPETUAL]);
    expect([legSteps(listed), hedgeSteps(listed, null), priceSteps(listed, null)]).toEqual([null, null, null]);
  });
});

describe('the tick table', () => {
  it('has a line for each step, in order', () => {
    expect(describeTicks(OPTION)).toEqual([
      { range: 'up to 0.005', tick: '0.0001' },
      { range: 'above 0.005', tick: '0.0005' },
    ]);
    const instrument = instrumentSchema.parse({
      ...OPTION,
      tick_size_steps: [
        { above_price: 100, tick_size: 5 },
        { above_price: 10, tick_size: 1 },
      ],
    });
    expect(describeTicks(instrument).map(({ range }) => range)).toEqual([
      'up to 10',
      'above 10, up to 100',
      'above 100',
    ]);
    expect(describeTicks(PERPETUAL)).toEqual([{ range: 'every price', tick: '0.5' }]);
  });
});

describe('the states of a book', () => {
  it('are all of the contract’s, and allow what it says', () => {
    const allowed = Object.fromEntries(
      INSTRUMENT_STATES.map((state) => {
        const rules = readBookState(state);
        return [
          state,
          [rules?.newOrders, rules?.edits, rules?.cancels].map((is) => (is === true ? 'y' : 'n')).join(''),
        ];
      }),
    );
    expect(allowed).toEqual({
      open: 'yyy',
      settlement: 'nnn',
      delivered: 'nnn',
      inactive: 'nnn',
      locked: 'nny',
      halted: 'nnn',
      archivized: 'nnn',
    });
    expect(readBookState('toString')).toBeNull();
  });
});

describe('what comes next', () => {
  const names = (instrument: typeof OPTION, state: string, nowMs: number) =>
    listNextEvents(instrument, state, nowMs).map(({ name }) => name);

  it('is settlement each day and delivery at the end for an option', () => {
    expect(names(OPTION, 'open', EXPIRY - 30 * HOUR_MS)).toEqual([
      'Daily settlement',
      'Delta decays',
      'Expiry and delivery',
    ]);
    expect(names(OPTION, 'open', EXPIRY - 2 * HOUR_MS)).toEqual(['Delta decays', 'Expiry and delivery']);
    expect(names(OPTION, 'open', EXPIRY - HOUR_MS / 4)).toEqual(['Expiry and delivery']);
    expect(names(OPTION, 'delivered', EXPIRY + HOUR_MS)).toEqual(['Afterwards']);
  });

  it('is funding and settlement for a perpetual, and no settlement while a book is halted', () => {
    const nowMs = Date.UTC(2026, 10, 21, 9);
    expect(listNextEvents(PERPETUAL, 'open', nowMs).map(({ name, atMs }) => [name, atMs])).toEqual([
      ['Funding', null],
      ['Daily settlement', Date.UTC(2026, 10, 22, 8)],
    ]);
    expect(listNextEvents(PERPETUAL, 'halted', nowMs)[1]?.text).toContain('Impossible');
  });

  it.each([
    [126.75 * 24 * HOUR_MS, '126 d 18 h'],
    [18.05 * HOUR_MS, '18 h 3 min'],
    [200_000, '3 min 20 s'],
    [12_000, '12 s'],
    [400, '0 s'],
    [0, 'passed'],
    [-5, 'passed'],
  ])('in %d ms reads %s', (leftMs, text) => expect(describeCountdown(leftMs)).toBe(text));
});
