import { isWorking } from '../../../shared/orders/outcome/resting.ts';

/** Of each order as it is placed. */
export const AMOUNT = 100_000;

/** An order as the book has it. */
export interface BookOrder {
  readonly id: string;
  /** The order whose trigger, or whose sell's fill, made it; null for the first. */
  readonly of: string | null;
  readonly amount: number;
  readonly made: number;
  state: 'open' | 'untriggered' | 'triggered' | 'filled' | 'cancelled';
  filled: number;
  at: number;
}

/** The orders of a label as they are, and as look-ups that lag behind them show them. */
export class Book {
  readonly orders: BookOrder[] = [];
  readonly #past: { readonly at: number; readonly orders: readonly BookOrder[] }[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  make(state: BookOrder['state'], amount = AMOUNT, of: string | null = null): void {
    const at = this.#now();
    this.orders.push({ id: `BTC-${this.orders.length + 1}`, of, amount, made: at, state, filled: 0, at });
    this.#keep();
  }

  change(order: BookOrder, changed: Partial<Pick<BookOrder, 'state' | 'filled'>>): void {
    Object.assign(order, changed, { at: this.#now() });
    this.#keep();
  }

  seen(lagMs: number): readonly BookOrder[] {
    return this.#past.findLast(({ at }) => at <= this.#now() - lagMs)?.orders ?? [];
  }

  working(): readonly BookOrder[] {
    return this.orders.filter(({ state }) => isWorking({ order_state: state }));
  }

  /** Takes all that work off the book; how many that were. */
  cancelAll(): number {
    const working = this.working();
    for (const order of working) this.change(order, { state: 'cancelled' });
    return working.length;
  }

  #keep(): void {
    this.#past.push({ at: this.#now(), orders: this.orders.map((order) => ({ ...order })) });
  }
}
