import { z } from 'zod';
import { parseOptionName } from '../service/option-name.ts';
import { currencySummarySchema } from '../service/account.ts';
import { decimalField, decimalMapField, optionalRuleOf, referencePriceField } from '../service/fields.ts';
import { greeksSchema, tickerSchema, tickerStatsSchema } from '../service/ticker.ts';

/** The schema inside optional and nullable wrappers. */
function core(schema: z.ZodType): z.ZodType {
  let inner = optionalRuleOf(schema)?.inner ?? schema;
  while ('unwrap' in inner && typeof inner.unwrap === 'function') inner = inner.unwrap() as z.ZodType;
  return inner;
}

/** Also where words may come, such as a delivery price `expired`. */
function holds(schema: z.ZodType, wanted: readonly z.ZodType[]): boolean {
  return (
    wanted.includes(schema) || (schema instanceof z.ZodUnion && wanted.some((each) => schema.options.includes(each)))
  );
}

function namesOf(shape: Readonly<Record<string, z.ZodType>>, ...wanted: readonly z.ZodType[]): string[] {
  return Object.keys(shape).filter((name) => {
    const schema = shape[name];
    return schema !== undefined && holds(core(schema), wanted);
  });
}

/** Numbers of a currency's summary, by name. */
export const ACCOUNT_FIGURES: readonly string[] = namesOf(currencySummarySchema.shape, decimalField);
/** Maps of a currency's summary from index to number: a figure is `map.index`. */
export const ACCOUNT_MAPS: readonly string[] = namesOf(currencySummarySchema.shape, decimalMapField);
/** Numbers of a ticker, by path. */
export const TICKER_FIGURES: readonly string[] = [
  ...namesOf(tickerSchema.shape, decimalField, referencePriceField),
  ...namesOf(greeksSchema.shape, decimalField).map((name) => `greeks.${name}`),
  ...namesOf(tickerStatsSchema.shape, decimalField).map((name) => `stats.${name}`),
];

const OF_OPTIONS = /^greeks\.|_iv$|^underlying_price$|^interest_rate$/u;
const OF_PERPETUALS = /^funding_8h$|^current_funding$|^interest_value$/u;

/** Numeric fields of an instrument's ticker, by the kind in its name. */
export function listTickerFigures(instrumentName: string): readonly string[] {
  const isOption = parseOptionName(instrumentName) !== null;
  const isPerpetual = instrumentName.endsWith('-PERPETUAL');
  return TICKER_FIGURES.filter(
    (path) => (isOption || !OF_OPTIONS.test(path)) && (isPerpetual || !OF_PERPETUALS.test(path)),
  );
}

/** Traders' shorter names for ticker figures. */
const TICKER_WORDS: ReadonlyMap<string, string> = new Map([
  ['bid', 'best_bid_price'],
  ['ask', 'best_ask_price'],
  ['mark', 'mark_price'],
  ['index', 'index_price'],
  ['last', 'last_price'],
  ['underlying', 'underlying_price'],
  ['iv', 'mark_iv'],
  ['funding', 'current_funding'],
  ['settlement', 'settlement_price'],
  // Nested fields by their last part (`greeks.delta`), which is unique.
  ...TICKER_FIGURES.filter((path) => path.includes('.')).map((path) => [path.split('.')[1] ?? '', path] as const),
]);

/** The figure's name at the service, of one that may be written in a trader's word; what is no such word stays as it is. */
export function spellFigure(kind: 'account' | 'ticker', word: string): string {
  return isFigure(kind, word) || kind === 'account' ? word : (TICKER_WORDS.get(word.toLowerCase()) ?? word);
}

/** Whether a record of that kind can carry the figure. */
export function isFigure(kind: 'account' | 'ticker', path: string): boolean {
  if (kind === 'ticker') return TICKER_FIGURES.includes(path);
  const [name = '', index, ...more] = path.split('.');
  if (index === undefined) return ACCOUNT_FIGURES.includes(name);
  return ACCOUNT_MAPS.includes(name) && index !== '' && more.length === 0;
}
