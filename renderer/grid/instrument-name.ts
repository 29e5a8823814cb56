import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';

/** Strike and kind of an option's name: what tells it from its neighbours, and so is never cut off. */
const STRIKE = /-[^-]+-[CP]$/u;

/** A name in two: what may give way where room is short, and what stays; nothing stays but of an option. */
export function splitName(name: string): readonly [head: string, strike: string] {
  const [strike = ''] = STRIKE.exec(name) ?? [];
  return [name.slice(0, name.length - strike.length), strike];
}

/** An instrument's name, as its column writes it. */
export class InstrumentNameCell<Row> implements ICellRendererComp<Row> {
  readonly #root = document.createElement('span');
  readonly #head = document.createElement('span');
  readonly #strike = document.createElement('span');

  init(params: ICellRendererParams<Row>): void {
    this.#root.className = 'instrument-name';
    this.#head.className = 'instrument-name-head';
    this.#strike.className = 'instrument-name-strike';
    this.#root.append(this.#head, this.#strike);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh({ valueFormatted }: ICellRendererParams<Row>): boolean {
    [this.#head.textContent, this.#strike.textContent] = splitName(valueFormatted ?? '');
    return true;
  }
}
