import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Publish } from '../../../../shared/ipc/contract.ts';
import { IpcFailure } from '../../../../shared/ipc/error.ts';
import { oneList } from '../../../../shared/ipc/schemas/watchlist-schema.ts';
import { type Catalog, createCatalog } from '../../../../electron/market/catalog.ts';
import { createServiceClock } from '../../../../electron/service/service-clock.ts';
import { createWatchlist } from '../../../../electron/market/watchlist.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';
import { option, perpetual } from '../../../support/records/records.ts';
import { createScriptedService, noAnswer, refusal } from '../../../support/wire/scripted-service.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const LIST = 'public/get_instruments';

/** A service that lists no instruments. */
const CATALOG: Pick<Catalog, 'all' | 'list' | 'onListed'> = {
  all: () => [],
  list: () => ({ state: 'not_offered', failure: null }),
  onListed: () => undefined,
};

function openSettings() {
  const database = new DatabaseSync(':memory:');
  for (const migration of SETTINGS_MIGRATIONS) database.exec(migration);
  return createSettings(database, () => 0);
}

const open = (settings: ReturnType<typeof openSettings> | null) =>
  createWatchlist(
    settings,
    CATALOG as Catalog,
    () => undefined,
    () => 0,
  );

describe('the kept lists', () => {
  it('begin with one that every service can fill', () => {
    expect(open(openSettings()).read()).toEqual(oneList(['BTC-PERPETUAL', 'ETH-PERPETUAL']));
    expect(open(null).read()).toEqual(oneList(['BTC-PERPETUAL', 'ETH-PERPETUAL']));
  });

  it('take over the single list of an earlier version, an empty one too', () => {
    const settings = openSettings();
    settings.write('watchlist', ['ETH-PERPETUAL', 'BTC-27MAR27', 'ETH-PERPETUAL']);
    expect(open(settings).read()).toEqual(oneList(['ETH-PERPETUAL', 'BTC-27MAR27']));
    settings.write('watchlist', []);
    expect(open(settings).read()).toEqual(oneList([]));
  });

  it('are read as they were saved, in this run and the next', () => {
    const settings = openSettings();
    settings.write('watchlist', ['OLD']);
    const watchlist = open(settings);
    const lists = oneList(['A', 'B']);
    const second = { name: 'Vol', instruments: ['A'], sort: { column: 'bid', direction: 'desc' } } as const;
    const saved = { ...lists, active: 'Vol', lists: [...lists.lists, { ...second, instruments: ['A'] }] };
    watchlist.save(saved);
    expect(watchlist.read()).toEqual(saved);
    expect(open(settings).read()).toEqual(saved);
  });

  it('are told to every window as they are saved, also where the disk does not keep them', () => {
    const told: unknown[] = [];
    const settings = openSettings();
    const publish: Publish = (...call) => void told.push(call);
    const watchlist = createWatchlist(settings, CATALOG as Catalog, publish, () => 0);
    watchlist.save(oneList(['A', 'A', 'B']));
    expect(told).toEqual([['watchlist.changed', oneList(['A', 'B']), null]]);
    const full = {
      ...settings,
      write: () => {
        throw new IpcFailure({ code: 'InternalError', message: 'full', params: {} });
      },
    };
    const other = createWatchlist(full, CATALOG as Catalog, publish, () => 0);
    expect(() => other.save(oneList(['C']))).toThrow('full');
    expect(told.at(-1)).toEqual(['watchlist.changed', oneList(['C']), null]);
  });

  it('that are damaged give way to the single list, and that to what a terminal starts with', () => {
    const settings = openSettings();
    settings.write('watchlists', { active: 'gone', lists: [] });
    settings.write('watchlist', ['A']);
    expect(open(settings).read()).toEqual(oneList(['A']));
    settings.write('watchlist', [1]);
    expect(open(settings).read()).toEqual(oneList(['BTC-PERPETUAL', 'ETH-PERPETUAL']));
  });
});

describe('what a list starts with', () => {
  const expiry = 1_800_000_000_000;
  const day = 86_400_000;
  const month = (name: string, at: number) =>
    option({ instrument_name: name, settlement_period: 'month', expiration_timestamp: at });
  const suggestAt = (nowMs: number) =>
    createWatchlist(
      null,
      {
        ...CATALOG,
        all: () => [month('BTC-LATER-100000-C', expiry + 28 * day), perpetual(), month('BTC-NEXT-100000-C', expiry)],
        list: () => ({ state: 'listed', failure: null }),
      } as unknown as Catalog,
      () => undefined,
      () => nowMs,
    ).read().lists[0]?.instruments;

  it.each([
    ['the first month', expiry - 8 * day, 'BTC-NEXT-100000-C'],
    ['the one after it in its last week', expiry - 7 * day + 1, 'BTC-LATER-100000-C'],
    ['the first of all where none is left for a week', expiry + 27 * day, 'BTC-NEXT-100000-C'],
  ])('is %s', (_what, nowMs, name) => {
    expect(suggestAt(nowMs)).toEqual(['BTC-PERPETUAL', name]);
  });

  it('is the same in the seconds of settlement, when nothing can be traded, without what is over', () => {
    const settling = { is_active: false, state: 'settlement' } as const;
    const catalog = {
      ...CATALOG,
      all: () => [
        { ...month('BTC-PAST-100000-C', expiry - day), is_active: false, state: 'archivized' as const },
        perpetual(settling),
        { ...month('BTC-NEXT-100000-C', expiry), ...settling },
      ],
      list: () => ({ state: 'listed', failure: null }),
    } as unknown as Catalog;
    const watchlist = createWatchlist(
      null,
      catalog,
      () => undefined,
      () => expiry - 8 * day,
    );
    expect(watchlist.read()).toEqual(oneList(['BTC-PERPETUAL', 'BTC-NEXT-100000-C']));
  });
});

describe('a service that lists its instruments late', () => {
  const listed = [perpetual(), option({ instrument_name: 'BTC-27NOV26-100000-C', settlement_period: 'month' })];

  function openEarly(settings: ReturnType<typeof openSettings> | null, first: ReturnType<typeof refusal> = noAnswer) {
    const clock = createVirtualClock();
    const service = createScriptedService(clock);
    const catalog = createCatalog(service, clock, createServiceClock(clock));
    const told: unknown[] = [];
    const watchlist = createWatchlist(
      settings,
      catalog,
      (channel, payload, window) => {
        told.push([channel, payload, window]);
      },
      clock.now,
    );
    service.answer(LIST, () => first);
    /** The list comes at the second try. */
    const answer = async () => {
      await catalog.load();
      service.answer(LIST, () => ({ value: listed }));
      await clock.advance(20_000);
      await clock.advance(20 * 60_000);
    };
    return { catalog, watchlist, told, answer };
  }

  it('fills an untouched list in windows that are open, once', async () => {
    const { watchlist, told, answer } = openEarly(openSettings());
    expect(watchlist.read()).toEqual(oneList(['BTC-PERPETUAL', 'ETH-PERPETUAL']));
    await answer();
    const filled = oneList(listed.map(({ instrument_name }) => instrument_name));
    expect(told).toEqual([['watchlist.changed', filled, null]]);
    expect(watchlist.read()).toEqual(filled);
  });

  it('fills one that was read while the list was refused for a moment', async () => {
    const { catalog, watchlist, told, answer } = openEarly(openSettings(), refusal(11_050, 'refused', 'bad_request'));
    await catalog.load();
    expect(watchlist.read()).toEqual(oneList(['BTC-PERPETUAL', 'ETH-PERPETUAL']));
    await answer();
    expect(told).toEqual([['watchlist.changed', watchlist.read(), null]]);
  });

  it('changes nothing that the trader changed meanwhile, and tells nobody who read it later', async () => {
    const { watchlist, told, answer } = openEarly(null);
    watchlist.read();
    watchlist.save(oneList(['SOL_USDC-PERPETUAL']));
    await answer();
    expect(watchlist.read()).toEqual(oneList(['SOL_USDC-PERPETUAL']));
    // Of what the trader saved, and of nothing since.
    expect(told).toEqual([['watchlist.changed', watchlist.read(), null]]);
    const later = openEarly(null);
    await later.answer();
    expect(later.told).toEqual([]);
  });
});
