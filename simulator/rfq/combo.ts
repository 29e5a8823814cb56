import type { Instrument } from '../market/instrument.ts';

/** A leg of a structure: what is traded and how often per unit, above zero when bought. */
export interface StructureLeg {
  readonly instrument: Instrument;
  readonly ratio: number;
}

function expiryOf(instrument: Instrument): string {
  return instrument.name.split('-')[1] ?? '';
}

function futureSpread(first: Instrument, second: Instrument): string {
  const name = (instrument: Instrument) => (instrument.perpetual ? 'PERP' : expiryOf(instrument));
  const [near, far] = first.expiryMs < second.expiryMs || second.perpetual ? [first, second] : [second, first];
  return `${first.base}-FS-${name(near)}_${name(far)}`;
}

/** Two options in equal numbers: spread, straddle, strangle, risk reversal or calendar; null for anything else. */
function optionPair(a: StructureLeg, b: StructureLeg): string | null {
  const [first, second] = [a.instrument, b.instrument];
  if (first.option === null || second.option === null || Math.abs(a.ratio) !== Math.abs(b.ratio)) return null;
  const opposite = a.ratio === -b.ratio;
  const sameType = first.option.type === second.option.type;
  const letter = first.option.type === 'call' ? 'C' : 'P';
  const expiry = expiryOf(first);
  const low = Math.min(first.option.strike, second.option.strike);
  const high = Math.max(first.option.strike, second.option.strike);
  if (first.expiryMs !== second.expiryMs) {
    if (!opposite || !sameType || low !== high) return null;
    const far = first.expiryMs > second.expiryMs ? first : second;
    const near = far === first ? second : first;
    return `${first.base}-${letter}CAL-${expiryOf(far)}_${expiryOf(near)}-${low}`;
  }
  if (sameType) return opposite && low !== high ? `${first.base}-${letter}S-${expiry}-${low}_${high}` : null;
  if (opposite) return low === high ? null : `${first.base}-RR-${expiry}-${low}_${high}`;
  if (low === high) return `${first.base}-STRD-${expiry}-${low}`;
  const put = first.option.type === 'put' ? first.option : second.option;
  return put.strike === low ? `${first.base}-STRG-${expiry}-${low}_${high}` : null;
}

/**
 * The service's name for a structure (facts, "Combo ids"): the instrument's own for one leg, an id for
 * common two-leg structures, null for custom ones. Either orientation has the same name.
 */
export function comboId(legs: readonly StructureLeg[]): string | null {
  const [first, second, ...others] = legs;
  if (first === undefined || others.length > 0) return null;
  if (second === undefined) return first.instrument.name;
  if (first.instrument.kind === 'future' && second.instrument.kind === 'future') {
    return first.ratio === -second.ratio ? futureSpread(first.instrument, second.instrument) : null;
  }
  return optionPair(first, second);
}
