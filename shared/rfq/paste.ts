import type { Direction } from '../service/fields.ts';

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

const NAME = /[A-Z0-9]+(?:_[A-Z0-9]+)?-(?:PERPETUAL|\d{1,2}[A-Z]{3}\d{2}(?:-[\dD]+-[CP])?)/;
const BUY = /(?:^|\s)(?:buy|bought|long|b|\+)(?=\s|$|\d)/i;
const SELL = /(?:^|\s)(?:sell|sold|short|s|[-−])(?=\s|$|\d)/i;
/** Longer than any leg list. */
const MOST_CHARACTERS = 100_000;

/**
 * Reads legs out of a text: a JSON list (of legs, or an object that holds `legs`), or one leg a line in any order of
 * words, such as `buy 25 BTC-27MAR27-90000-P` or `-2 x ETH-PERPETUAL`.
 */
export function parsePastedLegs(text: string): Pasted {
  const trimmed = text.slice(0, MOST_CHARACTERS).trim();
  if (trimmed.startsWith('[') || trimmed.startsWith('{')) {
    try {
      return readJson(JSON.parse(trimmed));
    } catch {
      return { legs: [], unread: [trimmed.slice(0, 80)] };
    }
  }
  const lines = trimmed.split(/[\n;]+/).filter((line) => line.trim() !== '');
  const read = lines.map((line) => ({ line: line.trim(), leg: readLine(line) }));
  return {
    legs: read.flatMap(({ leg }) => leg ?? []),
    unread: read.filter(({ leg }) => leg === null).map(({ line }) => line.slice(0, 80)),
  };
}

function readLine(line: string): PastedLeg | null {
  const upper = line.toUpperCase();
  const name = NAME.exec(upper)?.[0];
  if (name === undefined) return null;
  const rest = line.replace(new RegExp(name.replaceAll('-', '\\-'), 'i'), ' ').replaceAll(',', ' ');
  const amount = /(\d+(?:\.\d+)?|\.\d+)/.exec(rest)?.[1] ?? null;
  const direction = SELL.test(rest) ? 'sell' : BUY.test(rest) ? 'buy' : null;
  // Strikes below one are written with a small d.
  const instrumentName = name.replace(/-(\d+)D(\d+)-/, '-$1d$2-');
  return { instrumentName, direction, amount };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readJson(value: unknown): Pasted {
  const list = isRecord(value) ? (value['legs'] ?? [value]) : value;
  if (!Array.isArray(list)) return { legs: [], unread: ['legs'] };
  const read = list.map((item: unknown, index) => ({ index, leg: readItem(item) }));
  return {
    legs: read.flatMap(({ leg }) => leg ?? []),
    unread: read.filter(({ leg }) => leg === null).map(({ index }) => `item ${index + 1}`),
  };
}

function readItem(item: unknown): PastedLeg | null {
  if (!isRecord(item)) return null;
  const name = item['instrument_name'] ?? item['instrument'];
  if (typeof name !== 'string' || name === '') return null;
  const amount = item['amount'] ?? item['ratio'];
  const signed = typeof amount === 'number' || typeof amount === 'string' ? String(amount) : null;
  const said = item['direction'] ?? item['side'];
  const side = typeof said === 'string' ? said.toLowerCase() : '';
  const bySign = signed?.startsWith('-') === true ? 'sell' : null;
  const direction = side === 'sell' ? 'sell' : side === 'buy' ? 'buy' : bySign;
  return { instrumentName: name, direction, amount: signed?.replace(/^-/, '') ?? null };
}
