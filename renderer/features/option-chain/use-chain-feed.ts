import { useEffect, useState } from 'react';
import type { GridApi } from 'ag-grid-community';
import type { DecimalString } from '../../../shared/decimal.ts';
import { FrameFeed } from '../../grid/frame-feed.ts';
import { legsStore } from '../../stores/rfq/legs-store.ts';
import { marketStore } from '../../stores/market-store.ts';
import { readSelection, selectionStore } from '../../stores/workspace/selection-store.ts';
import { sessionStore } from '../../stores/session-store.ts';
import type { LinkColour } from '../../ui/panel-frame.ts';
import { buildRows, type ChainRow, type ChainStrike, findForward, type Forward, isSameRow } from './chain-row.ts';

/** The grid's row id. */
export function getChainRowId(row: ChainRow): string {
  return row.strike;
}

interface FeedSource {
  readonly strikes: readonly ChainStrike[];
  readonly places: number | null;
  /** Whose index stands in while no option tells the forward. */
  readonly indexInstrument: string;
  readonly link: LinkColour;
}

/**
 * Carries the stores' changes into the grid, outside React: only rows that show something else, once a frame.
 * Gives the forward that the strikes stand around.
 */
export function useChainFeed(api: GridApi<ChainRow> | null, source: FeedSource): Forward | null {
  const { strikes, places, indexInstrument, link } = source;
  const [forward, setForward] = useState<Forward | null>(null);
  useEffect(() => {
    if (api === null || api.isDestroyed()) return undefined;
    const feed = new FrameFeed(api, getChainRowId);
    const shown = new Map<string, ChainRow>();
    api.forEachNode(({ data }) => {
      if (data !== undefined) shown.set(data.strike, data);
    });
    let told: { price: DecimalString; name: string } | null = null;

    function update(): void {
      const { quotes } = marketStore.getState();
      const found = findForward(strikes, quotes, indexInstrument);
      // What scrolled out of view tells nothing: the last one known stays.
      const current = found ?? told;
      const rows = buildRows(strikes, {
        quotes,
        legs: legsStore.getState().legs,
        selected: readSelection(link).instrumentName,
        isBackEndLost: sessionStore.getState().link === 'lost',
        nowMs: performance.now(),
        forward: current?.price ?? null,
        places,
      });
      for (const row of rows) {
        const known = shown.get(row.strike);
        if (known !== undefined && isSameRow(known, row)) continue;
        shown.set(row.strike, row);
        feed.put(row);
      }
      if (current !== null && (told?.price !== current.price || told.name !== current.name)) setForward(current);
      told = current;
    }

    const wanted = new Set<string>(strikes.map(({ strike }) => strike));
    for (const strike of shown.keys()) {
      if (wanted.has(strike)) continue;
      shown.delete(strike);
      feed.remove(strike);
    }
    update();
    const stops = [
      marketStore.subscribe(update),
      legsStore.subscribe(update),
      selectionStore.subscribe(update),
      sessionStore.subscribe((state, previous) => {
        if (state.link !== previous.link) update();
      }),
    ];
    return () => {
      feed.stop();
      for (const stop of stops) stop();
    };
  }, [api, strikes, places, indexInstrument, link]);
  return forward;
}
