import { greatestCommonDivisor } from '../fixed.ts';
import type { Instrument } from '../market/instrument.ts';

/** A leg of a structure: what is traded and how often per unit, above zero when bought. */
export interface StructureLeg {
  readonly instrument: Instrument;
  readonly ratio: number;
}

/** What the name of a structure depends on. */
export interface NamedLeg {
  readonly instrument: Pick<Instrument, 'name' | 'kind' | 'perpetual' | 'expiryMs'> & {
    readonly option: Pick<NonNullable<Instrument['option']>, 'type' | 'strike'> | null;
  };
  readonly ratio: number;
}

/**
 * Options of one expiry: legs by rising strike, call before put; the first leg is bought. Signs as listed (facts,
 * "Combo ids"); ladders have none.
 */
const ONE_EXPIRY: Readonly<Record<string, string>> = {
  '1C1 -1C2': 'CS',
  '1P1 -1P2': 'PS',
  '1C1 -2C2': 'CSR12',
  '1C1 -3C2': 'CSR13',
  '2C1 -3C2': 'CSR23',
  '2P1 -1P2': 'PSR12',
  '3P1 -1P2': 'PSR13',
  '3P1 -2P2': 'PSR23',
  '1C1 1P1': 'STRD',
  '1C1 -1P1': 'REV',
  '1P1 1C2': 'STRG',
  '1C1 1P2': 'GUTS',
  '1P1 -1C2': 'RR',
  '1C1 -1P2': 'RRITM',
  '1C1 -2C2 1C3': 'CBUT',
  '1P1 -2P2 1P3': 'PBUT',
  '1C1 -1C2 1C3': 'CBUT111',
  '1P1 -1P2 1P3': 'PBUT111',
  '1C1 -1C2 -1C3 1C4': 'CCOND',
  '1P1 -1P2 -1P3 1P4': 'PCOND',
  '1P1 -1C2 -1P2 1C3': 'IBUT',
  '1P1 -1P2 -1C3 1C4': 'ICOND',
  '1C1 -1P1 -1C2 1P2': 'BOX',
};

/** Options of two expiries, one strike in all: the far expiry's legs first. */
const TWO_EXPIRIES_ONE_STRIKE: Readonly<Record<string, string>> = {
  '1C -1C': 'CCAL',
  '1P -1P': 'PCAL',
  '1C 1P -1C -1P': 'STDC',
  '1C -1P -1C 1P': 'JR',
};

/** Options of two expiries, each with a strike of its own. */
const TWO_EXPIRIES_TWO_STRIKES: Readonly<Record<string, string>> = {
  '1C -1C': 'CDIAG',
  '1P -1P': 'PDIAG',
  '1C 1P -1C -1P': 'DSTDC',
};

interface OptionLeg {
  readonly letter: 'C' | 'P';
  readonly strike: number;
  /** As the instrument's name writes it: `0d625` for 0.625. */
  readonly strikeText: string;
  readonly expiryMs: number;
  readonly expiryText: string;
  readonly ratio: number;
}

function namePart(instrument: NamedLeg['instrument'], at: number): string {
  return instrument.name.split('-')[at] ?? '';
}

function optionLegs(legs: readonly NamedLeg[]): readonly OptionLeg[] | null {
  const read: OptionLeg[] = [];
  for (const { instrument, ratio } of legs) {
    if (instrument.option === null) return null;
    read.push({
      letter: instrument.option.type === 'call' ? 'C' : 'P',
      strike: instrument.option.strike,
      strikeText: namePart(instrument, 2),
      expiryMs: instrument.expiryMs,
      expiryText: namePart(instrument, 1),
      ratio,
    });
  }
  return read.toSorted(
    (a, b) => b.expiryMs - a.expiryMs || a.strike - b.strike || a.letter.localeCompare(b.letter, 'en'),
  );
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

/** The part of a combo's name after the base: code, expiries and strikes; null for a structure without a name. */
function nameOptions(legs: readonly OptionLeg[]): string | null {
  const first = legs[0];
  if (first === undefined) return null;
  const expiries = distinct(legs.map((leg) => leg.expiryText));
  const strikes = distinct(legs.map((leg) => leg.strikeText));
  const count = (leg: OptionLeg) => `${first.ratio > 0 ? leg.ratio : -leg.ratio}${leg.letter}`;
  if (expiries.length === 1) {
    const pattern = legs.map((leg) => `${count(leg)}${strikes.indexOf(leg.strikeText) + 1}`).join(' ');
    const code = ONE_EXPIRY[pattern];
    return code === undefined ? null : `${code}-${expiries.join('_')}-${strikes.join('_')}`;
  }
  const ofEach = expiries.map((expiry) =>
    distinct(legs.filter((leg) => leg.expiryText === expiry).map((leg) => leg.strikeText)),
  );
  if (expiries.length !== 2 || ofEach.some((own) => own.length !== 1)) return null;
  const codes = strikes.length === 1 ? TWO_EXPIRIES_ONE_STRIKE : TWO_EXPIRIES_TWO_STRIKES;
  const code = codes[legs.map(count).join(' ')];
  return code === undefined ? null : `${code}-${expiries.join('_')}-${strikes.join('_')}`;
}

/** The spread of two futures in equal numbers: the later first, the perpetual last. */
function nameFutures(first: NamedLeg, second: NamedLeg): string | null {
  if (first.ratio !== -second.ratio) return null;
  const text = ({ perpetual, name }: NamedLeg['instrument']) => (perpetual ? 'PERP' : (name.split('-')[1] ?? ''));
  const [a, b] = [first.instrument, second.instrument];
  const isFirst = !a.perpetual && (b.perpetual || a.expiryMs > b.expiryMs);
  return isFirst ? `FS-${text(a)}_${text(b)}` : `FS-${text(b)}_${text(a)}`;
}

/**
 * A structure's name (facts, "Combo ids"): one leg's instrument, a combo's id, null for others. Both sides have the
 * same.
 */
export function comboId(legs: readonly NamedLeg[]): string | null {
  const [first, second, ...others] = legs;
  if (first === undefined) return null;
  if (second === undefined) return first.instrument.name;
  const base = namePart(first.instrument, 0);
  if (legs.some((leg) => namePart(leg.instrument, 0) !== base)) return null;
  const divisor = greatestCommonDivisor(legs.map((leg) => Math.abs(leg.ratio)));
  const reduced = legs.map((leg) => ({ instrument: leg.instrument, ratio: leg.ratio / divisor }));
  const [one, two] = reduced;
  if (one === undefined || two === undefined) return null;
  if (others.length === 0 && one.instrument.kind === 'future' && two.instrument.kind === 'future') {
    const name = nameFutures(one, two);
    return name === null ? null : `${base}-${name}`;
  }
  const options = optionLegs(reduced);
  const name = options === null ? null : nameOptions(options);
  return name === null ? null : `${base}-${name}`;
}
