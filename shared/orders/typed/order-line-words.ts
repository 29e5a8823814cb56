import { isPositive } from '../../decimal.ts';
import { fail, ok, type Result } from '../../result.ts';
import type { OrderDraft } from '../draft.ts';
import { findInvisible, listReadings } from './typed-number.ts';

/** What one word of a line says; a line says each at most once. */
export interface LineValues {
  readonly amount: string;
  readonly contracts: string;
  readonly price: string;
  readonly iv: string;
  readonly usd: string;
  readonly stop: string;
  readonly take: string;
  readonly trail: string;
  readonly trigger: NonNullable<OrderDraft['trigger']>;
  readonly show: string;
  readonly label: string;
  readonly tif: OrderDraft['time_in_force'];
  readonly valid: number;
  readonly type: 'limit' | 'market' | 'market_limit';
  readonly crossing: 'post' | 'reject' | 'cross';
  readonly reduce: true;
  readonly mmp: true;
  /** As typed: which instrument it names is for `resolveInstrument` to say. */
  readonly instrument: string;
}
export type LineSlot = keyof LineValues;

/** What is wrong with a line: the word (null where one is missing), why, and what would do. */
export interface LineFault {
  readonly token: string | null;
  readonly reason: string;
  readonly allowed: string;
  /** Words that would do in its place; none unless given. */
  readonly instead?: readonly string[];
}

type Said = { readonly [S in LineSlot]: { readonly slot: S; readonly value: LineValues[S] } }[LineSlot];

/** Words that say something by themselves. */
const WORDS: Readonly<Record<string, Said>> = {
  limit: { slot: 'type', value: 'limit' },
  lmt: { slot: 'type', value: 'limit' },
  mkt: { slot: 'type', value: 'market' },
  market: { slot: 'type', value: 'market' },
  market_limit: { slot: 'type', value: 'market_limit' },
  gtc: { slot: 'tif', value: 'good_til_cancelled' },
  day: { slot: 'tif', value: 'good_til_day' },
  fok: { slot: 'tif', value: 'fill_or_kill' },
  ioc: { slot: 'tif', value: 'immediate_or_cancel' },
  post: { slot: 'crossing', value: 'post' },
  reject: { slot: 'crossing', value: 'reject' },
  cross: { slot: 'crossing', value: 'cross' },
  reduce: { slot: 'reduce', value: true },
  mmp: { slot: 'mmp', value: true },
};

const TRIGGERS: Readonly<Record<string, LineValues['trigger']>> = {
  mark: 'mark_price',
  index: 'index_price',
  last: 'last_price',
};

/** `name=number`, and the names they go by. */
const NUMBERS = {
  amount: 'amount',
  contracts: 'contracts',
  price: 'price',
  iv: 'iv',
  usd: 'usd',
  stop: 'stop',
  take: 'take',
  trail: 'trail',
  show: 'show',
  iceberg: 'show',
} as const;
type NumberSlot = (typeof NUMBERS)[keyof typeof NUMBERS];

const KEYS = [...Object.keys(NUMBERS), 'label', 'trigger', 'tif', 'valid'];
const TIMES = ['gtc', 'day', 'fok', 'ioc'];

/** Everything a word can be, for hints. */
export const LINE_HINT = `a price or an amount such as 97410 or 5k, an instrument, ${Object.keys(WORDS).join(', ')}, or ${KEYS.map((key) => `${key}=`).join(' ')}`;

const A_NUMBER = 'digits with an optional point, such as 1500, 0.5 or 50k';

/** Reads one word. A bare number is an amount the first time and a price the second (`hasSize`). */
export function readWord(word: string, hasSize: boolean): Result<Said, LineFault> {
  const known = Object.hasOwn(WORDS, word.toLowerCase()) ? WORDS[word.toLowerCase()] : undefined;
  if (known !== undefined) return ok(known);
  const [, key = '', value = ''] = /^([a-z_]+)=(.*)$/isu.exec(word) ?? [];
  if (key !== '') return readPair(word, key.toLowerCase(), value);
  if (word.startsWith('@')) return readNumber(word, 'price', word.slice(1).trimStart());
  if (word.startsWith('$')) return readNumber(word, 'usd', word.slice(1));
  if (/^[-\u2212+.,\d]/u.test(word)) return readFigure(word, hasSize);
  if (/^[a-z]/iu.test(word)) return ok({ slot: 'instrument', value: word });
  const reason = findInvisible(word) === null ? 'is no word of an order' : describeUnread(word);
  return fail({ token: word, reason, allowed: LINE_HINT });
}

const ENDINGS: readonly (readonly [RegExp, NumberSlot])[] = [
  [/(?:iv|%)$/iu, 'iv'],
  [/usd$/iu, 'usd'],
  [/cts?$/iu, 'contracts'],
];

function readFigure(word: string, hasSize: boolean): Result<Said, LineFault> {
  for (const [ending, slot] of ENDINGS) {
    if (ending.test(word)) return readNumber(word, slot, word.replace(ending, ''));
  }
  return readNumber(word, hasSize ? 'price' : 'amount', word);
}

function readNumber(token: string, slot: NumberSlot, text: string): Result<Said, LineFault> {
  // Volatilities are never thousands.
  const readings = listReadings(text, { hasSuffix: slot !== 'iv' });
  const [value, other] = readings;
  if (value === undefined) return fail({ token, reason: describeUnread(text), allowed: A_NUMBER });
  if (!readings.every(isPositive)) return fail({ token, reason: 'is not above zero', allowed: 'a number above zero' });
  // Two readings are decided by what the instrument allows.
  return ok({ slot, value: other === undefined ? value : text });
}

function describeUnread(text: string): string {
  const character = findInvisible(text);
  return character === null ? 'is not a number' : `holds a character that can’t be seen, ${character}`;
}

function readPair(token: string, key: string, value: string): Result<Said, LineFault> {
  if (Object.hasOwn(NUMBERS, key)) return readNumber(token, NUMBERS[key as keyof typeof NUMBERS], value);
  switch (key) {
    case 'label':
      return value === ''
        ? fail({ token, reason: 'is empty', allowed: 'label=hedge-1, or label="hedge one"' })
        : ok({ slot: 'label', value });
    case 'trigger': {
      const watched = Object.hasOwn(TRIGGERS, value.toLowerCase()) ? TRIGGERS[value.toLowerCase()] : undefined;
      return watched === undefined
        ? fail({ token, reason: 'is no price that can be watched', allowed: 'trigger=mark, index or last' })
        : ok({ slot: 'trigger', value: watched });
    }
    case 'tif': {
      const time = TIMES.includes(value.toLowerCase()) ? WORDS[value.toLowerCase()] : undefined;
      return time === undefined
        ? fail({ token, reason: 'is no time in force', allowed: `tif=${TIMES.join(', ')}` })
        : ok(time);
    }
    case 'valid':
      return readDuration(token, value);
    default:
      return fail({ token, reason: `there is no “${key}=”`, allowed: KEYS.map((name) => `${name}=`).join(' ') });
  }
}

function readDuration(token: string, text: string): Result<Said, LineFault> {
  const [, digits, unit] = /^(\d{1,6})(ms|s)$/iu.exec(text) ?? [];
  const value = Number(digits) * (unit?.toLowerCase() === 's' ? 1000 : 1);
  return digits === undefined || value === 0
    ? fail({ token, reason: 'is no time', allowed: 'whole seconds or milliseconds, such as valid=5s or valid=800ms' })
    : ok({ slot: 'valid', value });
}
