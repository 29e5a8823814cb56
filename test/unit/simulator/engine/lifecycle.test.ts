import { beforeEach, describe, expect, test } from 'vitest';
import { Account } from '../../../../simulator/account/account.ts';
import { Exchange } from '../../../../simulator/engine/exchange.ts';
import { ARCHIVE_AFTER_MS, SETTLEMENT_MS } from '../../../../simulator/engine/lifecycle.ts';
import { tickerRecord } from '../../../../simulator/engine/ticker.ts';
import type { Venue } from '../../../../simulator/engine/venue.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 18, 12);
const SETTLES_MS = Date.UTC(2026, 10, 19, 8);

let exchange: Exchange;
beforeEach(() => {
  exchange = new Exchange(5, START_MS);
});

function venueOf(name: string): Venue {
  const venue = exchange.venue(name);
  if (venue === undefined) throw new Error(`no instrument ${name}`);
  return venue;
}

/** An option that expires at the first settlement. */
function expiring(): Venue {
  const found = exchange.instruments.find(({ kind, expiryMs }) => kind === 'option' && expiryMs === SETTLES_MS);
  if (found === undefined) throw new Error('nothing expires');
  return venueOf(found.name);
}

describe('settlement at 08:00 UTC', () => {
  test('every book enters settlement, then those that go on are open again', () => {
    exchange.advance(SETTLES_MS - 250);
    expect([...exchange.venues()].every((venue) => venue.state === 'open')).toBe(true);
    exchange.advance(SETTLES_MS);
    expect([...exchange.venues()].every((venue) => venue.state === 'settlement')).toBe(true);
    expect(venueOf('BTC-PERPETUAL').book.best('buy')).toBeNull();
    exchange.advance(SETTLES_MS + SETTLEMENT_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('open');
    expect(venueOf('BTC-PERPETUAL').book.best('buy')).not.toBeNull();
  });

  test('what expires is delivered at the averaged index, then archivized', () => {
    const { name } = expiring().instrument;
    exchange.advance(SETTLES_MS + SETTLEMENT_MS);
    const venue = venueOf(name);
    expect(venue.state).toBe('delivered');
    expect(venue.deliveryPrice).toBe(exchange.model.deliveryPrice(venue.instrument.indexName));
    expect(tickerRecord(exchange, venue, exchange.timeMs)).toMatchObject({
      state: 'delivered',
      delivery_price: venue.deliveryPrice,
      estimated_delivery_price: venue.deliveryPrice,
      best_bid_price: 0,
      best_ask_amount: 0,
    });
    expect(exchange.instruments.some((instrument) => instrument.name === name)).toBe(false);
    exchange.advance(SETTLES_MS + SETTLEMENT_MS + ARCHIVE_AFTER_MS);
    expect(venueOf(name).state).toBe('archivized');
  });

  test('the settlement price is the mark of that moment', () => {
    exchange.advance(SETTLES_MS);
    const { settlementPrice, instrument } = venueOf('BTC-PERPETUAL');
    expect(settlementPrice).toBe(exchange.mark(instrument).price);
  });

  test('a jump over days passes through every settlement: nothing that expired is left open', () => {
    exchange.advance(START_MS + 12 * DAY_MS);
    for (const venue of exchange.venues()) {
      const isOver = venue.instrument.expiryMs <= exchange.timeMs;
      expect(venue.state, venue.instrument.name).toBe(isOver ? 'archivized' : 'open');
    }
  });
});

describe('states that meet settlement', () => {
  test('settlement is impossible while at least one book is halted', () => {
    exchange.setState(venueOf('ETH-PERPETUAL'), 'halted', START_MS);
    const { name } = expiring().instrument;
    exchange.advance(SETTLES_MS + 60_000);
    expect(venueOf('BTC-PERPETUAL').state).toBe('open');
    expect(venueOf(name).state).toBe('open');
    exchange.setState(venueOf('ETH-PERPETUAL'), 'open', exchange.timeMs);
    exchange.advance(SETTLES_MS + 61_000);
    expect(venueOf('BTC-PERPETUAL').state).toBe('settlement');
    exchange.advance(SETTLES_MS + 61_000 + SETTLEMENT_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('open');
    expect(venueOf(name).state).toBe('delivered');
  });

  test('a locked book is settled, and locked afterwards', () => {
    const { name } = expiring().instrument;
    exchange.setState(venueOf('BTC-PERPETUAL'), 'locked', START_MS);
    exchange.setState(venueOf(name), 'locked', START_MS);
    exchange.advance(SETTLES_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('settlement');
    exchange.advance(SETTLES_MS + SETTLEMENT_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('locked');
    expect(venueOf(name).state).toBe('delivered');
  });

  test('an inactive book stays so, until it expires', () => {
    const { name } = expiring().instrument;
    exchange.setState(venueOf('BTC-PERPETUAL'), 'inactive', START_MS);
    exchange.setState(venueOf(name), 'inactive', START_MS);
    exchange.advance(SETTLES_MS + SETTLEMENT_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('inactive');
    expect(venueOf(name).state).toBe('delivered');
  });
});

describe('a book that an administrator sets to delivered', () => {
  test('is archivized after a while, as one that expired', () => {
    exchange.setState(venueOf('BTC-PERPETUAL'), 'delivered', START_MS);
    exchange.advance(START_MS + ARCHIVE_AFTER_MS - 250);
    expect(venueOf('BTC-PERPETUAL').state).toBe('delivered');
    exchange.advance(START_MS + ARCHIVE_AFTER_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('archivized');
  });

  test('is not when it was opened again in time, and later when it was delivered anew', () => {
    exchange.setState(venueOf('BTC-PERPETUAL'), 'delivered', START_MS);
    exchange.setState(venueOf('ETH-PERPETUAL'), 'delivered', START_MS);
    exchange.advance(START_MS + ARCHIVE_AFTER_MS / 2);
    exchange.setState(venueOf('BTC-PERPETUAL'), 'open', exchange.timeMs);
    exchange.setState(venueOf('ETH-PERPETUAL'), 'open', exchange.timeMs);
    exchange.setState(venueOf('ETH-PERPETUAL'), 'delivered', exchange.timeMs);
    exchange.advance(START_MS + ARCHIVE_AFTER_MS + 60_000);
    expect(venueOf('BTC-PERPETUAL').state).toBe('open');
    expect(venueOf('ETH-PERPETUAL').state).toBe('delivered');
    exchange.advance(START_MS + 2 * ARCHIVE_AFTER_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('open');
    expect(venueOf('ETH-PERPETUAL').state).toBe('archivized');
  });

  test('of an instrument that has not expired stays in the store', () => {
    exchange.setState(venueOf('BTC-PERPETUAL'), 'delivered', START_MS);
    exchange.advance(START_MS + 33 * DAY_MS);
    expect(venueOf('BTC-PERPETUAL').state).toBe('archivized');
  });
});

describe('listing goes on', () => {
  test('after every settlement of six weeks the list is as full as on the first day', () => {
    for (let day = 1; day <= 42; day += 1) {
      exchange.advance(START_MS + day * DAY_MS);
      const live = exchange.instruments;
      expect(live.length, `day ${day}`).toBeGreaterThan(750);
      expect(live.length, `day ${day}`).toBeLessThan(960);
      const kinds = Map.groupBy(live, ({ kind, base, settlement }) => `${kind} ${base} ${settlement}`);
      for (const base of ['BTC', 'ETH'] as const) {
        expect(kinds.get(`future ${base} ${base}`)?.length).toBeGreaterThanOrEqual(5);
        const chains = new Set(kinds.get(`option ${base} ${base}`)?.map(({ expiryMs }) => expiryMs));
        expect(chains.size).toBeGreaterThanOrEqual(6);
        expect(Math.min(...chains) - exchange.timeMs).toBeLessThan(DAY_MS);
        expect(Math.max(...chains) - exchange.timeMs).toBeGreaterThan(200 * DAY_MS);
        const index = exchange.model.index(base);
        for (const [ms, chain] of Map.groupBy(kinds.get(`option ${base} ${base}`) ?? [], ({ expiryMs }) => expiryMs)) {
          const strikes = [...new Set(chain.map(({ option }) => option?.strike ?? 0))];
          expect(strikes.length).toBeGreaterThanOrEqual(15);
          // In its last three days a chain has the finest steps around the index.
          if (ms - exchange.timeMs > 2.8 * DAY_MS) continue;
          const [below, above] = [
            strikes.filter((strike) => strike <= index),
            strikes.filter((strike) => strike > index),
          ];
          expect(Math.min(...above) - Math.max(...below), `day ${day}`).toBeLessThanOrEqual(base === 'BTC' ? 1000 : 50);
        }
      }
      for (const [coin, expiries] of Object.entries({ BTC: 4, XRP: 2 })) {
        const linear = kinds.get(`option ${coin} USDC`)?.map(({ expiryMs }) => expiryMs);
        expect(new Set(linear).size, `day ${day}`).toBe(expiries);
      }
      expect(kinds.get('option BTC USDC')?.length).toBeGreaterThanOrEqual(100);
      expect(kinds.get('option_combo BTC BTC')?.length).toBeGreaterThanOrEqual(5);
      for (const { legs, expiryMs, name } of live) {
        expect(Math.min(...legs.map((leg) => leg.instrument.expiryMs), Infinity) >= expiryMs, name).toBe(true);
      }
    }
  });

  test('each chain has strikes on both sides of the index, wherever that has gone', () => {
    exchange.advance(START_MS + 20 * DAY_MS);
    const index = exchange.model.index('BTC');
    const btc = exchange.instruments.filter(({ kind, settlement }) => kind === 'option' && settlement === 'BTC');
    const first = Math.min(...btc.map(({ expiryMs }) => expiryMs));
    const strikes = btc.filter(({ expiryMs }) => expiryMs === first).map(({ option }) => option?.strike ?? 0);
    expect(Math.min(...strikes)).toBeLessThan(index * 0.97);
    expect(Math.max(...strikes)).toBeGreaterThan(index * 1.03);
  });

  test('an option is priced on the future of its date once that is listed, on a synthetic one before', () => {
    const synthetic = (name: string) => tickerRecord(exchange, venueOf(name), exchange.timeMs)['underlying_index'];
    const option = exchange.instruments.find(({ name }) => /^BTC-4DEC26-\d+-C$/.test(name))?.name ?? '';
    expect(synthetic(option)).toBe('SYN.BTC-4DEC26');
    exchange.advance(Date.UTC(2026, 10, 28));
    expect(synthetic(option)).toBe('BTC-4DEC26');
    expect(tickerRecord(exchange, venueOf(option), exchange.timeMs)['underlying_price']).toBe(
      exchange.mark(venueOf('BTC-4DEC26').instrument).price,
    );
  });

  test('the expired store forgets after a month', () => {
    const { name } = expiring().instrument;
    exchange.advance(START_MS + 20 * DAY_MS);
    expect(exchange.isListed(name)).toBe(true);
    exchange.advance(START_MS + 33 * DAY_MS);
    expect(exchange.isListed(name)).toBe(false);
  });
});

test('the same seed and the same days give the same instruments, states and tickers', () => {
  const story = (seed: number) => {
    const own = new Exchange(seed, START_MS);
    const told: unknown[] = [];
    for (const hours of [3, 17, 0.5, 26, 24]) {
      own.advance(own.timeMs + hours * 3_600_000);
      for (const venue of own.venues()) {
        const current = own.venue(venue.instrument.name);
        if (current !== undefined) told.push(venue.instrument.fields, tickerRecord(own, current, own.timeMs));
      }
    }
    return JSON.stringify(told);
  };
  const first = story(8);
  expect(story(8) === first).toBe(true);
  expect(story(9) === first).toBe(false);
});

describe('delivery', () => {
  test('an option pays its intrinsic value at the delivery price, in its own currency, but for a fee', () => {
    const account = new Account(1, START_MS, { BTC: 12, ETH: 0, USDC: 1000 }, START_MS);
    exchange.accounts.push(account);
    const calls = exchange.instruments.filter(
      ({ option, expiryMs }) => option?.type === 'call' && expiryMs <= SETTLES_MS + DAY_MS,
    );
    const inverse = calls.find(
      ({ base, linear, option }) => base === 'BTC' && !linear && (option?.strike ?? 0) < 95_000,
    );
    const linear = calls.find(
      ({ base, linear: isLinear, option }) => base === 'BTC' && isLinear && (option?.strike ?? 0) < 95_000,
    );
    if (inverse === undefined || linear === undefined) throw new Error('no deep call');
    account.grant(inverse, 10, 500, 0n);
    account.grant(linear, 100, 100_000, 0n);
    exchange.advance(linear.expiryMs);
    const at = (name: string) => exchange.venue(name)?.deliveryPrice ?? Number.NaN;
    const paidBtc = Math.max(0, at(inverse.name) - (inverse.option?.strike ?? 0)) / at(inverse.name);
    const paidUsdc = Math.max(0, at(linear.name) - (linear.option?.strike ?? 0));
    expect(paidBtc).toBeGreaterThan(0);
    // A delivery fee may take up to an eighth of it.
    const received = { btc: account.cashUnits('BTC') / 1e8 - 12, usdc: account.cashUnits('USDC') / 1e8 - 1000 };
    expect(received.btc).toBeLessThan(paidBtc + 1e-7);
    expect(received.btc).toBeGreaterThan(0.875 * paidBtc - 1e-7);
    expect(received.usdc).toBeLessThan(paidUsdc + 1e-5);
    expect(received.usdc).toBeGreaterThan(0.875 * paidUsdc - 1e-5);
    expect(account.positions.has(inverse) || account.positions.has(linear)).toBe(false);
  });
});
