import { fail, ok, type Result } from '../../result.ts';
import { familyOf, parseOptionName } from '../../service/option-name.ts';
import { priceUnitOfName } from '../../service/instrument-name.ts';
import type { AdvancedType, OrderType } from '../../service/order.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../draft.ts';
import { resolveInstrument } from './order-line-instrument.ts';
import { LINE_HINT, type LineFault, type LineSlot, type LineValues, readWord } from './order-line-words.ts';
import type { Side } from '../side.ts';
import { isDollar } from './typed-number.ts';
import { isIcebergPossible, isPostOnlyPossible, isPostOnlyUsual, ORDER_TYPE_TRAITS } from '../order-types.ts';

/** How a line is written, for hints. */
export const LINE_EXAMPLES = [
  's 10 BTC-PERPETUAL 97410 post',
  'sell 5k btc-perp mkt reduce label=hedge-1',
  's 5 btc-27mar26-100000-c iv=54.5 ioc',
  's 50k btc-perp stop=95000 trigger=index',
  'b 10 BTC-PERPETUAL 97400 post',
] as const;

const SIDE = /^\s*(s|sell|b|buy)\s/iu;
const SIDES: Readonly<Record<string, Side>> = { s: 'sell', sell: 'sell', b: 'buy', buy: 'buy' };

/** Whether a text is meant as an order: it begins with a side and goes on. */
export function isOrderLine(text: string): boolean {
  return SIDE.test(text);
}

/** A line read word by word: what each says, and the words it was said with. */
interface Words {
  readonly side: Side;
  readonly values: Partial<LineValues>;
  readonly tokens: Partial<Record<LineSlot, string>>;
}

/** Words between blanks; quotes keep blanks together: `label="hedge one"`, and so does the sign before a price: `@ 97410`. */
function splitWords(text: string): readonly string[] {
  return (text.match(/(?:@\s+(?=[\d.,]))?(?:[^\s"]|"[^"]*"?)+/gu) ?? []).map((word) => word.replaceAll('"', ''));
}

function readWords(text: string): Result<Words, readonly LineFault[]> {
  const [token = '', ...words] = splitWords(text);
  const side = Object.hasOwn(SIDES, token.toLowerCase()) ? SIDES[token.toLowerCase()] : undefined;
  if (side === undefined) return fail([{ token, reason: 'is no side', allowed: 's, sell, b or buy' }]);
  const values: Partial<Record<LineSlot, unknown>> = {};
  const tokens: Partial<Record<LineSlot, string>> = {};
  const faults: LineFault[] = [];
  for (const word of words) {
    const read = readWord(word, values.amount !== undefined || values.contracts !== undefined);
    if (!read.ok) {
      faults.push(read.error);
      continue;
    }
    const { slot, value } = read.value;
    const before = tokens[slot];
    if (before !== undefined) faults.push(describeTwice(slot, before, word));
    values[slot] = value;
    tokens[slot] = word;
  }
  return faults.length > 0 ? fail(faults) : ok({ side, values: values as Partial<LineValues>, tokens });
}

function describeTwice(slot: LineSlot, before: string, word: string): LineFault {
  if (slot === 'instrument') {
    return { token: word, reason: `is no word of an order; the instrument is “${before}” already`, allowed: LINE_HINT };
  }
  return { token: word, reason: `and “${before}” both say ${SLOT_NAMES[slot]}`, allowed: 'one of them' };
}

const SLOT_NAMES: Readonly<Record<Exclude<LineSlot, 'instrument'>, string>> = {
  amount: 'the amount',
  contracts: 'the contracts',
  price: 'the price',
  iv: 'the volatility',
  usd: 'the price in USD',
  stop: 'the trigger',
  take: 'the trigger',
  trail: 'the distance',
  trigger: 'what is watched',
  show: 'what is visible',
  label: 'the label',
  tif: 'how long it stays',
  valid: 'how long it may be taken',
  type: 'the type',
  crossing: 'what happens at the touch',
  reduce: 'that it reduces',
  mmp: 'that it is protected',
};

/** The word that names an instrument, as typed; null without one. */
export function findInstrumentWord(text: string): string | null {
  const words = readWords(text);
  return words.ok ? (words.value.values.instrument ?? null) : null;
}

/**
 * Reads a line like `s 10 BTC-PERPETUAL 97410 post` as a draft. Guesses nothing: unknown words are faults
 * (docs/design/ticket.md, "Order line").
 */
export function parseOrderLine(text: string, names: readonly string[]): Result<OrderDraft, readonly LineFault[]> {
  const words = readWords(text);
  if (!words.ok) return words;
  const { side, values } = words.value;
  const missing = findMissing(values);
  if (missing.length > 0) return fail(missing);
  const instrument = resolveInstrument(values.instrument ?? '', names);
  if (!instrument.ok) return fail([instrument.error]);
  const type = resolveLineType(values);
  const draft = { ...buildLineDraft(values, type, instrument.value), direction: side };
  const faults = findContradictions(words.value, draft);
  return faults.length > 0 ? fail(faults) : ok({ ...draft, ...readTouch(values, draft) });
}

function findMissing(values: Partial<LineValues>): LineFault[] {
  const hasSize = values.amount !== undefined || values.contracts !== undefined;
  const { price, iv, usd, stop, take, trail, type } = values;
  const isPriced = [price, iv, usd, stop, take, trail].some((value) => value !== undefined);
  return [
    ...(hasSize ? [] : [{ token: null, reason: 'There is no amount.', allowed: '10, 5k, or 3ct for contracts' }]),
    ...(values.instrument === undefined
      ? [{ token: null, reason: 'There is no instrument.', allowed: 'its name, such as BTC-PERPETUAL or btc-perp' }]
      : []),
    ...(isPriced || type === 'market' || type === 'market_limit'
      ? []
      : [{ token: null, reason: 'There is no price.', allowed: '97410, iv=54.5, usd=1200, or mkt for none' }]),
  ];
}

function hasLinePrice({ price, iv, usd }: Partial<LineValues>): boolean {
  return price !== undefined || iv !== undefined || usd !== undefined;
}

function resolveLineType(values: Partial<LineValues>): OrderType {
  if (values.trail !== undefined) return 'trailing_stop';
  const firesAs = hasLinePrice(values) || values.type === 'limit' ? 'limit' : 'market';
  if (values.stop !== undefined) return `stop_${firesAs}`;
  if (values.take !== undefined) return `take_${firesAs}`;
  return values.type ?? 'limit';
}

/** What is no option is priced in its own quote: dollars are that already, where it is quoted in them. */
function resolveLineForm({ iv, usd }: Partial<LineValues>, instrumentName: string): AdvancedType | null {
  if (iv !== undefined) return 'implv';
  const isQuote = parseOptionName(instrumentName) === null && isDollar(priceUnitOfName(instrumentName));
  return usd === undefined || isQuote ? null : 'usd';
}

function buildLineDraft(values: Partial<LineValues>, type: OrderType, instrument_name: string): OrderDraft {
  const isTriggered = ORDER_TYPE_TRAITS[type].triggeredBy !== null;
  return {
    ...EMPTY_DRAFT,
    instrument_name,
    type,
    amount: values.amount ?? '',
    contracts: values.contracts ?? '',
    price: values.price ?? values.iv ?? values.usd ?? '',
    advanced: resolveLineForm(values, instrument_name),
    time_in_force: values.tif ?? 'good_til_cancelled',
    reduce_only: values.reduce ?? false,
    display_amount: values.show ?? '',
    trigger: isTriggered ? (values.trigger ?? 'mark_price') : null,
    trigger_price: values.stop ?? values.take ?? '',
    trigger_offset: values.trail ?? '',
    mmp: values.mmp ?? false,
    valid_for_ms: values.valid ?? EMPTY_DRAFT.valid_for_ms,
    label: values.label ?? '',
  };
}

function readTouch({ crossing }: Partial<LineValues>, draft: OrderDraft) {
  const isAsked = crossing === 'post' || crossing === 'reject';
  const postOnly = isAsked ? isPostOnlyPossible(draft) : crossing === undefined && isPostOnlyUsual(draft);
  return { post_only: postOnly, reject_post_only: postOnly && crossing === 'reject' };
}

interface Contradiction {
  readonly isThere: boolean;
  readonly slot: LineSlot;
  readonly reason: string;
  readonly allowed: string;
}

/** Words that conflict: the ticket would silently drop one. */
function findContradictions({ values, tokens }: Words, draft: OrderDraft): LineFault[] {
  const { type, advanced, instrument_name } = draft;
  const traits = ORDER_TYPE_TRAITS[type];
  const said = type.replaceAll('_', ' ');
  const option = parseOptionName(instrument_name);
  const isSpot = /^[A-Z0-9]+_[A-Z0-9]+$/u.test(instrument_name);
  const second = (slots: readonly LineSlot[]): LineSlot | undefined =>
    slots.filter((slot) => values[slot] !== undefined)[1];
  const twoPrices = second(['price', 'iv', 'usd']);
  const twoTriggers = second(['stop', 'take', 'trail']);
  const isPosting = values.crossing === 'post' || values.crossing === 'reject';
  const priceSlot = (['price', 'iv', 'usd'] as const).find((slot) => values[slot] !== undefined) ?? 'price';
  const table: readonly Contradiction[] = [
    {
      isThere: values.amount !== undefined && values.contracts !== undefined,
      slot: 'contracts',
      reason: 'is a second size',
      allowed: 'one of an amount and contracts',
    },
    {
      isThere: twoPrices !== undefined,
      slot: twoPrices ?? 'price',
      reason: 'is a second price',
      allowed: 'one of a price, iv= and usd=',
    },
    {
      isThere: twoTriggers !== undefined,
      slot: twoTriggers ?? 'stop',
      reason: 'is a second trigger',
      allowed: 'one of stop=, take= and trail=',
    },
    {
      isThere: hasLinePrice(values) && (!traits.hasPrice || values.type === 'market' || values.type === 'market_limit'),
      slot: priceSlot,
      reason: `is a price, and a ${values.type === undefined ? said : values.type.replaceAll('_', ' ')} order has none`,
      allowed: 'leave out the price, or the word that says the type',
    },
    {
      isThere: traits.hasPrice && !hasLinePrice(values) && values.type === 'limit',
      slot: 'type',
      reason: 'needs a price',
      allowed: '97410, iv=54.5 or usd=1200',
    },
    {
      isThere: values.type === 'market_limit' && traits.triggeredBy !== null,
      slot: 'type',
      reason: `goes to the book at once, a ${said} order waits`,
      allowed: 'mkt, limit, or neither',
    },
    {
      isThere: values.type === 'limit' && type === 'trailing_stop',
      slot: 'type',
      reason: 'has a price, a trailing stop fires as a market order',
      allowed: 'mkt, or neither',
    },
    {
      isThere: values.trigger !== undefined && traits.triggeredBy === null,
      slot: 'trigger',
      reason: 'is watched by nothing',
      allowed: 'it together with stop=, take= or trail=',
    },
    {
      isThere: isPosting && !isPostOnlyPossible(draft),
      slot: 'crossing',
      reason: 'is not possible here',
      allowed: 'orders with a price in the instrument’s own quote that are gtc',
    },
    {
      isThere: values.show !== undefined && !isIcebergPossible(draft),
      slot: 'show',
      reason: 'is not possible here',
      allowed: 'orders with a price that are gtc or day',
    },
    {
      isThere: values.mmp === true && type !== 'limit',
      slot: 'mmp',
      reason: `is for limit orders, this is a ${said} order`,
      allowed: 'leave it out',
    },
    {
      isThere: values.reduce === true && isSpot,
      slot: 'reduce',
      reason: 'is not possible: spot pairs have no position',
      allowed: 'leave it out',
    },
    {
      isThere: advanced !== null && option === null,
      slot: values.iv === undefined ? 'usd' : 'iv',
      reason: `prices options, and ${instrument_name} is none`,
      allowed: 'a price in its own quote, such as 97410',
    },
    {
      isThere: advanced === 'usd' && option !== null && familyOf(instrument_name).includes('_'),
      slot: 'usd',
      reason: 'is not needed: this option is quoted in dollars',
      allowed: 'the bare price, such as 1200',
    },
  ];
  return table
    .filter(({ isThere }) => isThere)
    .map(({ slot, reason, allowed }) => ({ token: tokens[slot] ?? null, reason, allowed }));
}
