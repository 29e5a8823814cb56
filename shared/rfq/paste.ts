import { type DecimalString, decimalFromWire, isPositive, multiply } from '../decimal.ts';
import { plainNumber } from '../orders/typed/typed-number.ts';
import type { Direction } from '../service/fields.ts';
import { MOST_RFQ_LEGS } from './draft.ts';
import { opposite } from './structure.ts';

/** A leg as it was pasted; null direction or amount where the text says none. */
export interface PastedLeg {
  readonly instrumentName: string;
  readonly direction: Direction | null;
  readonly amount: string | null;
}

/** What a text holds; `unread` are the lines (or JSON items, by number) that are no leg. */
export interface Pasted {
  readonly legs: readonly PastedLeg[];
  readonly unread: readonly string[];
}

/** A whole name: the start of a longer one doesn't count. */
const NAME = /[A-Z0-9]+(?:_[A-Z0-9]+)?-(?:PERPETUAL|\d{1,2}[A-Z]{3}\d{2}(?:-[\dD]+-[CP])?)(?![A-Z0-9_-])/;
/** A pair of currencies, such as BTC_USDC: looked for where nothing else is named. */
const PAIR = /(?<![A-Z0-9_-])[A-Z0-9]{2,12}_[A-Z]{2,12}(?![A-Z0-9_-])/;
const NAME_ALONE = new RegExp(`^(?:${NAME.source}|${PAIR.source})$`);
const BUY = /(?:^|\s)(?:buy|bought|long|b|\+)(?=\s|$|\d)/i;
const SELL = /(?:^|\s)(?:sell|sold|short|s|[-−])(?=\s|$|\d)/i;
/** A number, and what is written behind it without a blank: `25`, `2x`, `10k`. */
const NUMBER = /(\d+(?:\.\d+)?|\.\d+)([\p{L}×]*)/gu;
const TIMES = /^[x×]?$/i;
/** Longer than any leg list. */
const MOST_CHARACTERS = 100_000;
/** Longer than any line of one leg. */
const MOST_OF_A_LINE = 300;

/**
 * Reads legs from text: JSON, or one leg a line (docs/design/block-rfq.md, "Pasted legs"). Ambiguous or overlong text
 * is not read.
 */
export function parsePastedLegs(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS) return { legs: [], unread: [trimmed.slice(0, 80)] };
  if (trimmed.startsWith('[') || trimmed.startsWith('{')) {
    try {
      return readJson(JSON.parse(trimmed));
    } catch {
      return { legs: [], unread: [trimmed.slice(0, 80)] };
    }
  }
  const lines = trimmed.split(/[\n;]+/).filter((line) => line.trim() !== '');
  const read = lines.map((line) => ({ line: line.trim(), leg: readLine(line.trim()) }));
  return {
    legs: read.flatMap(({ leg }) => leg ?? []),
    unread: read.filter(({ leg }) => leg === null).map(({ line }) => line.slice(0, 80)),
  };
}

/** Why legs that were read can't be taken together; null where they can. */
export function findConflict(legs: readonly PastedLeg[]): string | null {
  const names = legs.map(({ instrumentName }) => instrumentName);
  const repeated = new Set(names.filter((name, at) => names.indexOf(name) < at));
  if (repeated.size > 0) return `Named twice: ${[...repeated].slice(0, 3).join(', ')}`;
  return names.length > MOST_RFQ_LEGS ? `${names.length} legs: ${MOST_RFQ_LEGS} are the most.` : null;
}

/** What was not read, the first of it, and what is. */
export function describeUnread(unread: readonly string[]): string {
  const shown = unread.slice(0, 3).join(' · ');
  return `Not read: ${shown}. A leg is an instrument, a side and a number: “buy 1000 BTC-PERPETUAL”.`;
}

function readLine(line: string): PastedLeg | null {
  const upper = line.toUpperCase();
  const name = line.length > MOST_OF_A_LINE ? undefined : (NAME.exec(upper) ?? PAIR.exec(upper))?.[0];
  if (name === undefined) return null;
  const rest = line.replace(new RegExp(name.replaceAll('-', '\\-'), 'i'), ' ');
  const amount = readAmount(rest);
  const words = rest.replaceAll(',', ' ');
  const [isSell, isBuy] = [SELL.test(words), BUY.test(words)];
  if (amount === undefined || (isSell && isBuy)) return null;
  return { instrumentName: writeName(name), direction: isSell ? 'sell' : isBuy ? 'buy' : null, amount };
}

/** The one number of a text, null where it has none; undefined where it is not clear which is meant. */
function readAmount(text: string): string | null | undefined {
  const [first, second] = text.matchAll(NUMBER);
  if (first === undefined) return null;
  const [, digits = '', behind = ''] = first;
  if (second !== undefined || /\d,\d/.test(text)) return undefined;
  if (TIMES.test(behind)) return digits;
  const expanded = plainNumber(digits + behind);
  return expanded === digits + behind ? undefined : expanded;
}

/** Strikes below one are written with a small d. */
function writeName(name: string): string {
  return name.toUpperCase().replace(/-(\d+)D(\d+)-/, '-$1d$2-');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a record says of all its legs: the amount that their ratios count, and whether it is sold. */
interface Whole {
  readonly amount: DecimalString | null;
  readonly isSold: boolean;
}

function readJson(value: unknown): Pasted {
  const legs = isRecord(value) ? value['legs'] : value;
  const whole = isRecord(value) && legs !== undefined ? readWhole(value) : { amount: null, isSold: false };
  if (whole === null) return { legs: [], unread: ['the amount or direction of all legs'] };
  const list = legs === undefined ? [value] : legs;
  if (!Array.isArray(list)) return { legs: [], unread: ['legs'] };
  const read = list.map((item: unknown, index) => ({ index, leg: readItem(item, whole) }));
  return {
    legs: read.flatMap(({ leg }) => leg ?? []),
    unread: read.filter(({ leg }) => leg === null).map(({ index }) => `item ${index + 1}`),
  };
}

/** Null where it says something that can't be read. */
function readWhole({ amount: said, direction, side }: Readonly<Record<string, unknown>>): Whole | null {
  const amount = decimalFromWire(said);
  const sold = readSide(direction ?? side);
  const isUnread = said !== undefined && said !== null && (amount === null || !isPositive(amount));
  return isUnread || sold === undefined ? null : { amount, isSold: sold === 'sell' };
}

function readItem(item: unknown, { amount: whole, isSold }: Whole): PastedLeg | null {
  if (!isRecord(item)) return null;
  const name = item['instrument_name'] ?? item['instrument'];
  if (typeof name !== 'string' || name.length > MOST_OF_A_LINE || !NAME_ALONE.test(name.toUpperCase())) return null;
  const given = item['amount'] ?? item['ratio'];
  const signed = typeof given === 'number' || typeof given === 'string' ? String(given) : null;
  const said = readSide(item['direction'] ?? item['side']);
  const bySign = signed?.startsWith('-') === true ? 'sell' : null;
  if (said === undefined || (said === 'buy' && bySign === 'sell')) return null;
  const own = signed?.replace(/^-/, '') ?? null;
  const isRatio = (item['amount'] ?? null) === null && own !== null;
  const ratio = isRatio ? decimalFromWire(own) : null;
  if (isRatio && whole !== null && ratio === null) return null;
  const amount = own === null ? whole : ratio !== null && whole !== null ? multiply(whole, ratio) : own;
  const side = said ?? bySign;
  return { instrumentName: writeName(name), direction: isSold ? opposite(side ?? 'buy') : side, amount };
}

/** Null where nothing is said; undefined for what is no side. */
function readSide(said: unknown): Direction | null | undefined {
  if (said === undefined || said === null || said === '') return null;
  const side = typeof said === 'string' ? ` ${said.trim()}` : '';
  return SELL.test(side) ? 'sell' : BUY.test(side) ? 'buy' : undefined;
}
