import { themeQuartz } from 'ag-grid-community';

/** The grids' look, from the tokens of `ui/tokens.css`. */
export const GRID_THEME = themeQuartz.withParams({
  accentColor: 'var(--accent)',
  backgroundColor: 'var(--panel)',
  foregroundColor: 'var(--text)',
  borderColor: 'var(--line-soft)',
  browserColorScheme: 'inherit',
  fontFamily: 'var(--sans)',
  fontSize: 'var(--size-grid)',
  cellHorizontalPadding: '5px',
  rowHeight: 'var(--row-height)',
  headerHeight: '23px',
  headerFontSize: 'var(--size-small)',
  headerFontWeight: 500,
  headerTextColor: 'var(--faint)',
  headerBackgroundColor: 'var(--panel)',
  headerColumnResizeHandleColor: 'transparent',
  rowHoverColor: 'var(--row-hover)',
  selectedRowBackgroundColor: 'var(--row-selected)',
  wrapperBorder: false,
  wrapperBorderRadius: '0px',
  rowBorder: { color: 'var(--line-soft)' },
  headerRowBorder: { color: 'var(--line-soft)' },
  columnBorder: false,
  spacing: '4px',
});

/** As `ui/base.css` draws scrollbars. */
export const SCROLLBAR_WIDTH_PX = 10;
