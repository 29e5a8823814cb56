import { amountUnit, priceUnit } from '../../shared/orders/facts.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { kindOfName } from '../../shared/service/instrument-name.ts';
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

/**
 * What an instrument's prices are in, by its name alone: the coin for options that settle in it, else what is paid
 * (contract, convention 2). What has expired is in no list, and is shown all the same.
 */
export function priceUnitOfName(instrumentName: string): string {
  const [pair = ''] = instrumentName.split('-');
  const [base = '', quote] = pair.split('_');
  const kind = kindOfName(instrumentName);
  return quote ?? (kind === 'option' || kind === 'option_combo' ? base : 'USD');
}
