import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';

/** What a live cell shows of its row, as `cellRendererParams` of its column. */
export interface LiveCellShow<Row> {
  readonly text: (row: Row) => string;
  /** Class of the text; none unless given. */
  readonly tone?: (row: Row) => string;
}

/** What a grid with live cells has as its context. */
export interface LiveContext<Row> {
  readonly live: LiveCells<Row>;
}

/**
 * The cells of one grid that are on screen and written outside of it, by row. A tick that changes nothing but texts
 * goes to them alone: the grid's own way of an update compares, refreshes and announces every cell of the row.
 */
export class LiveCells<Row> {
  readonly #byRow = new Map<string, Set<LiveCell<Row>>>();

  add(rowId: string, cell: LiveCell<Row>): void {
    const cells = this.#byRow.get(rowId);
    if (cells === undefined) this.#byRow.set(rowId, new Set([cell]));
    else cells.add(cell);
  }

  remove(rowId: string, cell: LiveCell<Row>): void {
    const cells = this.#byRow.get(rowId);
    cells?.delete(cell);
    if (cells?.size === 0) this.#byRow.delete(rowId);
  }

  /** Writes a row's cells anew; nothing where it is not on screen. */
  write(rowId: string): void {
    for (const cell of this.#byRow.get(rowId) ?? []) cell.write();
  }

  /** Writes every cell on screen: what they show may depend on the time. */
  writeAll(): void {
    for (const cells of this.#byRow.values()) for (const cell of cells) cell.write();
  }
}

type LiveParams<Row> = ICellRendererParams<Row, unknown, LiveContext<Row>> & LiveCellShow<Row>;

/** A cell of text that is written whenever its row ticks, and only where the text is another. */
export class LiveCell<Row> implements ICellRendererComp<Row> {
  readonly #root = document.createElement('span');
  readonly #text = document.createTextNode('');
  #params: LiveParams<Row> | null = null;
  #rowId = '';
  #tone = '';

  init(params: LiveParams<Row>): void {
    this.#params = params;
    this.#rowId = params.node.id ?? '';
    this.#root.append(this.#text);
    params.context.live.add(this.#rowId, this);
    this.write();
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh(params: LiveParams<Row>): boolean {
    if (params.node.id !== this.#rowId) return false;
    this.#params = params;
    this.write();
    return true;
  }

  destroy(): void {
    this.#params?.context.live.remove(this.#rowId, this);
  }

  /** Shows the row as the grid holds it now. */
  write(): void {
    const row = this.#params?.node.data;
    if (this.#params === null || row === undefined) return;
    const text = this.#params.text(row);
    if (this.#text.data !== text) this.#text.data = text;
    const tone = this.#params.tone?.(row) ?? '';
    if (this.#tone === tone) return;
    this.#tone = tone;
    this.#root.className = tone;
  }
}
