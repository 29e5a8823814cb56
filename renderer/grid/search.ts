import { useEffect, useState } from 'react';
import type { GridApi, IRowNode } from 'ag-grid-community';
import { readSearch } from './columns.ts';

/** The library's own search reads every value by way of its filters, numbers as doubles; this reads the rows. */
export class RowSearch<Row> {
  #words: readonly string[] = [];
  #readers: readonly ((row: Row) => string | null | undefined)[] = [];
  /** Texts of the rows as they were when they were last looked at. */
  readonly #texts = new Map<IRowNode<Row>, { readonly row: Row; readonly text: string }>();

  get isOn(): boolean {
    return this.#words.length > 0;
  }

  /** Finds rows with every word, in any visible column. */
  seek(text: string): void {
    this.#words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    if (!this.isOn) this.#texts.clear();
  }

  lookIn(api: GridApi<Row>): void {
    this.#texts.clear();
    this.#readers = api.getAllDisplayedColumns().flatMap((column) => readSearch(column.getColDef()) ?? []);
  }

  finds(node: IRowNode<Row>): boolean {
    const { data } = node;
    if (data === undefined) return false;
    let known = this.#texts.get(node);
    if (known?.row !== data) {
      known = { row: data, text: this.#read(data) };
      this.#texts.set(node, known);
    }
    const { text } = known;
    return this.#words.every((word) => text.includes(word));
  }

  #read(row: Row): string {
    let text = '';
    for (const read of this.#readers) text += `${read(row) ?? ''}\n`;
    return text.toLowerCase();
  }
}

/** Shows the rows that the text finds; gives the options that the grid does it by. */
export function useSearch<Row>(api: GridApi<Row> | null, text: string) {
  const [search] = useState(() => new RowSearch<Row>());
  const [options] = useState(() => ({
    isExternalFilterPresent: () => search.isOn,
    doesExternalFilterPass: (node: IRowNode<Row>) => search.finds(node),
  }));
  useEffect(() => {
    if (api === null) return undefined;
    const lookAnew = (): void => {
      search.lookIn(api);
      if (search.isOn) api.onFilterChanged();
    };
    search.lookIn(api);
    api.addEventListener('displayedColumnsChanged', lookAnew);
    return () => {
      if (!api.isDestroyed()) api.removeEventListener('displayedColumnsChanged', lookAnew);
    };
  }, [api, search]);
  useEffect(() => {
    if (api === null) return;
    const wasOn = search.isOn;
    search.seek(text);
    if (wasOn || search.isOn) api.onFilterChanged();
  }, [api, search, text]);
  return options;
}
