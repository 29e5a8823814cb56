import { isPositive } from '../decimal.ts';
import { type Instrument, INSTRUMENT_KINDS } from './instrument.ts';

/** A term that units or worth depend on; `value` as sent, may be empty. */
export interface UnknownTerm {
  readonly field: 'kind' | 'instrument_type' | 'strike' | 'option_type' | 'expiration_timestamp';
  readonly value: string;
}

/** What the unit of an instrument's amounts and prices hangs on. */
export type UnitTerms = Pick<Instrument, 'kind' | 'instrument_type'> &
  Partial<Pick<Instrument, 'instrument_name' | 'future_type'>>;

/**
 * `linear`, `reversed` or a new word. Before 2022 it is `future_type` or missing; then a name with two currencies is
 * linear.
 */
export function contractType({ instrument_type, future_type, instrument_name = '' }: UnitTerms): string {
  return instrument_type ?? future_type ?? (instrument_name.includes('_') ? 'linear' : 'reversed');
}

/** The first term of an instrument that this terminal does not know, or null: without it, it would be traded by a guess. */
export function findUnknownTerm(instrument: Instrument): UnknownTerm | null {
  const ofUnit = findUnknownUnit(instrument);
  if (ofUnit !== null || instrument.kind !== 'option') return ofUnit;
  const { strike, option_type, expiration_timestamp } = instrument;
  if (strike === undefined || !isPositive(strike)) return { field: 'strike', value: strike ?? '' };
  if (option_type !== 'call' && option_type !== 'put') return { field: 'option_type', value: option_type ?? '' };
  return expiration_timestamp === undefined ? { field: 'expiration_timestamp', value: '' } : null;
}

/** The same of what its amounts and prices are counted in. */
export function findUnknownUnit(terms: UnitTerms): UnknownTerm | null {
  if (!INSTRUMENT_KINDS.some((known) => known === terms.kind)) return { field: 'kind', value: terms.kind };
  const type = contractType(terms);
  const isKnown = terms.kind === 'spot' || type === 'linear' || type === 'reversed';
  return isKnown ? null : { field: 'instrument_type', value: type };
}
