import { decimalFromWire, type DecimalString } from '../../../shared/decimal.ts';

/** What a cursor does not read: the general reader, slower and right in every case, is to be asked. */
export const LEFT = Symbol('left to the general reader');

/** V8 lets a slice of this many characters or more hold on to the whole text that it was cut from. */
const HOLDS_ITS_TEXT = 13;
/** A number written with so many characters at most is a double without loss. */
const SAFE_LENGTH = 15;
/** Digits of a number that some service may yet mean; what is longer is judged by the general reader. */
const MAX_DECIMAL = 40;
/** Nesting of what no schema describes. */
const MAX_DEPTH = 16;

const QUOTE = 0x22;
const PLUS = 0x2b;
export const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const UPPER_E = 0x45;
const LOWER_E = 0x65;
const LOWER_N = 0x6e;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** A page of a thousand trades has half of it. */
const MAX_CHARACTERS = 1024 * 1024;

/**
 * The text being read and a final zero. One fixed buffer: constant arrays run twice as fast, and reading is
 * synchronous.
 */
const BYTES = Buffer.alloc(MAX_CHARACTERS + 4);
const WORDS = new DataView(BYTES.buffer, BYTES.byteOffset, BYTES.byteLength);

/** Four characters or more, held so that they are compared four at a time. */
export interface Word {
  readonly parts: readonly number[];
  readonly lastPart: number;
  readonly length: number;
}

export function makeWord(text: string): Word {
  const bytes = Buffer.from(text);
  const parts: number[] = [];
  for (let at = 0; at + 4 < bytes.length; at += 4) parts.push(bytes.readInt32BE(at));
  return { parts, lastPart: bytes.readInt32BE(bytes.length - 4), length: bytes.length };
}

const NULL = makeWord('null');
const TRUE = makeWord('true');
const FALSE = makeWord('false');

/** Whether a digit stands there. */
function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/**
 * A position in JSON without blanks. Each method reads a value there and moves on, or gives `LEFT` or false. One cursor
 * at a time.
 */
export class TextCursor {
  readonly text: string;
  at = 0;
  #depth = 0;

  private constructor(text: string) {
    this.text = text;
  }

  /** Null for a text that is very long, or not of ASCII alone. */
  static open(text: string): TextCursor | null {
    const { length } = text;
    // Room for one character beyond the most: non-ASCII text never fits in as many bytes as it has characters.
    if (length > MAX_CHARACTERS || BYTES.write(text, 0, BYTES.length, 'utf8') !== length) return null;
    BYTES[length] = 0;
    return new TextCursor(text);
  }

  isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** The character here; 0 at the end. */
  code(): number {
    return BYTES[this.at] as number;
  }

  skip({ parts, lastPart, length }: Word): boolean {
    const { at } = this;
    for (let index = 0; index < parts.length; index += 1) {
      if (WORDS.getInt32(at + 4 * index) !== parts[index]) return false;
    }
    if (WORDS.getInt32(at + length - 4) !== lastPart) return false;
    this.at = at + length;
    return true;
  }

  skipNull(): boolean {
    if (BYTES[this.at] !== LOWER_N) return false;
    return this.skip(NULL);
  }

  readBoolean(): boolean | typeof LEFT {
    if (this.skip(TRUE)) return true;
    return this.skip(FALSE) ? false : LEFT;
  }

  readText(): string | typeof LEFT {
    const start = this.at + 1;
    if (BYTES[this.at] !== QUOTE) return LEFT;
    let end = start;
    let code = BYTES[end] as number;
    while (code !== QUOTE) {
      // Escapes, control characters and the end.
      if (code === BACKSLASH || code < 0x20) return LEFT;
      code = BYTES[(end += 1)] as number;
    }
    this.at = end + 1;
    return copy(this.text, start, end);
  }

  /** The decimal of a number, or of the text of one. Digits are taken as they stand, so that none is ever lost. */
  readDecimal(): DecimalString | typeof LEFT {
    const start = this.at;
    if (BYTES[start] === QUOTE) {
      const held = this.readText();
      return held === LEFT ? LEFT : (decimalFromWire(held) ?? LEFT);
    }
    const isCanonical = this.#passNumber();
    if (isCanonical === null || this.at - start > MAX_DECIMAL) return LEFT;
    if (isCanonical) return copy(this.text, start, this.at) as DecimalString;
    return this.at - start > SAFE_LENGTH ? LEFT : (decimalFromWire(Number(this.text.slice(start, this.at))) ?? LEFT);
  }

  /** A number that a double holds as it is written. */
  readNumber(): number | typeof LEFT {
    const start = this.at;
    let end = start;
    let value = 0;
    let code = BYTES[end] as number;
    while (isDigit(code)) {
      value = value * 10 + code - ZERO;
      code = BYTES[(end += 1)] as number;
    }
    const isPlain = end > start && code !== POINT && code !== LOWER_E && code !== UPPER_E;
    if (isPlain && value <= Number.MAX_SAFE_INTEGER && (BYTES[start] !== ZERO || end === start + 1)) {
      this.at = end;
      return value;
    }
    if (this.#passNumber() === null || this.at - start > SAFE_LENGTH) return LEFT;
    return Number(this.text.slice(start, this.at));
  }

  /** Any value at all, as `JSON.parse` gives it. */
  readAny(): unknown {
    const code = this.code();
    if (code === QUOTE) return this.readText();
    if (code !== OPEN_OBJECT && code !== OPEN_LIST) return this.skip(NULL) ? null : this.#readScalar();
    if (this.#depth === MAX_DEPTH) return LEFT;
    this.#depth += 1;
    const value = code === OPEN_OBJECT ? this.readObject(readAny) : this.readList(readAny);
    this.#depth -= 1;
    return value;
  }

  readList(readItem: (cursor: TextCursor) => unknown): unknown[] | typeof LEFT {
    if (BYTES[this.at] !== OPEN_LIST) return LEFT;
    this.at += 1;
    const items: unknown[] = [];
    if (BYTES[this.at] === CLOSE_LIST) {
      this.at += 1;
      return items;
    }
    for (;;) {
      const item = readItem(this);
      if (item === LEFT) return LEFT;
      items.push(item);
      const code = BYTES[this.at];
      this.at += 1;
      if (code === CLOSE_LIST) return items;
      if (code !== COMMA) return LEFT;
    }
  }

  /** The name of a field, and moves behind its colon. A name that could stand for a prototype is left. */
  readName(): string | typeof LEFT {
    const name = this.readText();
    if (name === LEFT || name === '__proto__' || BYTES[this.at] !== COLON) return LEFT;
    this.at += 1;
    return name;
  }

  #readScalar(): boolean | number | typeof LEFT {
    const flag = this.readBoolean();
    return flag === LEFT ? this.readNumber() : flag;
  }

  /** An object whose fields are all read alike. */
  readObject(readField: (cursor: TextCursor) => unknown): Record<string, unknown> | typeof LEFT {
    if (BYTES[this.at] !== OPEN_OBJECT) return LEFT;
    const data: Record<string, unknown> = {};
    if (BYTES[this.at + 1] === CLOSE_OBJECT) {
      this.at += 2;
      return data;
    }
    for (;;) {
      this.at += 1;
      const name = this.readName();
      if (name === LEFT) return LEFT;
      const value = readField(this);
      if (value === LEFT) return LEFT;
      data[name] = value;
      const code = BYTES[this.at];
      if (code === CLOSE_OBJECT) break;
      if (code !== COMMA) return LEFT;
    }
    this.at += 1;
    return data;
  }

  /** Moves behind a number and says whether it is written as a canonical decimal is; null for what is no number. */
  #passNumber(): boolean | null {
    const isNegative = BYTES[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    const wholeEnd = passDigits(start);
    const isBelowOne = BYTES[start] === ZERO;
    if (wholeEnd === start || (isBelowOne && wholeEnd > start + 1)) return null;
    let end = wholeEnd;
    let isCanonical = true;
    if (BYTES[end] === POINT) {
      end = passDigits(wholeEnd + 1);
      if (end === wholeEnd + 1) return null;
      isCanonical = BYTES[end - 1] !== ZERO;
    } else if (isNegative && isBelowOne) isCanonical = false;
    if (BYTES[end] === LOWER_E || BYTES[end] === UPPER_E) {
      const sign = BYTES[end + 1];
      const digits = sign === PLUS || sign === MINUS ? end + 2 : end + 1;
      end = passDigits(digits);
      if (end === digits) return null;
      isCanonical = false;
    }
    this.at = end;
    return isCanonical;
  }
}

function readAny(cursor: TextCursor): unknown {
  return cursor.readAny();
}

function passDigits(start: number): number {
  let end = start;
  while (isDigit(BYTES[end] as number)) end += 1;
  return end;
}

/** The characters from `start` to before `end`, as a string that keeps nothing else in memory. */
function copy(text: string, start: number, end: number): string {
  let copied = text.slice(start, Math.min(end, start + HOLDS_ITS_TEXT - 1));
  for (let at = start + HOLDS_ITS_TEXT - 1; at < end; at += HOLDS_ITS_TEXT - 1) {
    copied += text.slice(at, Math.min(end, at + HOLDS_ITS_TEXT - 1));
  }
  return copied;
}
