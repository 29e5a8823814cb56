import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { oneList } from '../../../../shared/ipc/watchlist-schema.ts';
import type { Catalog } from '../../../../electron/market/catalog.ts';
import { createWatchlist } from '../../../../electron/market/watchlist.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';

/** A service that lists no instruments. */
const CATALOG: Pick<Catalog, 'all'> = { all: () => [] };

function openSettings() {
  const database = new DatabaseSync(':memory:');
  for (const migration of SETTINGS_MIGRATIONS) database.exec(migration);
  return createSettings(database, () => 0);
}

const open = (settings: ReturnType<typeof openSettings> | null) => createWatchlist(settings, CATALOG as Catalog);

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

  it('that are damaged give way to the single list, and that to what a terminal starts with', () => {
    const settings = openSettings();
    settings.write('watchlists', { active: 'gone', lists: [] });
    settings.write('watchlist', ['A']);
    expect(open(settings).read()).toEqual(oneList(['A']));
    settings.write('watchlist', [1]);
    expect(open(settings).read()).toEqual(oneList(['BTC-PERPETUAL', 'ETH-PERPETUAL']));
  });
});
