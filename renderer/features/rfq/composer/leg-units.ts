import { amountUnitOfName, priceUnitOfName } from '../../../../shared/service/instrument-name.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';

/** What a structure's amount and price are in; empty where its legs don't agree, or it has none. */
export interface LegUnits {
  readonly amount: string;
  readonly price: string;
}

export function unitsOfLegs(legs: readonly { readonly instrument_name: string }[]): LegUnits {
  const names = legs.map((leg) => leg.instrument_name);
  return {
    amount: showForeign(agreed(names.map(amountUnitOfName))),
    price: showForeign(agreed(names.map(priceUnitOfName))),
  };
}

function agreed([first = '', ...rest]: readonly string[]): string {
  return rest.every((unit) => unit === first) ? first : '';
}

/** A number with what it is in, where that is known. */
export function withUnit(text: string, unit: string): string {
  return unit === '' ? text : `${text} ${unit}`;
}
