import { expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { amountUnit, priceUnit } from '../../../../shared/orders/facts.ts';
import { notionalUsd } from '../../../../shared/orders/notional.ts';
import { type Instrument, instrumentSchema } from '../../../../shared/service/instrument.ts';
import { findUnknownTerm } from '../../../../shared/service/unknown-terms.ts';
import { findRecords, readSamples } from '../../../support/records/recorded-samples.ts';
import { option, perpetual, perpetualTicker } from '../../../support/records/records.ts';

it.each<[what: string, instrument: Instrument, field: string, value: string]>([
  ['kind', perpetual({ kind: 'perpetual_combo' }), 'kind', 'perpetual_combo'],
  ['type', perpetual({ instrument_type: 'quanto' }), 'instrument_type', 'quanto'],
  ['strike', option({ strike: undefined }), 'strike', ''],
  ['strike above zero', option({ strike: 0 }), 'strike', '0'],
  ['option type', option({ option_type: 'binary' }), 'option_type', 'binary'],
  ['expiry', option({ expiration_timestamp: undefined }), 'expiration_timestamp', ''],
])('an instrument without a known %s says so', (_what, instrument, field, value) => {
  expect(findUnknownTerm(instrument)).toEqual({ field, value });
});

it('one of an unknown kind or type has no unit and no worth', () => {
  for (const instrument of [perpetual({ kind: 'xyz' }), perpetual({ instrument_type: 'quanto' })]) {
    expect([amountUnit(instrument), priceUnit(instrument)]).toEqual(['?', '?']);
    expect(notionalUsd(instrument, decimal(10), null, perpetualTicker())).toBeNull();
  }
});

it('every recorded instrument is known, and amounts of old linear ones are in their coin', () => {
  const records = readSamples()
    .flatMap(findRecords)
    .filter(({ kind }) => kind === 'instrument')
    .map(({ record }) => instrumentSchema.parse(record));
  expect(records.length).toBeGreaterThan(100);
  expect(records.filter((instrument) => findUnknownTerm(instrument) !== null)).toEqual([]);
  const units = records.filter((one) => one.instrument_type === undefined && one.instrument_name.includes('_'));
  expect(units.length).toBeGreaterThan(10);
  for (const instrument of units) expect(amountUnit(instrument)).toBe(instrument.base_currency);
});
