import { ok } from '../../shared/result.ts';
import { marginOfOrder } from '../account/margin.ts';
import { toUnits } from '../fixed.ts';
import { finiteNumber, instrumentName, required } from '../http/params.ts';
import { priceNumber } from '../market/instrument.ts';
import { priceBand } from '../market/price-band.ts';
import { refuseParam } from '../refusal.ts';
import { runningVenue } from './market.ts';
import { defineMethod } from './method.ts';

/** `private/get_margins`: an extension. The margin of an order by itself, whatever the account holds. */
export const getMargins = defineMethod(
  'private/get_margins',
  { instrument_name: required(instrumentName), amount: required(finiteNumber), price: required(finiteNumber) },
  ({ exchange }, { instrument_name: name, amount, price }) => {
    const venue = runningVenue(exchange, name);
    if (!venue.ok) return venue;
    const { instrument } = venue.value;
    const units = toUnits(amount, instrument.amountPlaces);
    if (units === null || units <= 0 || units % instrument.stepUnits !== 0) {
      return refuseParam('amount', 'must be a multiple of contract size');
    }
    const band = priceBand(instrument, exchange.mark(instrument));
    const of = (side: 'buy' | 'sell') => marginOfOrder(exchange, instrument, side, amount, price);
    return ok({
      buy: of('buy'),
      sell: of('sell'),
      min_price: priceNumber(instrument, band.minUnits),
      max_price: priceNumber(instrument, band.maxUnits),
    });
  },
);
