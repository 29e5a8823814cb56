import type { Attention } from '../../shared/ipc/contract.ts';
import type { Backend } from '../api/backend.ts';
import { keepQuotesOf } from './market-store.ts';
import { type Look, setLook, watchStore } from './watch-store.ts';

/** Perpetuals whose tickers carry the index prices of the header. */
const INDEX_INSTRUMENTS = ['BTC-PERPETUAL', 'ETH-PERPETUAL'] as const;

/** In place of panels, until the first of them says what it looks at. */
const AHEAD = 'ahead';

const CLOSENESS: Record<Attention, number> = { background: 0, visible: 1, focused: 2 };

/** What this window watches, the closest look winning; header indices always. */
export function listWatched(looks: Iterable<Look>): { instrument_name: string; attention: Attention }[] {
  const watched = new Map<string, Attention>();
  for (const name of INDEX_INSTRUMENTS) watched.set(name, 'background');
  for (const { instruments, attention } of looks) {
    for (const name of instruments) {
      const known = watched.get(name);
      if (known === undefined || CLOSENESS[attention] > CLOSENESS[known]) watched.set(name, attention);
    }
  }
  return [...watched].map(([instrument_name, attention]) => ({ instrument_name, attention }));
}

/** The list in front is asked for while its panel is still being built: prices are there when it is. */
export function lookAhead(instruments: readonly string[]): void {
  if (watchStore.getState().size > 0) return;
  setLook(AHEAD, { instruments, attention: 'visible' });
  const stop = watchStore.subscribe((looks) => {
    if (looks.size === 1 && looks.has(AHEAD)) return;
    stop();
    setLook(AHEAD, null);
  });
}

/** Tells the back end what this window watches: `watch` now, `watchSoon` once all panels have changed theirs. */
export interface Watches {
  readonly watch: () => void;
  readonly watchSoon: () => void;
}

/** Says nothing while the back end can't be reached. */
export function createWatches({ client, link }: Pick<Backend, 'client' | 'link'>): Watches {
  let willWatch = false;

  function watch(): void {
    const watched = listWatched(watchStore.getState().values());
    keepQuotesOf(new Set(watched.map((item) => item.instrument_name)));
    if (link.read() !== 'connected') return;
    // A failure shows by itself: no quotes come, and the panels say so.
    client.request('market.watch', { instruments: watched }).catch(() => undefined);
  }

  /** Panels change their watches one by one: sent once all did. */
  function watchSoon(): void {
    if (willWatch) return;
    willWatch = true;
    queueMicrotask(() => {
      willWatch = false;
      watch();
    });
  }

  return { watch, watchSoon };
}
