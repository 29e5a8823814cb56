import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { createNameParts } from '../../grid/instrument-name.ts';
import { FRESHNESS_WORDS } from '../../stores/freshness.ts';
import { removeFromWatchlist } from '../../stores/watchlist-store.ts';
import type { WatchRow } from './watch-row.ts';

/** The instrument's name with a dot for the age of its price, and a button that removes it. Plain elements: it ticks. */
export class InstrumentCell implements ICellRendererComp<WatchRow> {
  readonly #root = document.createElement('span');
  readonly #dot = document.createElement('i');
  readonly #name = document.createElement('span');
  readonly #writeName = createNameParts(this.#name);
  readonly #remove = document.createElement('button');
  #instrumentName = '';

  init(params: ICellRendererParams<WatchRow>): void {
    this.#root.className = 'watch-instrument';
    this.#dot.setAttribute('role', 'img');
    this.#name.classList.add('watch-name');
    this.#remove.type = 'button';
    this.#remove.className = 'watch-remove';
    this.#remove.textContent = '×';
    // With the keyboard, Delete on the row does the same.
    this.#remove.tabIndex = -1;
    this.#remove.addEventListener('click', (event) => {
      event.stopPropagation();
      removeFromWatchlist(this.#instrumentName);
    });
    this.#root.append(this.#dot, this.#name, this.#remove);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh({ data }: ICellRendererParams<WatchRow>): boolean {
    if (data === undefined) return false;
    this.#instrumentName = data.name;
    this.#dot.className = `age-dot age-dot-${data.freshness}`;
    this.#dot.setAttribute('aria-label', FRESHNESS_WORDS[data.freshness]);
    this.#writeName(data.name);
    this.#name.title = data.name;
    this.#remove.setAttribute('aria-label', `Remove ${data.name} from the watchlist`);
    return true;
  }
}
