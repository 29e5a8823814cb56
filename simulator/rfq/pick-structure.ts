import type { Instrument } from '../market/instrument.ts';
import type { Random } from '../random.ts';
import type { StructureLeg } from './combo.ts';

type OptionInstrument = Instrument & { readonly option: NonNullable<Instrument['option']> };

function isOption(instrument: Instrument): instrument is OptionInstrument {
  return instrument.option !== null;
}

function leg(instrument: Instrument | undefined, ratio: number): StructureLeg {
  if (instrument === undefined) throw new Error('the structure has too few instruments');
  return { instrument, ratio };
}

/** Options of one type and expiry by rising strike, from a place that leaves room for `count` of them. */
function neighbours(chain: readonly OptionInstrument[], type: 'call' | 'put', count: number, random: Random) {
  const own = chain.filter((instrument) => instrument.option.type === type);
  const sorted = own.toSorted((a, b) => a.option.strike - b.option.strike);
  const from = random.integer(0, Math.max(0, sorted.length - count));
  return sorted.slice(from, from + count);
}

/** What others trade, by how often: the ratios of options of one type at neighbouring strikes. */
const SHAPES: readonly (readonly number[])[] = [
  [1],
  [1],
  [1, -1],
  [1, -1],
  [1, -1],
  [1, -2],
  [1, -2, 1],
  [1, -1, -1, 1],
  // Two against one: the service prints these without a combo id.
  [1, 1, -1],
];

/** A tradable structure of what is listed: options, their usual spreads, future spreads, and some without a name. */
export function pickStructure(listed: readonly Instrument[], atMs: number, random: Random): readonly StructureLeg[] {
  const live = listed.filter((instrument) => instrument.expiryMs > atMs);
  const chosen = live.filter(isOption);
  // A perpetual is always there.
  if (chosen.length === 0) return [leg(random.pick(live), 1)];
  const first = random.pick(chosen);
  const alike = (other: Instrument) => other.base === first.base && other.settlement === first.settlement;
  const options = live.filter(isOption).filter(alike);
  const chain = options.filter((other) => other.expiryMs === first.expiryMs);
  const choice = random.next();
  if (choice < 0.55) {
    const shape = random.pick(SHAPES);
    const picked = neighbours(chain, first.option.type, shape.length, random);
    return picked.length === shape.length ? picked.map((own, index) => leg(own, shape[index] ?? 0)) : [leg(first, 1)];
  }
  if (choice < 0.65) return futureSpread(live.filter(alike), random) ?? [leg(first, 1)];
  if (choice < 0.75) return calendar(first, options) ?? [leg(first, 1)];
  return callAndPut(first, chain, random);
}

function futureSpread(live: readonly Instrument[], random: Random): readonly StructureLeg[] | null {
  const futures = live.filter((instrument) => instrument.kind === 'future');
  const dated = futures.filter((instrument) => !instrument.perpetual);
  if (dated.length === 0 || futures.length < 2) return null;
  const far = random.pick(dated);
  const near = random.pick(futures.filter((other) => other !== far));
  return [leg(far, 1), leg(near, -1)];
}

function calendar(near: OptionInstrument, options: readonly OptionInstrument[]): readonly StructureLeg[] | null {
  const far = options.find(
    (other) =>
      other.expiryMs > near.expiryMs &&
      other.option.strike === near.option.strike &&
      other.option.type === near.option.type,
  );
  return far === undefined ? null : [leg(far, 1), leg(near, -1)];
}

/** Straddle, strangle or risk reversal. */
function callAndPut(first: OptionInstrument, chain: readonly OptionInstrument[], random: Random) {
  const others = chain.filter((other) => other.option.type !== first.option.type);
  const same = others.find((other) => other.option.strike === first.option.strike);
  const put = first.option.type === 'put';
  const outer = others.filter((other) =>
    put ? other.option.strike > first.option.strike : other.option.strike < first.option.strike,
  );
  const choice = random.next();
  if (choice < 0.45 && same !== undefined) return [leg(first, 1), leg(same, 1)];
  if (outer.length === 0) return [leg(first, 1)];
  const second = random.pick(outer);
  if (choice < 0.75) return [leg(first, 1), leg(second, 1)];
  return put ? [leg(second, 1), leg(first, -1)] : [leg(first, 1), leg(second, -1)];
}
