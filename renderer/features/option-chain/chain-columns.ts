import type { ColDef, ColGroupDef } from 'ag-grid-community';
import { type DecimalString, isZero, roundToPlaces } from '../../../shared/decimal.ts';
import { compareDecimals } from '../../grid/columns.ts';
import { formatFixed, formatPrice, MISSING } from '../../ui/words/format.ts';
import { type ChainField, fieldsOfSide } from './chain-fields.ts';
import { type ChainRow, type ChainSide, explainSide, type SideState } from './chain-row.ts';
import { StrikeCell } from './strike-cell.ts';

/** A figure and how far it can be trusted: a cell is drawn anew when either changes. */
interface Figure {
  readonly value: DecimalString | null;
  readonly state: SideState | 'none';
  readonly isSelected: boolean;
}

type Side = 'call' | 'put';

/** Id of a column: its side and its figure. */
export function columnId(side: Side, fieldId: string): string {
  return `${side}.${fieldId}`;
}

/** Side and figure of a column; null for the strike. */
export function readColumnId(id: string): { readonly side: Side; readonly fieldId: string } | null {
  const [side, fieldId] = id.split('.');
  return (side === 'call' || side === 'put') && fieldId !== undefined ? { side, fieldId } : null;
}

function readFigure(side: ChainSide | null, field: ChainField): Figure {
  if (side === null) return { value: null, state: 'none', isSelected: false };
  const ticker = side.received?.quote.ticker ?? null;
  return { value: ticker === null ? null : field.read(ticker), state: side.state, isSelected: side.isSelected };
}

function formatFigure({ value, state }: Figure, field: ChainField, places: number | null): string {
  if (state === 'dead' || state === 'none' || value === null) return MISSING;
  if (field.places === 'price') return formatPrice(value, places);
  const most = field.places === 'all' ? null : field.places;
  // What is there must not read as nothing: a gamma of a far strike.
  const vanishes = most !== null && !isZero(value) && isZero(roundToPlaces(value, most));
  return formatFixed(value, vanishes ? null : most);
}

function buildColumn(side: Side, field: ChainField): ColDef<ChainRow, Figure> {
  const tone = field.tone === undefined ? '' : ` ${field.tone}`;
  return {
    colId: columnId(side, field.id),
    headerName: field.name,
    headerTooltip: `${side === 'call' ? 'Calls' : 'Puts'}: ${field.explanation}`,
    headerClass: 'ag-right-aligned-header',
    flex: field.width,
    minWidth: field.width - 7,
    valueGetter: ({ data }) => readFigure(data?.[side] ?? null, field),
    equals: (a, b) => a?.value === b?.value && a?.state === b?.state && a?.isSelected === b?.isSelected,
    valueFormatter: ({ value, data }) => (value == null ? MISSING : formatFigure(value, field, data?.places ?? null)),
    cellClass: `number chain-figure chain-${side}${field.isPrice === true ? ' price-cell' : ''}${tone}`,
    cellClassRules: {
      'chain-aged': ({ value }) => value?.state === 'stale' || value?.state === 'failed',
      'chain-absent': ({ value }) => value?.state === 'dead' || value?.state === 'none',
      'chain-selected': ({ value }) => value?.isSelected === true,
    },
    tooltipValueGetter: ({ data }) => {
      const shown = data?.[side] ?? null;
      if (shown === null) return '';
      const ticker = shown.received?.quote.ticker ?? null;
      const why = ticker === null ? null : (field.whyNone?.(ticker) ?? null);
      return `${why === null ? '' : `${why}. `}${explainSide(shown, performance.now())}`;
    },
  };
}

function describeMarks({ strike, call, put }: ChainRow): string {
  return [strike, call?.state, call?.leg, put?.state, put?.leg].join(' ');
}

/** Calls left, puts right, the strike between them. Sorted by strike, which never changes: no row moves. */
export function buildChainColumns(chosen: readonly string[]): (ColDef<ChainRow> | ColGroupDef<ChainRow>)[] {
  return [
    {
      headerName: 'Calls',
      headerClass: 'chain-group',
      children: fieldsOfSide('call', chosen).map((field) => buildColumn('call', field)),
    },
    {
      headerName: '',
      children: [
        {
          colId: 'strike',
          headerName: 'Strike',
          headerClass: 'chain-strike-header',
          flex: 92,
          minWidth: 92,
          sort: 'asc',
          comparator: (_a, _b, nodeA, nodeB) => compareDecimals(nodeA.data?.strike, nodeB.data?.strike),
          // All that the cell shows, so that it is drawn anew when any of it changes.
          valueGetter: ({ data }) => (data === undefined ? '' : describeMarks(data)),
          cellRenderer: StrikeCell,
          cellClass: 'number chain-strike',
        },
      ],
    },
    {
      headerName: 'Puts',
      headerClass: 'chain-group',
      children: fieldsOfSide('put', chosen).map((field) => buildColumn('put', field)),
    },
  ];
}
