import { amountUnit, indexUnit, priceUnit } from '../../../shared/orders/facts.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { pricePlaces } from './format.ts';

const INDEX_PLACES = 2;

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

/** Unit and places of the index, to the cent at least; of what trades at about the price of its index, to the tick. */
export function tellIndex(instrument: Instrument | null): { readonly unit: string; readonly places: number } {
  if (instrument === null) return { unit: '', places: INDEX_PLACES };
  const isNear = isNearIndex(instrument);
  return {
    unit: indexUnit(instrument),
    places: isNear ? Math.max(INDEX_PLACES, pricePlaces(instrument) ?? 0) : INDEX_PLACES,
  };
}

/** Whether its price is about that of the index. */
export function isNearIndex({ kind }: Pick<Instrument, 'kind'>): boolean {
  return kind === 'future' || kind === 'spot';
}
