import type { Instrument } from '../market/instrument.ts';
import type { MarketModel } from '../market/model.ts';

/** Funding is counted in 1e-24 of the settlement currency for one of the wire's amount unit. */
const SCALE = 1e24;

interface Meter {
  readonly instrument: Instrument;
  interest: number;
  standsAt: bigint;
}

/**
 * Funding paid by one unit of a perpetual, added step by step at the mark (facts, "Funding"). Differences are payments.
 * Only held perpetuals count.
 */
export class FundingMeters {
  readonly #model: MarketModel;
  readonly #meters = new Map<Instrument, Meter>();

  constructor(model: MarketModel) {
    this.#model = model;
  }

  /** Where a perpetual's funding stands, in 1e-24; 0 for everything else. */
  standsAt(instrument: Instrument): bigint {
    if (!instrument.perpetual) return 0n;
    let meter = this.#meters.get(instrument);
    if (meter === undefined) {
      meter = { instrument, interest: this.#model.funding(instrument).interest, standsAt: 0n };
      this.#meters.set(instrument, meter);
    }
    return meter.standsAt;
  }

  /** Counts the step that the market has just made. */
  advance(nowMs: number): void {
    for (const meter of this.#meters.values()) {
      const { interest } = this.#model.funding(meter.instrument);
      const rate = interest - meter.interest;
      if (rate === 0) continue;
      const { price } = this.#model.mark(meter.instrument, nowMs);
      const paid = meter.instrument.linear ? rate * price : rate / price;
      meter.interest = interest;
      meter.standsAt += BigInt(Math.round(paid * SCALE));
    }
  }
}
