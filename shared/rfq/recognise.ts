import type { Direction } from '../service/fields.ts';
import { NO_EXPIRY_MS } from '../service/instrument.ts';
import type { Instrument } from '../service/instrument.ts';
import { type Shape, shapeKey, type ShapeFamily, type ShapeLeg, SHAPES } from './shapes.ts';
import { basePart, signedRatio, type Structure, type StructureLeg } from './structure.ts';

/** What a structure is called. */
export interface Recognised {
  /** In a trader's words: `risk reversal`; `custom` for what has no name. */
  readonly name: string;
  /** Whether the legs as they stand buy or sell it; null for custom ones, whose side is that of the request. */
  readonly side: Direction | null;
  /** The id the service is expected to give (facts, section 10, "Combo ids"); null where it gives none. */
  readonly comboId: string | null;
}

const CUSTOM: Recognised = { name: 'custom', side: null, comboId: null };

const BY_KEY = new Map<string, { shape: Shape; side: Direction }>(
  SHAPES.flatMap((shape) =>
    (['buy', 'sell'] as const).map((side) => [shapeKey(shape.family, shape.legs, side), { shape, side }] as const),
  ),
);

interface OptionLeg {
  readonly type: 'call' | 'put';
  readonly strike: number;
  readonly strikeText: string;
  readonly expiryMs: number;
  readonly expiryText: string;
  readonly ratio: number;
}

function readOption(leg: StructureLeg): OptionLeg | null {
  const { kind, strike, option_type, expiration_timestamp, instrument_name } = leg.instrument;
  if (kind !== 'option' || strike === undefined || expiration_timestamp === undefined) return null;
  const [, expiryText = '', strikeText = ''] = instrument_name.split('-');
  return {
    type: option_type === 'put' ? 'put' : 'call',
    strike: Number(strike),
    strikeText,
    expiryMs: expiration_timestamp,
    expiryText,
    ratio: signedRatio(leg),
  };
}

/** Values once each, in the order given. */
function once<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

interface Laid {
  readonly family: ShapeFamily;
  readonly legs: readonly ShapeLeg[];
  readonly expiries: readonly string[];
  readonly strikes: readonly string[];
}

/** The options laid out by strike ranks, or by far and near expiry; null for more than a shape can hold. */
function layOut(options: readonly OptionLeg[]): Laid | null {
  const byExpiry = options.toSorted((a, b) => b.expiryMs - a.expiryMs || a.strike - b.strike);
  const expiries = once(byExpiry.map((leg) => leg.expiryText));
  if (expiries.length === 1) {
    const strikes = once(byExpiry.map((leg) => leg.strikeText));
    const legs = byExpiry.map((leg) => ({ ...leg, slot: strikes.indexOf(leg.strikeText) }));
    return { family: 'one', legs, expiries, strikes };
  }
  const strikesOf = expiries.map((expiry) =>
    once(byExpiry.filter((leg) => leg.expiryText === expiry).map((leg) => leg.strikeText)),
  );
  if (expiries.length !== 2 || strikesOf.some((own) => own.length !== 1)) return null;
  const strikes = once(strikesOf.flat());
  const legs = byExpiry.map((leg) => ({ ...leg, slot: expiries.indexOf(leg.expiryText) }));
  return { family: strikes.length === 1 ? 'calendar' : 'diagonal', legs, expiries, strikes };
}

function recogniseOptions(base: string, options: readonly OptionLeg[]): Recognised {
  const laid = layOut(options);
  const found = laid === null ? undefined : BY_KEY.get(shapeKey(laid.family, laid.legs));
  if (laid === null || found === undefined) return CUSTOM;
  const comboId = `${base}-${found.shape.code}-${laid.expiries.join('_')}-${laid.strikes.join('_')}`;
  return { name: found.shape.name, side: found.side, comboId };
}

export function isPerpetual(instrument: Instrument): boolean {
  return instrument.settlement_period === 'perpetual' || instrument.expiration_timestamp === NO_EXPIRY_MS;
}

/** Two futures, one against the other: the later is bought in the spread, and the perpetual counts as the nearest. */
function recogniseFutures(base: string, legs: readonly StructureLeg[]): Recognised {
  const expiryOf = ({ instrument }: StructureLeg) =>
    isPerpetual(instrument) ? Number.NEGATIVE_INFINITY : (instrument.expiration_timestamp ?? 0);
  const [far, near] = legs.toSorted((a, b) => expiryOf(b) - expiryOf(a));
  if (far === undefined || near === undefined || signedRatio(far) !== -signedRatio(near)) return CUSTOM;
  const text = ({ instrument }: StructureLeg) =>
    isPerpetual(instrument) ? 'PERP' : (instrument.instrument_name.split('-')[1] ?? '');
  return { name: 'future spread', side: far.direction, comboId: `${base}-FS-${text(far)}_${text(near)}` };
}

/** Structures of one future and options of one expiry, by the options' shape seen from who is long the future. */
const AGAINST_FUTURE: Readonly<Record<string, string>> = {
  '0call-1': 'covered call',
  '0put1': 'protective put',
  '0call-1,0put1': 'conversion',
  '0put1,1call-1': 'collar',
};

function recogniseMixed(future: StructureLeg, options: readonly OptionLeg[]): Recognised {
  const laid = layOut(options);
  if (laid?.family !== 'one') return CUSTOM;
  const size = Math.abs(laid.legs[0]?.ratio ?? 1);
  const sign = (future.direction === 'buy' ? 1 : -1) / size;
  const key = laid.legs.map((leg) => `${leg.slot}${leg.type}${leg.ratio * sign}`).toSorted();
  const name = AGAINST_FUTURE[key.join(',')];
  return name === undefined ? CUSTOM : { name, side: future.direction, comboId: null };
}

function nameOfOne({ instrument, direction }: StructureLeg): Recognised {
  const { kind, option_type, instrument_name } = instrument;
  const future = isPerpetual(instrument) ? 'perpetual' : 'future';
  const name = kind === 'option' ? (option_type ?? 'option') : kind === 'future' ? future : kind.replaceAll('_', ' ');
  return { name, side: direction, comboId: instrument_name };
}

/** Name, side and combo id of a structure in any leg order: the instrument's name for one leg, null without a code. */
export function recognise(structure: Structure): Recognised {
  const { legs } = structure;
  const [first] = legs;
  if (first === undefined) return CUSTOM;
  if (legs.length === 1) return nameOfOne(first);
  const base = basePart(first.instrument.instrument_name);
  if (legs.some(({ instrument }) => basePart(instrument.instrument_name) !== base)) return CUSTOM;
  const options = legs.map(readOption).filter((leg) => leg !== null);
  const futures = legs.filter(({ instrument }) => instrument.kind === 'future');
  if (options.length === legs.length) return recogniseOptions(base, options);
  if (futures.length === 2 && legs.length === 2) return recogniseFutures(base, futures);
  const [future] = futures;
  if (future !== undefined && futures.length === 1 && options.length === legs.length - 1) {
    return recogniseMixed(future, options);
  }
  return CUSTOM;
}
