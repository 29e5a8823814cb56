import { amountUnit, isInverse } from '../../shared/orders/facts.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { pricePlaces } from './format.ts';

/** Units and places of one instrument's numbers. */
export interface Units {
  readonly price: string;
  readonly amount: string;
  readonly places: number | null;
}

/** Units by kind (contract, convention 2): inverse options are priced in their coin, everything else in its quote. */
export function tellUnits(instrument: Instrument | null): Units {
  if (instrument === null) return { price: '', amount: '', places: null };
  const isCoinOption = instrument.kind === 'option' && isInverse(instrument);
  return {
    price: isCoinOption ? instrument.base_currency : (instrument.counter_currency ?? instrument.quote_currency),
    amount: amountUnit(instrument),
    places: pricePlaces(instrument),
  };
}
