import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import {
  familyOf,
  parseExpiry,
  parseOptionName,
  writeExpiry,
  writeOptionName,
} from '../../../../shared/service/option-name.ts';
import { readSamples, findRecords } from '../../../support/records/recorded-samples.ts';

const DAY_MS = 86_400_000;

describe('the name of an option', () => {
  it.each([
    ['BTC-27MAR27-100000-C', 'BTC', '2027-03-27T08:00:00.000Z', '100000', 'call'],
    ['ETH-5JUN26-3200-P', 'ETH', '2026-06-05T08:00:00.000Z', '3200', 'put'],
    ['XRP_USDC-25DEC26-0d625-C', 'XRP_USDC', '2026-12-25T08:00:00.000Z', '0.625', 'call'],
  ])('%s is read', (name, family, expiry, strike, type) => {
    expect(parseOptionName(name)).toEqual({ family, expiryMs: Date.parse(expiry), strike, type });
  });

  it.each([
    'BTC-PERPETUAL',
    'BTC-27MAR27',
    'BTC-31FEB27-100000-C',
    'BTC-0MAR27-100000-C',
    'BTC-27MRZ27-100000-C',
    'BTC-27MAR27-0-C',
    'BTC-27MAR27-0100-C',
    'BTC-27MAR27-1.5-C',
    'BTC-27MAR27-0d50-C',
    'BTC-27MAR27-100000-X',
    'btc-27MAR27-100000-C',
    'BTC-CS-27MAR27-100000_110000',
    ' BTC-27MAR27-100000-C',
    '',
  ])('%j is none', (name) => expect(parseOptionName(name)).toBeNull());

  it('comes back as it was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('BTC', 'ETH', 'BTC_USDC', 'XRP_USDC', '1INCH'),
        fc.integer({ min: 0, max: 36_500 }),
        fc.tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 4 })),
        fc.constantFrom('call' as const, 'put' as const),
        (family, day, [digits, places], type) => {
          const expiryMs = Date.UTC(2000, 0, 1, 8) + day * DAY_MS;
          const option = { family, expiryMs, strike: decimal(`${digits}e-${places}`), type };
          const name = writeOptionName(option);
          expect(parseOptionName(name)).toEqual(option);
          expect(familyOf(name)).toBe(family);
        },
      ),
    );
  });

  it('says the same as the fields of every recorded option', () => {
    const options = readSamples()
      .flatMap(findRecords)
      .filter(({ kind, record }) => kind === 'instrument' && record['kind'] === 'option');
    expect(options.length).toBeGreaterThan(300);
    for (const { record, where } of options) {
      const read = parseOptionName(record['instrument_name'] as string);
      expect({ where, strike: Number(read?.strike), type: read?.type, expiryMs: read?.expiryMs }).toEqual({
        where,
        strike: record['strike'],
        type: record['option_type'],
        expiryMs: record['expiration_timestamp'],
      });
    }
  });

  it('has an expiry that reads what it writes', () => {
    expect(writeExpiry(Date.UTC(2026, 5, 5, 8))).toBe('5JUN26');
    expect(parseExpiry('5JUN26')).toBe(Date.UTC(2026, 5, 5, 8));
    expect(parseExpiry('JUN26')).toBeNull();
  });
});
