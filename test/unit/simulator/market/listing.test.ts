import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import { belongsTo, type Instrument } from '../../../../simulator/market/instrument.ts';
import { Catalogue, listInstruments } from '../../../../simulator/market/listing.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const INDEX = { BTC: 97_400, ETH: 3618, SOL: 187.4, XRP: 1.246 };
const LISTED = listInstruments(NOW_MS, (coin) => INDEX[coin]);

function named(name: string): Instrument {
  const found = LISTED.find((instrument) => instrument.name === name);
  if (found === undefined) throw new Error(`no instrument ${name}`);
  return found;
}

/** A record that the service sent, by its file and name. */
function recorded(file: string, fits: (record: Readonly<Record<string, unknown>>) => boolean) {
  const entries = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../support/records/service-samples', file), 'utf8'),
  ) as { origin: string; response: { result?: unknown } }[];
  for (const { origin, response } of entries) {
    const records = [response.result ?? response].flat() as Readonly<Record<string, unknown>>[];
    const found = origin === 'recorded' ? records.find(fits) : undefined;
    if (found !== undefined) return found;
  }
  throw new Error(`nothing of that kind in ${file}`);
}

/** What each exchange decides for itself: identities and dates. */
const OWN = ['instrument_id', 'creation_timestamp', 'expiration_timestamp', 'lot_size'];

function without(record: Readonly<Record<string, unknown>>, fields: readonly string[]) {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !fields.includes(key)));
}

describe('what is listed', () => {
  test('some 800 instruments, every name once, in the order of their numbers', () => {
    expect(LISTED.length).toBeGreaterThan(700);
    expect(LISTED.length).toBeLessThan(950);
    expect(new Set(LISTED.map((instrument) => instrument.name)).size).toBe(LISTED.length);
    expect(LISTED.map((instrument) => instrument.order)).toEqual(LISTED.map((_, order) => order));
  });

  test.each(['BTC', 'ETH'] as const)('%s: a perpetual, four dated futures, chains of 15 strikes or more', (base) => {
    const own = LISTED.filter((instrument) => instrument.settlement === base && instrument.base === base);
    expect(own.filter((instrument) => instrument.perpetual)).toHaveLength(1);
    expect(own.filter((instrument) => instrument.kind === 'future' && !instrument.perpetual)).toHaveLength(4);
    const chains = Map.groupBy(
      own.filter((instrument) => instrument.kind === 'option'),
      (instrument) => instrument.expiryMs,
    );
    expect(chains.size).toBeGreaterThanOrEqual(6);
    for (const chain of chains.values()) {
      for (const type of ['call', 'put']) {
        const strikes = chain.filter(({ option }) => option?.type === type).map(({ option }) => option?.strike ?? 0);
        expect(strikes.length).toBeGreaterThanOrEqual(15);
        expect(Math.min(...strikes)).toBeLessThan(INDEX[base]);
        expect(Math.max(...strikes)).toBeGreaterThan(INDEX[base]);
      }
    }
  });

  test('linear perpetuals and options, spot, combos of futures and of options', () => {
    const names = LISTED.map((instrument) => instrument.name);
    const some = ['BTC_USDC-PERPETUAL', 'ETH_USDC-PERPETUAL', 'SOL_USDC-PERPETUAL', 'XRP_USDC-PERPETUAL'];
    expect(names).toEqual(expect.arrayContaining([...some, 'BTC_USDC', 'ETH_USDC', 'ETH_BTC', 'BTC-FS-25DEC26_PERP']));
    expect(names.some((name) => /^BTC_USDC-\d+[A-Z]{3}\d\d-\d+-C$/.test(name))).toBe(true);
    expect(names.some((name) => /^XRP_USDC-\d+[A-Z]{3}\d\d-1d\d+-P$/.test(name))).toBe(true);
    for (const code of ['CS', 'PS', 'STRD', 'STRG', 'RR']) {
      expect(
        names.some((name) => new RegExp(`^ETH-${code}-\\d+[A-Z]{3}\\d\\d-`).test(name)),
        code,
      ).toBe(true);
    }
  });

  test('the names of futures and options say base, date, strike and type', () => {
    for (const instrument of LISTED.filter(({ kind }) => kind === 'option')) {
      const [underlying, date, strike, letter] = instrument.name.split('-');
      expect(underlying).toBe(instrument.linear ? `${instrument.base}_USDC` : instrument.base);
      expect(date).toMatch(/^[1-9]\d?[A-Z]{3}\d\d$/);
      expect(Number(strike?.replace('d', '.'))).toBe(instrument.option?.strike);
      expect(letter).toBe(instrument.option?.type === 'call' ? 'C' : 'P');
    }
  });

  test('a currency finds what settles in it, and spot by both of its currencies', () => {
    expect(belongsTo(named('SOL_USDC-PERPETUAL'), 'USDC')).toBe(true);
    expect(belongsTo(named('SOL_USDC-PERPETUAL'), 'SOL')).toBe(false);
    expect(belongsTo(named('BTC_USDC'), 'BTC')).toBe(true);
    expect(belongsTo(named('ETH_BTC'), 'BTC')).toBe(true);
    expect(belongsTo(named('ETH_BTC'), 'USDC')).toBe(false);
  });
});

describe('records as the service sends them', () => {
  test('every one is an instrument of the contract', () => {
    for (const { fields, name } of LISTED) {
      const parsed = instrumentSchema.safeParse({ ...fields, state: 'open', is_active: true });
      expect(parsed.error?.issues ?? [], name).toEqual([]);
    }
  });

  test('the perpetual is the recorded one of 2026', () => {
    const sent = recorded('public_get_instrument.json', (record) => record['product_group'] === 'BTC');
    expect({ ...without(named('BTC-PERPETUAL').fields, OWN), state: 'open', is_active: true }).toEqual(
      without(sent, OWN),
    );
  });

  test('an inverse option has the recorded fields and terms', () => {
    const sent = recorded('public_get_instrument.json', (record) => record['kind'] === 'option');
    const own = named('BTC-26MAR27-100000-C').fields;
    expect(own).toMatchObject(without(sent, [...OWN, 'instrument_name', 'rfq', 'is_active']));
  });

  test('a linear option of XRP has the recorded fields and terms', () => {
    const sent = recorded('public_get_instruments.json', (record) => record['product_group'] === 'TIER_2');
    const own = LISTED.find(({ base, kind }) => base === 'XRP' && kind === 'option')?.fields ?? {};
    const changing = [...OWN, 'instrument_name', 'settlement_period', 'strike', 'option_type', 'state', 'is_active'];
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(without(sent, ['state', 'is_active'])).toSorted());
    expect(own).toMatchObject(without(sent, changing));
  });

  test('spot has no settlement fields', () => {
    const sent = recorded('public_get_instruments.json', (record) => record['kind'] === 'spot');
    const own = named('BTC_USDC').fields;
    for (const field of Object.keys(without(sent, ['is_active']))) expect(own).toHaveProperty(field);
    expect(Object.keys(own).filter((field) => /settlement|leverage|strike/.test(field))).toEqual([]);
  });

  test('combos have no block trade fields and no commission', () => {
    const sent = recorded('public_get_instruments.json', (record) => record['kind'] === 'option_combo');
    const own = LISTED.find(({ kind }) => kind === 'option_combo')?.fields ?? {};
    expect(Object.keys(own).toSorted()).toEqual(Object.keys(without(sent, ['state', 'is_active'])).toSorted());
    expect(own).toMatchObject({ maker_commission: 0, taker_commission: 0, tick_size: 0.0001, min_trade_amount: 0.1 });
  });
});

test('what comes later is added to what is there: nothing twice, numbers go on', () => {
  const catalogue = new Catalogue();
  const first = catalogue.listMissing(NOW_MS, (coin) => INDEX[coin]);
  expect(catalogue.listMissing(NOW_MS, (coin) => INDEX[coin])).toEqual([]);
  const later = catalogue.listMissing(NOW_MS + 7 * 86_400_000, (coin) => INDEX[coin] * 1.1);
  expect(later.length).toBeGreaterThan(50);
  const names = [...first, ...later].map((instrument) => instrument.name);
  expect(new Set(names).size).toBe(names.length);
  expect([...first, ...later].map((instrument) => instrument.order)).toEqual(names.map((_, order) => order));
});
