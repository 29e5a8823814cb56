import { roundPlaces } from '../fixed.ts';
import { buildListedCombo } from './build-combo.ts';
import { buildFuture, buildOption, buildSpot, strikeText, type Listing } from './build.ts';
import { expiryText, futureExpiries, optionExpiries, type Expiry } from './calendar.ts';
import { BASE_CURRENCIES, COINS, type BaseCurrency, type Coin, type ComboLeg, type Instrument } from './instrument.ts';
import { SPOT_PAIRS, STRIKE_STEPS } from './specification.ts';

const DAY_MS = 86_400_000;
/** Strikes on each side of the one nearest to the index: 17 in all. */
const STRIKES_EACH_SIDE = 8;
/** How many of the expiries, spread over the whole year, linear options have. */
const LINEAR_EXPIRIES = { BTC: 4, XRP: 2 } as const;
/** Distances of combo strikes from the middle, in strike steps. */
const COMBO_REACH = 2;

/** Where an index stands, in USD. */
export type IndexOf = (coin: Coin) => number;

/** Everything that the rules of listing ask for, or the perpetuals alone. */
export type ListingScope = 'all' | 'perpetuals';

type Draft = (listing: Listing) => Instrument;

/**
 * Everything ever listed. `listMissing` adds what the rules of listing ask for at a time and is not there yet:
 * perpetuals, spot, four dated futures, option chains around the index, combos.
 */
export class Catalogue {
  readonly #byName = new Map<string, Instrument>();
  /** Each chain gets its combos once, around the index of that day. */
  readonly #chainsWithCombos = new Set<string>();
  readonly #scope: ListingScope;
  #count = 0;

  constructor(scope: ListingScope = 'all') {
    this.#scope = scope;
  }

  /** Lists what is missing at that time, after the index; gives the new instruments. */
  listMissing(nowMs: number, indexOf: IndexOf): Instrument[] {
    const added: Instrument[] = [];
    const opens = this.#count === 0;
    const add = (name: string, draft: Draft): Instrument => {
      const known = this.#byName.get(name);
      if (known !== undefined) return known;
      const instrument = draft({ order: this.#count, nowMs, opens });
      this.#count += 1;
      this.#byName.set(instrument.name, instrument);
      added.push(instrument);
      return instrument;
    };
    if (this.#scope === 'perpetuals') {
      for (const base of BASE_CURRENCIES)
        add(`${base}-PERPETUAL`, (listing) => buildFuture(listing, base, false, null));
      listLinearPerpetuals(add);
      return added;
    }
    for (const base of BASE_CURRENCIES) {
      const futures = listFutures(add, base, nowMs);
      for (const expiry of optionExpiries(nowMs)) listChain(add, base, false, expiry, nowMs, indexOf(base));
      this.#listCombos(add, base, futures, nowMs, indexOf(base));
    }
    listLinearPerpetuals(add);
    for (const coin of ['BTC', 'XRP'] as const) {
      for (const expiry of spread(optionExpiries(nowMs), LINEAR_EXPIRIES[coin])) {
        listChain(add, coin, true, expiry, nowMs, indexOf(coin));
      }
    }
    for (const pair of Object.keys(SPOT_PAIRS) as (keyof typeof SPOT_PAIRS)[]) {
      add(pair, (listing) => buildSpot(listing, pair));
    }
    return added;
  }

  /** Forgets an instrument, so that its name is free. */
  forget(name: string): void {
    this.#byName.delete(name);
  }

  #listCombos(add: Add, base: BaseCurrency, futures: readonly Instrument[], nowMs: number, index: number): void {
    const [perpetual, ...dated] = futures;
    if (perpetual === undefined) return;
    const combo = (legs: readonly ComboLeg[]) => {
      const draft: Draft = (listing) => buildListedCombo(listing, legs);
      add(draft({ order: 0, nowMs, opens: false }).name, draft);
    };
    for (const [at, near] of dated.entries()) {
      combo([sold(perpetual), bought(near)]);
      const far = dated[at + 1];
      if (far !== undefined) combo([sold(near), bought(far)]);
    }
    for (const expiry of spread(optionExpiries(nowMs), 2)) {
      const chain = `${base}-${expiryText(expiry.ms)}`;
      if (this.#chainsWithCombos.has(chain)) continue;
      const strikes = strikesAround(base, expiry, nowMs, index);
      const option = (away: number, letter: 'C' | 'P') =>
        this.#byName.get(`${chain}-${strikes[STRIKES_EACH_SIDE + away] ?? ''}-${letter}`);
      const [low, high] = [-COMBO_REACH, COMBO_REACH];
      const [lowPut, lowCall, put, call] = [option(low, 'P'), option(low, 'C'), option(0, 'P'), option(0, 'C')];
      const [highPut, highCall] = [option(high, 'P'), option(high, 'C')];
      if (!lowPut || !lowCall || !put || !call || !highPut || !highCall) continue;
      this.#chainsWithCombos.add(chain);
      combo([bought(call), sold(highCall)]);
      combo([bought(lowPut), sold(put)]);
      combo([bought(call), bought(put)]);
      combo([bought(lowPut), bought(highCall)]);
      combo([bought(lowPut), sold(highCall)]);
    }
  }
}

type Add = (name: string, draft: Draft) => Instrument;

function bought(instrument: Instrument): ComboLeg {
  return { instrument, ratio: 1 };
}

function sold(instrument: Instrument): ComboLeg {
  return { instrument, ratio: -1 };
}

/** `count` of the expiries, from the nearest to the farthest. */
function spread(expiries: readonly Expiry[], count: number): Expiry[] {
  const chosen: Expiry[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const expiry = expiries[Math.round(1 + (turn * (expiries.length - 3)) / Math.max(1, count - 1))];
    if (expiry !== undefined) chosen.push(expiry);
  }
  return chosen;
}

/** The perpetual and the four dated futures of a coin. */
function listFutures(add: Add, base: BaseCurrency, nowMs: number): Instrument[] {
  return [null, ...futureExpiries(nowMs)].map((expiry) =>
    add(`${base}-${expiry === null ? 'PERPETUAL' : expiryText(expiry.ms)}`, (listing) =>
      buildFuture(listing, base, false, expiry),
    ),
  );
}

function listLinearPerpetuals(add: Add): void {
  for (const coin of COINS) add(`${coin}_USDC-PERPETUAL`, (listing) => buildFuture(listing, coin, true, null));
}

/** Strikes of an expiry around the index, lowest first: the farther the expiry, the wider apart. */
function strikesAround(coin: keyof typeof STRIKE_STEPS, expiry: Expiry, nowMs: number, index: number): number[] {
  const days = (expiry.ms - nowMs) / DAY_MS;
  const step = STRIKE_STEPS[coin][days <= 3 ? 0 : days <= 10 ? 1 : days <= 45 ? 2 : 3];
  const middle = Math.max(STRIKES_EACH_SIDE + 1, Math.round(index / step));
  return Array.from({ length: 2 * STRIKES_EACH_SIDE + 1 }, (_, at) =>
    roundPlaces((middle - STRIKES_EACH_SIDE + at) * step, 4),
  );
}

/** Calls and puts of an expiry, those nearest to the money first. */
function listChain(
  add: Add,
  coin: keyof typeof STRIKE_STEPS,
  linear: boolean,
  expiry: Expiry,
  nowMs: number,
  index: number,
): void {
  const prefix = `${coin}${linear ? '_USDC' : ''}-${expiryText(expiry.ms)}`;
  const strikes = strikesAround(coin, expiry, nowMs, index);
  for (const strike of strikes.toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index) || a - b)) {
    for (const type of ['call', 'put'] as const) {
      const name = `${prefix}-${strikeText(strike)}-${type === 'call' ? 'C' : 'P'}`;
      add(name, (listing) => buildOption(listing, coin, linear, expiry, strike, type));
    }
  }
}

/** What is listed at that time when nothing was before. */
export function listInstruments(nowMs: number, indexOf: IndexOf): Instrument[] {
  return new Catalogue().listMissing(nowMs, indexOf);
}
