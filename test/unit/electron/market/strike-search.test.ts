import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guessExpiries } from '../../../../electron/market/expiry-guesses.ts';
import { nextStrike, strikeSteps } from '../../../../electron/market/strike-search.ts';
import { decimal, type DecimalString, multiply } from '../../../../shared/decimal.ts';
import { nextSettlement } from '../../../../shared/service/calendar.ts';
import { parseOptionName } from '../../../../shared/service/option-name.ts';
import { readSamples } from '../../../support/records/recorded-samples.ts';

interface Found {
  readonly live: Set<string>;
  readonly asked: DecimalString[];
}

/** Asks until nothing is left; breaks off and begins anew after every `restart` questions, from what is known. */
function search(price: DecimalString, exists: (strike: DecimalString) => boolean): Found {
  const known = new Map<string, 'live' | 'dead'>();
  const asked: DecimalString[] = [];
  let hasLive = false;
  for (;;) {
    const strike = nextStrike(price, (candidate) => known.get(candidate) ?? null, hasLive);
    if (strike === null) break;
    if (known.has(strike)) throw new Error(`${strike} was asked for twice`);
    const isLive = exists(strike);
    known.set(strike, isLive ? 'live' : 'dead');
    hasLive ||= isLive;
    asked.push(strike);
  }
  return { live: new Set([...known].filter(([, is]) => is === 'live').map(([strike]) => strike)), asked };
}

/** Strikes of every expiry that was recorded, and the index of that time. */
function recordedChains(file: string) {
  const chains = new Map<string, { price: DecimalString; strikes: Set<string> }>();
  for (const sample of readSamples().filter((one) => one.file.startsWith(file))) {
    for (const entry of sample.response as { [key: string]: unknown }[]) {
      const record = (entry['result'] ?? entry) as { instrument_name: string; index_price: number };
      const option = parseOptionName(record.instrument_name);
      if (option === null) continue;
      const key = `${option.family} ${option.expiryMs}`;
      const chain = chains.get(key) ?? { price: decimal(record.index_price), strikes: new Set() };
      chain.strikes.add(option.strike);
      chains.set(key, chain);
    }
  }
  return [...chains.values()];
}

describe('the search for strikes', () => {
  it('finds at least 99 of 100 strikes of the chains recorded in 2026, with three questions a strike at most', () => {
    let found = 0;
    let asked = 0;
    let listed = 0;
    const chains = recordedChains('chain_btc_eth_options_2026');
    expect(chains.length).toBeGreaterThan(20);
    for (const { price, strikes } of chains) {
      const result = search(price, (strike) => strikes.has(strike));
      found += result.live.size;
      asked += result.asked.length;
      listed += strikes.size;
    }
    expect(found / listed).toBeGreaterThan(0.99);
    expect(asked / listed).toBeLessThan(3);
  });

  it('finds every strike of an even grid around any price, and none twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: -3, max: 2 }),
        fc.nat(),
        fc.integer({ min: 2, max: 8 }),
        (digits, power, pick, eachSide) => {
          const price = decimal(`${digits}e${power}`);
          const steps = strikeSteps(price);
          const step = steps[pick % steps.length] ?? decimal(1);
          const middle = Math.max(eachSide + 1, Math.round(Number(price) / Number(step)));
          const strikes = new Set<string>(
            Array.from({ length: 2 * eachSide + 1 }, (_, at) => multiply(decimal(middle - eachSide + at), step)),
          );
          const { live } = search(price, (strike) => strikes.has(strike));
          expect([...strikes].filter((strike) => !live.has(strike))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives an expiry up that has nothing after a question a side and step', () => {
    const price = decimal(97_412.5);
    expect(search(price, () => false).asked.length).toBeLessThanOrEqual(2 * strikeSteps(price).length);
  });

  it('begins with the strikes nearest to the price on the widest step', () => {
    expect(search(decimal(97_412.5), () => false).asked.slice(0, 2)).toEqual(['100000', '75000']);
  });

  it('asks for nothing without a price', () => expect(nextStrike(decimal(0), () => null, false)).toBeNull());
});

describe('guessed expiries', () => {
  it('hold all that were recorded in 2026', () => {
    const recordedAt = Date.parse('2026-01-10T09:14:09Z');
    const expiries = new Set(
      readSamples()
        .filter(({ file }) => file.startsWith('chain_btc_eth_options_2026'))
        .flatMap(({ response }) => response as { instrument_name: string }[])
        .flatMap(({ instrument_name }) => parseOptionName(instrument_name)?.expiryMs ?? []),
    );
    const guessed = guessExpiries(recordedAt);
    expect(expiries.size).toBeGreaterThan(10);
    expect([...expiries].filter((expiry) => !guessed.includes(expiry))).toEqual([]);
  });

  it('are at 08:00 UTC, in order, after that time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (nowMs) => {
        const guessed = guessExpiries(nowMs);
        expect(guessed.toSorted((a, b) => a - b)).toEqual(guessed);
        for (const expiry of guessed) {
          expect(expiry).toBeGreaterThan(nowMs);
          expect(new Date(expiry).toISOString().slice(11)).toBe('08:00:00.000Z');
        }
        expect(guessed[0]).toBe(nextSettlement(nowMs));
      }),
    );
  });
});
