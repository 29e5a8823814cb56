import { toUnits } from '../fixed.ts';
import type { Venue } from './venue.ts';

/** What a service may change of an instrument that is traded; what is not given stays. */
export interface InstrumentTerms {
  /** One tick at every price: steps of it end. */
  readonly tickSize?: number;
  readonly minTradeAmount?: number;
  /** Withdrawn though its book is open. */
  readonly isActive?: boolean;
}

/** Changes them for every order from now on; what rests stays as it is. Throws when a number is not on its grid. */
export function changeTerms(
  venue: Venue,
  { tickSize, minTradeAmount, isActive = venue.isActive }: InstrumentTerms,
): void {
  const { instrument } = venue;
  function countUnits(value: number, places: number): number {
    const units = toUnits(value, places);
    if (units === null || units <= 0) throw new Error(`${value} is not on the grid of ${instrument.name}`);
    return units;
  }
  const ofTick =
    tickSize === undefined
      ? null
      : {
          tickUnits: countUnits(tickSize, instrument.pricePlaces),
          fields: { tick_size: tickSize, tick_size_steps: [] },
        };
  const ofAmount =
    minTradeAmount === undefined
      ? null
      : {
          minAmountUnits: countUnits(minTradeAmount, instrument.amountPlaces),
          fields: { min_trade_amount: minTradeAmount },
        };
  const fields = { ...instrument.fields, ...ofTick?.fields, ...ofAmount?.fields };
  venue.isActive = isActive;
  // Instruments change only here; orders and books share them.
  Object.assign(
    instrument,
    ofTick === null ? {} : { tickUnits: ofTick.tickUnits, tickSteps: [] },
    ofAmount === null ? {} : { minAmountUnits: ofAmount.minAmountUnits },
    { fields },
  );
}
