import { roundPlaces } from '../fixed.ts';
import { buildListedCombo } from './build-combo.ts';
import { buildFuture, buildOption, buildSpot, strikeText, type Listing } from './build.ts';
import { expiryText, futureExpiries, optionExpiries, type Expiry } from './calendar.ts';
import { BASE_CURRENCIES, COINS, type BaseCurrency, type Coin, type ComboLeg, type Instrument } from './instrument.ts';
import { SPOT_PAIRS, STRIKE_STEPS } from './specification.ts';

const DAY_MS = 86_400_000;
/** Strikes on each side of the one nearest to the index: 17 in all as the market opens, 15 of a chain listed later. */
const STRIKES_AT_OPENING = 8;
const STRIKES_LATER = 7;
/** What a chain has around the index wherever that goes, and in finer steps as the expiry comes near. */
const STRIKES_NEAR = 2;
/** How many of the expiries, spread over the whole year, linear options have, and chains with combos. */
const LINEAR_EXPIRIES = { BTC: 4, XRP: 2 } as const;
const COMBO_EXPIRIES = 2;
/** Distances of combo strikes from the middle, in strike steps. */
const COMBO_REACH = 2;

/** Where an index stands, in USD. */
export type IndexOf = (coin: Coin) => number;

/** Everything that the rules of listing ask for, or the perpetuals alone. */
export type ListingScope = 'all' | 'perpetuals';

type Draft = (listing: Listing) => Instrument;

/** The options of one coin and expiry. */
interface Chain {
  readonly coin: keyof typeof STRIKE_STEPS;
  readonly linear: boolean;
  readonly expiry: Expiry;
  /** A chain gets its combos once, around the index of that day. */
  hasCombos: boolean;
}

/**
 * Everything ever listed. `listMissing` adds what the rules require at a time. Strikes stay, as somebody may have
 * traded them.
 */
export class Catalogue {
  readonly #byName = new Map<string, Instrument>();
  /** Chains that have not expired, by what their instruments' names begin with. */
  readonly #chains = new Map<string, Chain>();
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
    const expiries = optionExpiries(nowMs);
    const eachSide = opens ? STRIKES_AT_OPENING : STRIKES_LATER;
    const open = (coin: Chain['coin'], linear: boolean, expiry: Expiry) => {
      const prefix = prefixOf(coin, linear, expiry);
      if (this.#chains.has(prefix)) return;
      const chain = { coin, linear, expiry, hasCombos: false };
      this.#chains.set(prefix, chain);
      listStrikes(add, chain, nowMs, indexOf(coin), eachSide);
    };
    this.#follow(add, nowMs, indexOf);
    for (const base of BASE_CURRENCIES) {
      const futures = listFutures(add, base, nowMs);
      for (const expiry of expiries) open(base, false, expiry);
      this.#listCombos(add, base, futures, nowMs, indexOf(base));
    }
    listLinearPerpetuals(add);
    for (const coin of ['BTC', 'XRP'] as const) {
      const most = LINEAR_EXPIRIES[coin];
      for (const expiry of spread(expiries, most)) {
        if (this.#chainsOf(coin, true).length < most) open(coin, true, expiry);
      }
    }
    for (const pair of Object.keys(SPOT_PAIRS) as (keyof typeof SPOT_PAIRS)[]) {
      add(pair, (listing) => buildSpot(listing, pair));
    }
    return added;
  }

  /** Lets go of chains that have expired; the others get strikes around where the index has gone. */
  #follow(add: Add, nowMs: number, indexOf: IndexOf): void {
    for (const [prefix, chain] of this.#chains) {
      if (chain.expiry.ms <= nowMs) this.#chains.delete(prefix);
      else listStrikes(add, chain, nowMs, indexOf(chain.coin), STRIKES_NEAR);
    }
  }

  #chainsOf(coin: Chain['coin'], linear: boolean): Chain[] {
    return [...this.#chains.values()].filter((chain) => chain.coin === coin && chain.linear === linear);
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
    const chains = this.#chainsOf(base, false);
    for (const expiry of spread(optionExpiries(nowMs), COMBO_EXPIRIES)) {
      if (chains.filter((chain) => chain.hasCombos).length >= COMBO_EXPIRIES) return;
      const chain = chains.find((known) => known.expiry.ms === expiry.ms);
      if (chain === undefined || chain.hasCombos) continue;
      const strikes = strikesAround(base, expiry, nowMs, index, COMBO_REACH);
      const option = (away: number, letter: 'C' | 'P') =>
        this.#byName.get(`${prefixOf(base, false, expiry)}-${strikes[COMBO_REACH + away] ?? ''}-${letter}`);
      const [low, high] = [-COMBO_REACH, COMBO_REACH];
      const [lowPut, lowCall, put, call] = [option(low, 'P'), option(low, 'C'), option(0, 'P'), option(0, 'C')];
      const [highPut, highCall] = [option(high, 'P'), option(high, 'C')];
      if (!lowPut || !lowCall || !put || !call || !highPut || !highCall) continue;
      chain.hasCombos = true;
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

/** What the names of a chain's options begin with: those of the future of its date, too. */
function prefixOf(coin: Chain['coin'], linear: boolean, expiry: Expiry): string {
  return `${coin}${linear ? '_USDC' : ''}-${expiryText(expiry.ms)}`;
}

/** Strikes of an expiry around the index, lowest first: the farther the expiry, the wider apart. */
function strikesAround(coin: Chain['coin'], expiry: Expiry, nowMs: number, index: number, eachSide: number): number[] {
  const days = (expiry.ms - nowMs) / DAY_MS;
  const step = STRIKE_STEPS[coin][days <= 3 ? 0 : days <= 10 ? 1 : days <= 45 ? 2 : 3];
  const middle = Math.max(eachSide + 1, Math.round(index / step));
  return Array.from({ length: 2 * eachSide + 1 }, (_, at) => roundPlaces((middle - eachSide + at) * step, 4));
}

/** Calls and puts of a chain around the index, those nearest to the money first. */
function listStrikes(add: Add, chain: Chain, nowMs: number, index: number, eachSide: number): void {
  const { coin, linear, expiry } = chain;
  const strikes = strikesAround(coin, expiry, nowMs, index, eachSide);
  for (const strike of strikes.toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index) || a - b)) {
    for (const type of ['call', 'put'] as const) {
      const name = `${prefixOf(coin, linear, expiry)}-${strikeText(strike)}-${type === 'call' ? 'C' : 'P'}`;
      add(name, (listing) => buildOption(listing, coin, linear, expiry, strike, type));
    }
  }
}

/** What is listed at that time when nothing was before. */
export function listInstruments(nowMs: number, indexOf: IndexOf): Instrument[] {
  return new Catalogue().listMissing(nowMs, indexOf);
}
