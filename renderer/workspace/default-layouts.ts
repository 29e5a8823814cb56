import type { AddPanelOptions, DockviewApi } from 'dockview-react';
import type { PanelDefinition } from './panel-definition.ts';

/** Of a dock. Below this many pixels the account shares a group with the orders, so that the ticket keeps its height. */
const LOW_DOCK_PX = 800;
/** From here on the chart stands under the ticker. */
const HIGH_DOCK_PX = 960;
/** Below this many pixels of width the ticker and what is behind it join the watchlist's group, so that the ticket is whole. */
const NARROW_DOCK_PX = 1080;
/** All of the ticker of a future, with its tab. */
const TICKER_PX = 420;
const TICKET_PX = 356;
const ACCOUNT_PX = 210;

type Place = Pick<AddPanelOptions, 'position' | 'initialWidth' | 'initialHeight'>;

/** Of the area that a dock may fill, px; the dock itself may be wider. */
interface DockSize {
  readonly width: number;
  readonly height: number;
}

interface Standard {
  readonly build: (put: (id: string, place?: Place) => void, dock: DockviewApi) => void;
  /** Moves panels where a dock of this size, px, wants them; nothing is closed or built anew. */
  readonly fit?: (dock: DockviewApi, size: DockSize) => void;
}

const TRADE: Standard = {
  build: (put, { width, height }) => {
    const watchlist = watchlistWidth(width);
    put('watchlist');
    put('option-chain', { position: { referencePanel: 'watchlist', direction: 'within' } });
    put('orders', { position: { direction: 'below' }, initialHeight: ordersHeight(height) });
    put('trades', { position: { referencePanel: 'orders', direction: 'within' } });
    put('journal', { position: { referencePanel: 'orders', direction: 'within' } });
    put('order-ticket', { position: { direction: 'right' }, initialWidth: TICKET_PX });
    put(
      'ticker',
      width < NARROW_DOCK_PX
        ? { position: { referencePanel: 'watchlist', direction: 'within' } }
        : {
            position: { referencePanel: 'watchlist', direction: 'right' },
            initialWidth: width - watchlist - TICKET_PX,
          },
    );
    put('instrument', { position: { referencePanel: 'ticker', direction: 'within' } });
    put('chart', { position: { referencePanel: 'ticker', direction: 'within' } });
    put(
      'account',
      height < LOW_DOCK_PX
        ? { position: { referencePanel: 'orders', direction: 'within' } }
        : { position: { referencePanel: 'order-ticket', direction: 'below' }, initialHeight: ACCOUNT_PX },
    );
  },
  fit: (dock, { width, height }) => {
    fitAccount(dock, height);
    fitTicker(dock, width);
    if (width >= NARROW_DOCK_PX) fitChart(dock, height);
    fitSizes(dock, width, height);
  },
};

function watchlistWidth(dockWidth: number): number {
  return Math.min(520, Math.max(460, dockWidth * 0.3));
}

function ordersHeight(dockHeight: number): number {
  return dockHeight < LOW_DOCK_PX ? 230 : 290;
}

/** A window that was made smaller and large again would else leave shares in the place of sizes. */
function fitSizes(dock: DockviewApi, width: number, height: number): void {
  const sizeOf: Readonly<Record<string, { readonly width?: number; readonly height?: number }>> = {
    'order-ticket': { width: TICKET_PX },
    ...(width < NARROW_DOCK_PX ? {} : { watchlist: { width: watchlistWidth(width) } }),
    orders: { height: ordersHeight(height) },
    ...(height < LOW_DOCK_PX ? {} : { account: { height: ACCOUNT_PX } }),
  };
  for (const [id, size] of Object.entries(sizeOf)) dock.getPanel(id)?.api.setSize(size);
}

/** Beside the orders in a low dock, under the ticket in others. */
function fitAccount(dock: DockviewApi, height: number): void {
  const [account, orders, ticket] = ['account', 'orders', 'order-ticket'].map((id) => dock.getPanel(id));
  if (account === undefined || orders === undefined || ticket === undefined) return;
  const isBesideOrders = account.group === orders.group;
  if (height < LOW_DOCK_PX && !isBesideOrders) {
    const inFront = orders.group.activePanel ?? orders;
    account.api.moveTo({ group: orders.group, position: 'center', skipSetActive: true });
    inFront.api.setActive();
  }
  if (height >= LOW_DOCK_PX && isBesideOrders) {
    account.api.moveTo({ group: ticket.group, position: 'bottom', skipSetActive: true });
    account.api.setSize({ height: ACCOUNT_PX });
  }
}

/** What stands beside the watchlist, the ticker first. */
const BESIDE_WATCHLIST = ['ticker', 'instrument', 'chart'];

/** Behind the watchlist in a narrow dock, beside it in others. */
function fitTicker(dock: DockviewApi, width: number): void {
  const watchlist = dock.getPanel('watchlist');
  const ticker = dock.getPanel('ticker');
  if (watchlist === undefined || ticker === undefined) return;
  const isBehind = ticker.group === watchlist.group;
  if (width < NARROW_DOCK_PX === isBehind) return;
  const inFront = ticker.group.activePanel;
  if (isBehind) ticker.api.moveTo({ group: watchlist.group, position: 'right', skipSetActive: true });
  raised.delete(dock);
  const { group } = isBehind ? ticker : watchlist;
  const others = BESIDE_WATCHLIST.map((id) => dock.getPanel(id)).filter((panel) => panel !== undefined);
  for (const panel of others)
    if (panel.group !== group) panel.api.moveTo({ group, position: 'center', skipSetActive: true });
  // Which of them was looked at comes to the front of those beside the watchlist, never before the watchlist itself.
  if (isBehind) (others.find((panel) => panel === inFront) ?? ticker).api.setActive();
}

/** Docks whose chart was put under the ticker here: one that the trader opened elsewhere stays there. */
const raised = new WeakSet<DockviewApi>();

/** Under the ticker where a dock is so high that both are whole, else behind it. */
function fitChart(dock: DockviewApi, height: number): void {
  const [chart, ticker] = ['chart', 'ticker'].map((id) => dock.getPanel(id));
  if (chart === undefined || ticker === undefined) return;
  const isBehind = chart.group === ticker.group;
  if (height >= HIGH_DOCK_PX && isBehind) {
    const room = ticker.group.height;
    raised.add(dock);
    chart.api.moveTo({ group: ticker.group, position: 'bottom', skipSetActive: true });
    chart.api.setSize({ height: room - TICKER_PX });
  }
  if (height < HIGH_DOCK_PX && !isBehind && raised.delete(dock)) {
    const inFront = ticker.group.activePanel ?? ticker;
    chart.api.moveTo({ group: ticker.group, position: 'center', skipSetActive: true });
    inFront.api.setActive();
  }
}

/** The account at the left, full height; beside it what moves, what could, and what to be told of. */
const RISK: Standard = {
  build: (put, { width, height }) => {
    put('account-full');
    put('subaccounts', { position: { referencePanel: 'account-full', direction: 'within' } });
    put('exposure', { position: { direction: 'right' }, initialWidth: Math.round(width * 0.54) });
    put('alerts', {
      position: { referencePanel: 'exposure', direction: 'below' },
      initialHeight: Math.round(height * 0.42),
    });
    put('scenario', { position: { referencePanel: 'exposure', direction: 'within' } });
  },
};

const HISTORY: Standard = {
  build: (put) => {
    put('trades');
    put('diagnostics', { position: { referencePanel: 'trades', direction: 'within' } });
  },
};

const BLOCK_RFQ: Standard = {
  build: (put, { width, height }) => {
    put('rfq-composer');
    const isLow = height < LOW_DOCK_PX;
    put('rfq-payoff', { position: { direction: 'right' }, initialWidth: Math.max(380, width * (isLow ? 0.32 : 0.36)) });
    put('rfq-requests', {
      position: { referencePanel: 'rfq-composer', direction: 'below' },
      initialHeight: isLow ? 150 : 210,
    });
    put('rfq-tape', {
      position: { referencePanel: isLow ? 'rfq-requests' : 'rfq-payoff', direction: isLow ? 'within' : 'below' },
      ...(isLow ? {} : { initialHeight: 300 }),
    });
  },
};

const STANDARDS: Readonly<Record<string, Standard>> = {
  trade: TRADE,
  'block-rfq': BLOCK_RFQ,
  risk: RISK,
  history: HISTORY,
};

/** What a panel is added to a dock with. */
export function panelOptions(definition: PanelDefinition) {
  const { id, name } = definition;
  return { id, component: id, title: name, ...panelBounds(definition) };
}

/** How small and how wide a panel may become. */
export function panelBounds({ minimumWidth, maximumWidth, minimumHeight }: PanelDefinition) {
  return {
    ...(minimumWidth === undefined ? {} : { minimumWidth }),
    ...(maximumWidth === undefined ? {} : { maximumWidth }),
    ...(minimumHeight === undefined ? {} : { minimumHeight }),
  };
}

interface StandardOptions {
  /** The panel of a workspace of the trader's own. */
  readonly firstPanel?: string | undefined;
  /** The width of the area that the dock may fill, px, which may be less than the dock's own. */
  readonly readWidth?: () => number;
}

/**
 * Arranges a workspace as it came; one of the trader's own starts with one panel alone. Panels behind others, and their
 * tabs, are added by what it gives back: a window's first sight does without them.
 */
export function buildStandardLayout(
  dock: DockviewApi,
  workspaceId: string,
  panels: readonly PanelDefinition[],
  { firstPanel = 'watchlist', readWidth = () => dock.width }: StandardOptions = {},
): () => void {
  const behind: (() => void)[] = [];
  const put = (id: string, place: Place = {}): void => {
    const definition = panels.find((panel) => panel.id === id);
    if (definition === undefined) return;
    const before = frontOf(place);
    const add = (): void => {
      // What the trader did meanwhile holds.
      if (dock.getPanel(id) !== undefined || (before !== null && dock.getPanel(before) === undefined)) return;
      dock.addPanel({ ...panelOptions(definition), ...place, inactive: dock.totalPanels > 0 });
    };
    if (before === null) add();
    else behind.push(add);
  };
  const standard = STANDARDS[workspaceId];
  if (standard === undefined) put(firstPanel);
  else standard.build(put, dock);
  return () => {
    for (const add of behind) add();
    fitStandardLayout(dock, workspaceId, { width: readWidth(), height: dock.height });
  };
}

/** The panel that one is put behind; null for one in a place of its own. */
function frontOf({ position }: Place): string | null {
  if (position === undefined || !('referencePanel' in position) || position.direction !== 'within') return null;
  return typeof position.referencePanel === 'string' ? position.referencePanel : position.referencePanel.id;
}

/** A dock that was kept as it came, in a window of whatever height: what was raised there may come down here. */
export function takeForStandard(dock: DockviewApi): void {
  const [chart, ticker] = ['chart', 'ticker'].map((id) => dock.getPanel(id));
  if (chart !== undefined && ticker !== undefined && chart.group !== ticker.group) raised.add(dock);
}

/** Keeps a workspace that nobody has arranged fitting to the area that it may fill, in pixels. */
export function fitStandardLayout(dock: DockviewApi, workspaceId: string, size: DockSize): void {
  STANDARDS[workspaceId]?.fit?.(dock, size);
}
