import type { GridApi, IRowNode } from 'ag-grid-community';
import { areRowsHeld } from './held-rows.ts';
import { readPlace, restorePlace } from './keep-place.ts';

/**
 * Hands changes to the grid once per animation frame, a row's last write winning. Focus and visible rows don't move; held
 * rows neither come nor go. `getId`: the grid's `getRowId`. `writeInPlace`: true if it made the update itself.
 */
export class FrameFeed<Row> {
  readonly #api: GridApi<Row>;
  readonly #getId: (row: Row) => string;
  readonly #writeInPlace: (node: IRowNode<Row>, row: Row) => boolean;
  readonly #changed = new Map<string, Row>();
  readonly #removed = new Set<string>();
  #frame: number | null = null;

  constructor(
    api: GridApi<Row>,
    getId: (row: Row) => string,
    writeInPlace: (node: IRowNode<Row>, row: Row) => boolean = () => false,
  ) {
    this.#api = api;
    this.#getId = getId;
    this.#writeInPlace = writeInPlace;
  }

  put(row: Row): void {
    const id = this.#getId(row);
    this.#removed.delete(id);
    this.#changed.set(id, row);
    this.#frame ??= requestAnimationFrame(() => this.#flush());
  }

  remove(id: string): void {
    this.#changed.delete(id);
    this.#removed.add(id);
    this.#frame ??= requestAnimationFrame(() => this.#flush());
  }

  /** Drops what is waiting; for when the grid goes away, or was given all its rows anew. */
  stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    this.#changed.clear();
    this.#removed.clear();
  }

  #flush(): void {
    this.#frame = null;
    if (this.#api.isDestroyed()) return;
    const add: Row[] = [];
    const update: Row[] = [];
    const isHeld = areRowsHeld(this.#api);
    for (const [id, row] of this.#changed) {
      const node = this.#api.getRowNode(id);
      if (node === undefined && isHeld) continue;
      this.#changed.delete(id);
      if (node === undefined) add.push(row);
      else if (!this.#writeInPlace(node, row)) update.push(row);
    }
    const remove = isHeld ? [] : [...this.#removed].flatMap((id) => this.#api.getRowNode(id)?.data ?? []);
    if (!isHeld) this.#removed.clear();
    // What comes and goes waits until rows may move.
    if (this.#changed.size + this.#removed.size > 0) this.#frame = requestAnimationFrame(() => this.#flush());
    if (add.length + update.length + remove.length === 0) return;
    // Where updates alone move nothing, the layout need not be asked for.
    const isStill =
      add.length === 0 &&
      remove.length === 0 &&
      this.#api.getGridOption('suppressModelUpdateAfterUpdateTransaction') === true;
    const place = isStill ? null : readPlace(this.#api);
    this.#api.applyTransaction({ add, update, remove });
    if (place !== null) restorePlace(this.#api, place);
  }
}
