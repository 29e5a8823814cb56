import { amountUnit, priceUnit } from '../../shared/orders/facts.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { pricePlaces } from './format.ts';

/** Units and places of one instrument's numbers. */
export interface Units {
  readonly price: string;
  readonly amount: string;
  readonly places: number | null;
}

/** Units by kind; none while the instrument is not known. */
export function tellUnits(instrument: Instrument | null): Units {
  if (instrument === null) return { price: '', amount: '', places: null };
  return {
    price: priceUnit(instrument),
    amount: amountUnit(instrument),
    places: pricePlaces(instrument),
  };
}
