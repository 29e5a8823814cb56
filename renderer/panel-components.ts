import type { ComponentType } from 'react';
import { Watchlist } from './features/watchlist/watchlist.tsx';
import { later } from './load-later.ts';
import { type LaterPanelId, type PanelId, PANELS } from './panels.ts';

function componentOf(id: PanelId): ComponentType {
  return id === 'watchlist' ? Watchlist : laterPanel(id);
}

function laterPanel(id: LaterPanelId): ComponentType {
  return later(({ LATER_PANELS }) => LATER_PANELS[id]);
}

/** What draws each panel, by its id. */
export const PANEL_COMPONENTS: ReadonlyMap<string, ComponentType> = new Map(
  PANELS.map(({ id }) => [id, componentOf(id)]),
);
