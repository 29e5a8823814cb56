import { type MouseEvent as ReactMouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { AgGridReact } from 'ag-grid-react';
import type { CellClickedEvent, CellKeyDownEvent, FullWidthCellKeyDownEvent, GridApi } from 'ag-grid-community';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { readNonce } from '../../api/nonce.ts';
import { COLUMN_TYPES, DEFAULT_COLUMN } from '../../grid/columns.ts';
import { allowDrag } from '../../grid/drag-cell.ts';
import { ONE_TAB_STOP } from '../../grid/tab-key.ts';
import { useNamesInView } from '../../grid/names-in-view.ts';
import { GRID_THEME, SCROLLBAR_WIDTH_PX } from '../../grid/theme.ts';
import '../../grid/grid.css';
import { writeLeg } from '../../stores/rfq/leg-drop-store.ts';
import { MOST_LEGS, pickLeg } from '../../stores/rfq/legs-store.ts';
import { pickPrice, selectInstrument } from '../../stores/workspace/selection-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { pricePlaces } from '../../ui/words/format.ts';
import { type LinkColour, usePanelFrame, usePanelLink } from '../../ui/panel-frame.ts';
import { buildChainColumns, readColumnId } from './chain-columns.ts';
import { CHAIN_FIELDS, legDirection } from './chain-fields.ts';
import type { ChainRow, ChainStrike, Forward } from './chain-row.ts';
import { getChainRowId, useChainFeed } from './use-chain-feed.ts';

interface ChainGridProps {
  readonly strikes: readonly ChainStrike[];
  readonly instrument: Instrument | null;
  readonly indexInstrument: string;
  readonly fields: readonly string[];
  readonly onForward: (forward: Forward | null) => void;
  /** Gives the function that brings the strikes around the forward into view. */
  readonly onReady: (scrollToMoney: () => void) => void;
}

/** The strikes of one expiry. Mounted anew for another one. */
export function ChainGrid({ strikes, instrument, indexInstrument, fields, onForward, onReady }: ChainGridProps) {
  const link = usePanelLink();
  const isShown = usePanelFrame()?.isShown ?? true;
  const [api, setApi] = useState<GridApi<ChainRow> | null>(null);
  const columns = useMemo(() => buildChainColumns(fields), [fields]);
  const forward = useChainFeed(api, { strikes, places: pricePlaces(instrument), indexInstrument, link });
  const inView = useNamesInView(api, quotedOf);
  useLook(isShown ? cutToMiddle(inView) : NOTHING, 'visible');
  const isTouched = useRef(false);
  const touch = (): void => {
    isTouched.current = true;
  };

  function handlePress(event: ReactMouseEvent): void {
    allowDrag(event, (rowId, columnId) => {
      const target = readTarget(api?.getRowNode(rowId)?.data, columnId);
      return target === null ? null : writeLeg(target.name, legDirection(target.fieldId));
    });
  }

  useEffect(() => onForward(forward), [forward, onForward]);
  useEffect(() => {
    if (api !== null) onReady(() => scrollToMoney(api));
  }, [api, onReady]);
  // Once, and never under the hands of the trader.
  const hasForward = forward !== null;
  const hasRows = strikes.length > 0;
  useEffect(() => {
    if (api === null || !hasRows || isTouched.current) return undefined;
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => scrollToMoney(api)));
    return () => cancelAnimationFrame(frame);
  }, [api, hasForward, hasRows]);

  return (
    <div className="grid" onPointerDown={touch} onWheel={touch} onKeyDown={touch} onMouseDown={handlePress}>
      <AgGridReact<ChainRow>
        {...ONE_TAB_STOP}
        theme={GRID_THEME}
        styleNonce={readNonce(document) ?? ''}
        columnDefs={columns}
        defaultColDef={DEFAULT_COLUMN}
        columnTypes={COLUMN_TYPES}
        getRowId={({ data }) => getChainRowId(data)}
        rowClassRules={{
          'chain-below': ({ data }) => data?.side === 'below',
          'chain-above': ({ data }) => data?.side === 'above',
          'chain-first-above': ({ data }) => data?.isFirstAbove === true,
        }}
        animateRows={false}
        // Strikes that are found while it is open must not move the columns.
        alwaysShowVerticalScroll
        scrollbarWidth={SCROLLBAR_WIDTH_PX}
        tooltipShowDelay={600}
        onGridReady={(event) => setApi(event.api)}
        onCellClicked={(event) => handleClick(event, link)}
        onCellKeyDown={(event) => handleKey(event, link)}
      />
    </div>
  );
}

/** Puts the strikes around the forward in the middle; the middle strike where the forward isn't known. */
function scrollToMoney(api: GridApi<ChainRow>): void {
  if (api.isDestroyed()) return;
  const count = api.getDisplayedRowCount();
  let target = Math.floor(count / 2);
  api.forEachNode(({ data, rowIndex }) => {
    if (data?.isFirstAbove === true && rowIndex !== null) target = rowIndex;
  });
  if (count > 0) api.ensureIndexVisible(target, 'middle');
}

interface Target {
  readonly name: string;
  readonly fieldId: string;
  readonly row: ChainRow;
}

function readTarget(row: ChainRow | undefined, columnId: string): Target | null {
  const column = readColumnId(columnId);
  const side = column === null ? null : (row?.[column.side] ?? null);
  if (row === undefined || column === null || side === null || side.standing === 'dead') return null;
  return { name: side.name, fieldId: column.fieldId, row };
}

/** Loads the ticket: the instrument, and from a price that price too. */
function load({ name, fieldId, row }: Target, link: LinkColour): void {
  const field = CHAIN_FIELDS.find(({ id }) => id === fieldId);
  const side = row.call?.name === name ? row.call : row.put;
  const ticker = side?.received?.quote.ticker ?? null;
  const price = field?.isPrice === true && ticker !== null ? field.read(ticker) : null;
  if (price === null) selectInstrument(name, link);
  else pickPrice(name, price, link);
}

function addLeg({ name, fieldId }: Target): void {
  if (pickLeg(name, legDirection(fieldId)) !== 'full') return;
  showToast({
    subject: 'legs',
    tone: 'attention',
    title: 'No more legs',
    detail: `A Block RFQ has ${MOST_LEGS} legs at most.`,
    isSticky: false,
  });
}

function handleClick({ data, column, event }: CellClickedEvent<ChainRow>, link: LinkColour): void {
  const target = readTarget(data, column.getColId());
  if (target === null) return;
  const wantsLeg = event instanceof MouseEvent && (event.ctrlKey || event.metaKey);
  if (wantsLeg) addLeg(target);
  else load(target, link);
}

function handleKey(event: CellKeyDownEvent<ChainRow> | FullWidthCellKeyDownEvent<ChainRow>, link: LinkColour): void {
  if (!('column' in event) || !(event.event instanceof KeyboardEvent) || event.event.key !== 'Enter') return;
  const target = readTarget(event.data, event.column.getColId());
  if (target === null) return;
  if (event.event.shiftKey || event.event.ctrlKey || event.event.metaKey) addLeg(target);
  else load(target, link);
}

/** Quotes asked for at once: a screen full of strikes, both sides. */
const MOST_NAMES = 96;
const NOTHING: readonly string[] = [];

/** The options of a strike that are quoted. */
function quotedOf({ call, put }: ChainRow): string[] {
  return [call, put].flatMap((side) =>
    side !== null && (side.standing === 'live' || side.standing === 'stale') ? [side.name] : [],
  );
}

function cutToMiddle(names: readonly string[]): readonly string[] {
  const excess = Math.max(0, names.length - MOST_NAMES);
  return excess === 0 ? names : names.slice(Math.floor(excess / 2), Math.floor(excess / 2) + MOST_NAMES);
}
