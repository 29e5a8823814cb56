import type { Instrument } from './instrument.ts';
import { MarketModel, type ExactMark, type MarkSource } from './model.ts';

/** The market before its opening, ending in the opening state. */
export class PastMarket implements MarkSource {
  readonly #model: MarketModel;
  /** Those of the time where it stands. */
  readonly #marks = new Map<Instrument, ExactMark>();
  #timeMs: number;

  constructor(seed: number, openMs: number) {
    this.#model = new MarketModel(seed, 'back');
    this.#timeMs = openMs;
  }

  /** Goes back to an earlier time. */
  goBackTo(atMs: number): void {
    this.#model.goBack(this.#timeMs - atMs, atMs);
    this.#timeMs = atMs;
    this.#marks.clear();
  }

  mark(instrument: Instrument): ExactMark {
    const known = this.#marks.get(instrument) ?? this.#model.mark(instrument, this.#timeMs);
    this.#marks.set(instrument, known);
    return known;
  }
}
