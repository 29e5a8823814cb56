import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';
import { type ChainRow, type ChainSide, nameState } from './chain-row.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

/** The strike between a dot for the call and one for the put, each with its leg. Plain elements: it ticks. */
export class StrikeCell implements ICellRendererComp<ChainRow> {
  readonly #root = document.createElement('span');
  readonly #call = new SideMark('call');
  readonly #strike = document.createElement('span');
  readonly #put = new SideMark('put');

  init(params: ICellRendererParams<ChainRow>): void {
    this.#root.className = 'chain-strike-cell';
    this.#root.append(this.#call.element, this.#strike, this.#put.element);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  refresh({ data }: ICellRendererParams<ChainRow>): boolean {
    if (data === undefined) return false;
    this.#strike.textContent = formatDecimal(data.strike);
    this.#call.show(data.call);
    this.#put.show(data.put);
    return true;
  }
}

class SideMark {
  readonly element = document.createElement('span');
  readonly #dot = document.createElement('i');
  readonly #leg = document.createElement('b');
  readonly #type: 'call' | 'put';

  constructor(type: 'call' | 'put') {
    this.#type = type;
    this.element.className = `chain-mark chain-mark-${type}`;
    this.#dot.setAttribute('role', 'img');
    this.element.append(this.#dot, this.#leg);
  }

  show(side: ChainSide | null): void {
    this.#dot.hidden = side === null;
    this.#dot.className = `age-dot age-dot-${side?.state ?? 'waiting'}`;
    this.#dot.setAttribute('aria-label', side === null ? '' : `${this.#type} ${nameState(side)}`);
    const leg = side?.leg ?? null;
    this.#leg.textContent = leg === null ? '' : leg === 'buy' ? 'B' : 'S';
    this.#leg.className = leg === null ? '' : `chain-leg chain-leg-${leg}`;
    this.#leg.title = leg === null ? '' : `Leg to ${leg}`;
  }
}
