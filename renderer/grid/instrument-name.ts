import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';

/** Expiry of an option's name; then strike and kind, which tell it from its neighbours. */
const OPTION = /(-[^-]+)(-[^-]+-[CP])$/u;

/** An option's name in three: what gives way first where room is short, what does last, and what never does. */
export function splitName(name: string): readonly [head: string, expiry: string, strike: string] {
  const [tail = '', expiry = '', strike = ''] = OPTION.exec(name) ?? [];
  return [name.slice(0, name.length - tail.length), expiry, strike];
}

/** A name that can be written anew, in parts that give way in their order. */
export function createNameParts(root: HTMLElement): (name: string) => void {
  const parts = ['head', 'expiry', 'strike'].map((part) => {
    const element = document.createElement('span');
    element.className = `instrument-name-${part}`;
    return element;
  });
  root.classList.add('instrument-name');
  root.append(...parts);
  return (name) => {
    for (const [index, text] of splitName(name).entries()) {
      const part = parts[index];
      if (part !== undefined) part.textContent = text;
    }
  };
}

/** An instrument's name, as its column writes it. */
export class InstrumentNameCell<Row> implements ICellRendererComp<Row> {
  readonly #root = document.createElement('span');
  readonly #write = createNameParts(this.#root);

  init(params: ICellRendererParams<Row>): void {
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh({ valueFormatted }: ICellRendererParams<Row>): boolean {
    this.#write(valueFormatted ?? '');
    return true;
  }
}
