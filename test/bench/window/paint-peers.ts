import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { WebSocketServer } from 'ws';
import type { Quote } from '../../../shared/ipc/schemas/quote-schema.ts';
import { MEASURE, MEASURE_PATH, withMeasure } from './first-price.ts';
import { NAMES } from './quote-feed.ts';

/** The grid's own script for a page, as it is installed. */
export const GRID_SCRIPT = fileURLToPath(
  new URL('../../../node_modules/ag-grid-community/dist/ag-grid-community.min.js', import.meta.url),
);

/** Rows of the watchlist that a window of 1600 × 960 shows. */
const SHOWN_ROWS = 20;

const STYLE = `body{margin:0;background:#151a21;color:#d7dee8;font:11px monospace}#list{width:448px;height:500px;overflow:hidden}
.row{display:grid;grid-template-columns:3fr repeat(5,1fr);height:24px;line-height:23px;contain:strict}.row span{text-align:right;overflow:hidden}`;

/** Nothing but the DOM: the newest of each row is written at the next frame. */
const FLOOR = `
const list = document.getElementById('list'); const cells = new Map(); const newest = new Map(); let frame = 0;
for (const name of NAMES.slice(0, ${SHOWN_ROWS})) {
  const row = document.createElement('div'); row.className = 'row'; row.setAttribute('row-id', name);
  const own = ['instrument', 'bid', 'ask', 'mark', 'change', 'age'].map((id) => {
    const cell = document.createElement('span'); cell.setAttribute('col-id', id); cell.textContent = id === 'instrument' ? name : '';
    row.append(cell); return cell; });
  cells.set(name, own); list.append(row);
}
function flush() {
  frame = 0;
  for (const [name, { ticker, age_ms }] of newest) {
    const own = cells.get(name); if (own === undefined) continue;
    own[1].textContent = ticker.best_bid_price; own[2].textContent = ticker.best_ask_price; own[3].textContent = ticker.mark_price;
    own[4].textContent = ticker.stats.price_change; own[5].textContent = String(age_ms);
  }
  newest.clear();
}
new WebSocket('ws://' + location.host + '/floor').onmessage = ({ data }) => {
  for (const quote of JSON.parse(data).payload) newest.set(quote.instrument_name, quote);
  if (frame === 0) frame = requestAnimationFrame(flush);
};`;

/** As the grid's own documentation feeds it. */
const ASYNC = `
const read = (field) => ({ data }) => data.ticker === null ? '' : data.ticker[field];
const api = agGrid.createGrid(document.getElementById('list'), {
  theme: agGrid.themeQuartz.withParams({ rowHeight: 24, headerHeight: 23, fontSize: 11 }),
  rowData: NAMES.map((name) => ({ instrument_name: name, ticker: null, age_ms: 0 })),
  getRowId: ({ data }) => data.instrument_name,
  defaultColDef: { flex: 1 },
  columnDefs: [{ colId: 'instrument', field: 'instrument_name', flex: 3 }, { colId: 'bid', valueGetter: read('best_bid_price') },
    { colId: 'ask', valueGetter: read('best_ask_price') }, { colId: 'mark', valueGetter: read('mark_price') },
    { colId: 'change', valueGetter: ({ data }) => data.ticker?.stats.price_change ?? '' }, { colId: 'age', field: 'age_ms' }],
});
new WebSocket('ws://' + location.host + '/async').onmessage = ({ data }) => {
  api.applyTransactionAsync({ update: JSON.parse(data).payload });
};`;

/** The same, each batch shown at once. */
const PLAIN = ASYNC.replace('/async', '/plain').replace('applyTransactionAsync', 'applyTransaction');

export interface Peers {
  readonly floorUrl: string;
  readonly asyncUrl: string;
  /** The grid with each batch shown at once, and the script that says when its first price was shown. */
  readonly measuredUrl: string;
  /** To the peers' pages that are open. */
  readonly feed: (which: 'floor' | 'async', quotes: readonly Quote[]) => void;
  readonly close: () => void;
}

/**
 * Pages fed with the terminal's frames: plain DOM, and the library grid, asynchronous or not. `first` goes to each on
 * connection.
 */
export async function startPeers(first: readonly Quote[] = []): Promise<Peers> {
  const names = `const NAMES = ${JSON.stringify(NAMES)};`;
  const document = (script: string): string =>
    `<!doctype html><html><head><meta charset="utf-8"><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><div id="list"></div>${script}</body></html>`;
  const files: Readonly<Record<string, string>> = {
    '/floor': document(`<script>${names}${FLOOR}</script>`),
    '/async': document(`<script src="/grid.js"></script><script>${names}${ASYNC}</script>`),
    '/plain': withMeasure(document(`<script src="/grid.js"></script><script>${names}${PLAIN}</script>`)),
    [MEASURE_PATH]: MEASURE,
    '/grid.js': readFileSync(GRID_SCRIPT, 'utf8'),
  };
  const server = createServer((request, response) => {
    const body = files[request.url ?? ''];
    const type = request.url?.endsWith('.js') === true ? 'text/javascript' : 'text/html';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const pages = new Map<string, Set<{ send: (text: string) => void }>>([
    ['floor', new Set()],
    ['async', new Set()],
  ]);
  sockets.on('connection', (socket, request) => {
    pages.get((request.url ?? '').slice(1))?.add(socket);
    if (first.length > 0) socket.send(JSON.stringify({ channel: 'market.changed', payload: first }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    floorUrl: `http://127.0.0.1:${port}/floor`,
    asyncUrl: `http://127.0.0.1:${port}/async`,
    measuredUrl: `http://127.0.0.1:${port}/plain`,
    feed: (which, quotes) => {
      const text = JSON.stringify({ channel: 'market.changed', payload: quotes });
      for (const socket of pages.get(which) ?? []) socket.send(text);
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}
