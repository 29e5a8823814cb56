import { compare, type DecimalString } from '../../../shared/decimal.ts';
import type { CellStanding, ChainCell } from '../../../shared/ipc/schemas/chain-schema.ts';
import type { Direction } from '../../../shared/service/fields.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { explainAge, type Freshness, FRESHNESS_WORDS, tellFreshness } from '../../stores/freshness.ts';
import type { PickedLeg } from '../../stores/rfq/legs-store.ts';
import type { ReceivedQuote } from '../../stores/market-store.ts';

/** How far a cell can be trusted: the age of its price, or that there is no such option. */
export type SideState = Freshness | 'dead' | 'unprobed';

/** A call or put of a strike, with its latest price. */
export interface ChainSide {
  readonly name: string;
  readonly standing: CellStanding;
  readonly received: ReceivedQuote | null;
  readonly state: SideState;
  /** As which leg it was picked; null where it was not. */
  readonly leg: Direction | null;
  /** Whether the linked panels show it. */
  readonly isSelected: boolean;
}

/** A strike with its call and its put; null where the chain has no such name. */
export interface ChainRow {
  readonly strike: DecimalString;
  readonly call: ChainSide | null;
  readonly put: ChainSide | null;
  /** Where the strike lies of the forward; null while that isn't known. */
  readonly side: 'below' | 'above' | null;
  /** The lowest strike above the forward: the line is drawn on top of it. */
  readonly isFirstAbove: boolean;
  /** Places after the point of the expiry's prices; null until known. */
  readonly places: number | null;
}

/** A strike of the chain before prices. */
export interface ChainStrike {
  readonly strike: DecimalString;
  readonly call: ChainCell | null;
  readonly put: ChainCell | null;
}

/** Cells by strike, lowest first. Strikes of which nothing exists are left out unless they are asked for. */
export function listStrikes(cells: readonly ChainCell[], showsDead: boolean): ChainStrike[] {
  const strikes = new Map<string, ChainStrike>();
  for (const cell of cells) {
    const known = strikes.get(cell.strike) ?? { strike: cell.strike, call: null, put: null };
    strikes.set(cell.strike, { ...known, [cell.option_type]: cell });
  }
  return [...strikes.values()]
    .filter(({ call, put }) => showsDead || isAlive(call) || isAlive(put))
    .toSorted((a, b) => compare(a.strike, b.strike));
}

function isAlive(cell: ChainCell | null): boolean {
  return cell !== null && cell.standing !== 'dead';
}

/** A price in the middle of an expiry's strikes, and whose it is. */
export interface Forward {
  readonly price: DecimalString;
  readonly name: string;
}

/** The forward of an expiry by the newest ticker of its options; the index where no ticker tells one. */
export function findForward(
  strikes: readonly ChainStrike[],
  quotes: ReadonlyMap<string, ReceivedQuote>,
  indexInstrument: string,
): Forward | null {
  let newest: Ticker | null = null;
  for (const name of listNames(strikes)) {
    const ticker = quotes.get(name)?.quote.ticker ?? null;
    if (ticker?.underlying_price == null) continue;
    if (newest === null || ticker.timestamp > newest.timestamp) newest = ticker;
  }
  if (newest?.underlying_price != null) {
    return { price: newest.underlying_price, name: newest.underlying_index ?? 'forward' };
  }
  const index = quotes.get(indexInstrument)?.quote.ticker?.index_price ?? null;
  return index === null ? null : { price: index, name: 'index' };
}

/** Every option that the service may have of these strikes. */
export function listNames(strikes: readonly ChainStrike[]): string[] {
  return strikes.flatMap(({ call, put }) =>
    [call, put].flatMap((cell) => (isAskable(cell) ? [cell.instrument_name] : [])),
  );
}

function isAskable(cell: ChainCell | null): cell is ChainCell {
  return cell !== null && (cell.standing === 'live' || cell.standing === 'stale');
}

/** What rows are made of besides their strikes. */
export interface ChainFacts {
  readonly quotes: ReadonlyMap<string, ReceivedQuote>;
  readonly legs: readonly PickedLeg[];
  readonly selected: string | null;
  readonly isBackEndLost: boolean;
  /** By `performance.now()`. */
  readonly nowMs: number;
  readonly forward: DecimalString | null;
  readonly places: number | null;
}

/** The rows of the grid, in the order of the strikes. */
export function buildRows(strikes: readonly ChainStrike[], facts: ChainFacts): ChainRow[] {
  const { forward } = facts;
  const firstAbove = forward === null ? -1 : strikes.findIndex(({ strike }) => compare(strike, forward) > 0);
  return strikes.map(({ strike, call, put }, index) => ({
    strike,
    call: buildSide(call, facts),
    put: buildSide(put, facts),
    side: forward === null ? null : compare(strike, forward) > 0 ? 'above' : 'below',
    isFirstAbove: index === firstAbove,
    places: facts.places,
  }));
}

function buildSide(cell: ChainCell | null, facts: ChainFacts): ChainSide | null {
  if (cell === null) return null;
  const { instrument_name: name, standing } = cell;
  const received = isAskable(cell) ? (facts.quotes.get(name) ?? null) : null;
  return {
    name,
    standing,
    received,
    state:
      standing === 'dead' || standing === 'unprobed'
        ? standing
        : tellFreshness(received, facts.isBackEndLost, facts.nowMs),
    leg: facts.legs.find(({ instrumentName }) => instrumentName === name)?.direction ?? null,
    isSelected: facts.selected === name,
  };
}

/** Whether two rows show the same. */
export function isSameRow(a: ChainRow, b: ChainRow): boolean {
  return (
    a.side === b.side &&
    a.isFirstAbove === b.isFirstAbove &&
    a.places === b.places &&
    isSameSide(a.call, b.call) &&
    isSameSide(a.put, b.put)
  );
}

function isSameSide(a: ChainSide | null, b: ChainSide | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.received === b.received &&
    a.state === b.state &&
    a.standing === b.standing &&
    a.leg === b.leg &&
    a.isSelected === b.isSelected
  );
}

/** What the dot of a side says. */
export function nameState(side: ChainSide): string {
  if (side.state === 'dead') return 'does not exist';
  return side.state === 'unprobed' ? 'not asked for yet' : FRESHNESS_WORDS[side.state];
}

/** The whole story of a side, for tooltips; `nowMs` by `performance.now()`. */
export function explainSide(side: ChainSide, nowMs: number): string {
  if (side.state === 'dead') return `${side.name}: the service has no such option`;
  if (side.state === 'unprobed') return `${side.name}: not asked for yet`;
  const seen = side.standing === 'stale' ? ' Its existence was checked long ago.' : '';
  const leg = side.leg === null ? '' : ` Picked as a leg to ${side.leg}.`;
  return `${side.name}. ${explainAge(side.received, side.state, nowMs)}.${seen}${leg}`;
}
