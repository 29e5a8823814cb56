import { type DecimalString, formatDecimal, multiply } from '../../../shared/decimal.ts';
import { type Instrument, NO_EXPIRY_MS } from '../../../shared/service/instrument.ts';
import { greeksSchema, type Ticker, tickerSchema, tickerStatsSchema } from '../../../shared/service/ticker.ts';
import { formatFixed, formatSigned, formatUtcDate, MISSING } from '../../ui/format.ts';
import { type InstrumentUnits, tellUnits } from '../../ui/units.ts';

export interface TickerField {
  readonly name: string;
  readonly text: string;
  /** Empty where the value has none, or its text says it. */
  readonly unit: string;
  readonly explanation?: string;
}

export interface TickerGroup {
  readonly name: string;
  readonly fields: readonly TickerField[];
}

const HUNDRED = '100' as DecimalString;

type Value = DecimalString | null | undefined;

/** Every field of a ticker that the head of the panel doesn't show, by subject. Unknown ones come last, as the service sent them. */
export function describeTicker(ticker: Ticker, instrument: Instrument | null): TickerGroup[] {
  const units = tellUnits(instrument);
  const isOption = instrument?.kind === 'option' || (ticker.greeks ?? null) !== null;
  const isPerpetual = instrument?.settlement_period === 'perpetual' || (ticker.funding_8h ?? null) !== null;
  const groups: TickerGroup[] = [
    { name: 'Price', fields: describePrices(ticker, units) },
    { name: '24 hours', fields: describeDay(ticker, instrument, units) },
  ];
  if (isPerpetual) groups.push({ name: 'Funding', fields: describeFunding(ticker) });
  if (isOption) {
    groups.push({ name: 'Greeks', fields: describeGreeks(ticker, instrument) });
    groups.push({ name: 'Volatility', fields: describeVolatility(ticker) });
  }
  groups.push({ name: 'Contract', fields: describeContract(ticker, instrument, units) });
  const other = [
    ...listOther(ticker, tickerSchema.shape, ''),
    ...listOther(ticker.stats, tickerStatsSchema.shape, 'stats.'),
    ...listOther(ticker.greeks ?? {}, greeksSchema.shape, 'greeks.'),
  ];
  if (other.length > 0) groups.push({ name: 'Other fields', fields: other });
  return groups;
}

function field(name: string, value: Value, unit: string, places: number | null, explanation?: string): TickerField {
  const isMissing = value === null || value === undefined;
  return {
    name,
    text: formatFixed(value, places),
    unit: isMissing ? '' : unit,
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/** Leaves out what the service didn't send, for fields that only some kinds have. */
function optional(value: unknown, make: () => TickerField): TickerField[] {
  return value === null || value === undefined ? [] : [make()];
}

function describePrices(ticker: Ticker, units: InstrumentUnits): TickerField[] {
  return [
    field('Index', ticker.index_price, 'USD', 2, 'Current price of the index the instrument follows.'),
    field('Last', ticker.last_price, units.price, units.places, 'Price of the last trade.'),
    field(
      'Lowest sell',
      ticker.min_price,
      units.price,
      units.places,
      'Band: a sell below it is raised to it or refused.',
    ),
    field(
      'Highest buy',
      ticker.max_price,
      units.price,
      units.places,
      'Band: a buy above it is lowered to it or refused.',
    ),
  ];
}

function describeDay({ stats }: Ticker, instrument: Instrument | null, units: InstrumentUnits): TickerField[] {
  const change = stats.price_change ?? null;
  return [
    field('High', stats.high, units.price, units.places),
    field('Low', stats.low, units.price, units.places),
    { name: 'Change', text: formatSigned(change, { min: 2, max: 2 }), unit: change === null ? '' : '%' },
    field('Volume', stats.volume, instrument?.base_currency ?? '', 2),
    ...optional(stats.volume_usd, () => field('Volume', stats.volume_usd, 'USD', 0)),
    ...optional(stats.volume_notional, () => field('Turnover', stats.volume_notional, units.price, 0)),
  ];
}

function percent(name: string, value: Value, places: number, explanation: string): TickerField {
  if (value === null || value === undefined) return { name, text: MISSING, unit: '', explanation };
  return { name, text: formatSigned(multiply(value, HUNDRED), { min: places, max: places }), unit: '%', explanation };
}

function describeFunding(ticker: Ticker): TickerField[] {
  return [
    percent('Funding 8h', ticker.funding_8h, 4, 'Funding of the last eight hours. Positive: longs pay shorts.'),
    percent('Current', ticker.current_funding, 4, 'Funding rate at this moment, for eight hours.'),
    field(
      'Interest value',
      ticker.interest_value,
      '',
      null,
      'Used for the realised funding of positions; as the service sends it.',
    ),
  ];
}

function describeGreeks({ greeks }: Ticker, instrument: Instrument | null): TickerField[] {
  const coin = instrument?.base_currency ?? '';
  return [
    field(
      'Delta',
      greeks?.delta,
      coin,
      5,
      'Black-Scholes delta of one option, not reduced by its price (not the net transaction delta).',
    ),
    field(
      'Gamma',
      greeks?.gamma,
      'per USD',
      5,
      'Change of delta for one dollar of the underlying; standard Black-Scholes.',
    ),
    field('Vega', greeks?.vega, 'USD / pt', 2, 'Dollars for one point of volatility; standard Black-Scholes.'),
    field(
      'Theta',
      greeks?.theta,
      'USD / day',
      2,
      'Dollars a day: the smaller of the theta of one day and of the time left.',
    ),
    field('Rho', greeks?.rho, 'USD / 1 %', 2, 'Dollars for one percent of interest; standard Black-Scholes.'),
  ];
}

function describeVolatility(ticker: Ticker): TickerField[] {
  return [
    field('Bid IV', ticker.bid_iv, '%', 2, 'Implied volatility of the best bid, a year.'),
    field('Mark IV', ticker.mark_iv, '%', 2, 'Implied volatility of the mark price, a year.'),
    field('Ask IV', ticker.ask_iv, '%', 2, 'Implied volatility of the best ask, a year.'),
    field('Underlying', ticker.underlying_price, 'USD', 2, 'Price that implied volatility is computed with.'),
    {
      name: 'Underlying of',
      text: ticker.underlying_index ?? MISSING,
      unit: '',
      explanation: 'The future, synthetic future or index that the underlying price is of.',
    },
    percent('Interest rate', ticker.interest_rate, 2, 'Rate that implied volatility is computed with, a year.'),
  ];
}

function describeContract(ticker: Ticker, instrument: Instrument | null, units: InstrumentUnits): TickerField[] {
  const estimated = ticker.estimated_delivery_price ?? null;
  const expiry = instrument?.expiration_timestamp ?? NO_EXPIRY_MS;
  const expires =
    expiry < NO_EXPIRY_MS
      ? { name: 'Expires', text: formatUtcDate(expiry), unit: 'UTC' }
      : { name: 'Expires', text: 'never', unit: '' };
  return [
    field(
      'Open interest',
      ticker.open_interest,
      units.amount,
      interestPlaces(units),
      'Contracts outstanding, in amount units.',
    ),
    ...optional(ticker.settlement_price, () => field('Settlement', ticker.settlement_price, units.price, units.places)),
    estimated === 'expired'
      ? { name: 'Est. delivery', text: 'expired', unit: '' }
      : field('Est. delivery', estimated, 'USD', 2, 'Price that would be delivered at, as of now.'),
    ...optional(ticker.delivery_price, () => field('Delivered at', ticker.delivery_price, 'USD', 2)),
    ...(instrument === null ? [] : [expires]),
    ...(instrument === null ? [] : [field('Contract size', instrument.contract_size, units.amount, null)]),
  ];
}

function interestPlaces(units: InstrumentUnits): number {
  return units.amount === 'USD' ? 0 : 1;
}

/** Fields that nobody described, as they came. */
function listOther(record: Readonly<Record<string, unknown>>, known: object, prefix: string): TickerField[] {
  return Object.entries(record)
    .filter(([name]) => !Object.hasOwn(known, name))
    .map(([name, value]) => ({ name: `${prefix}${name}`, text: describeRaw(value), unit: '' }));
}

function describeRaw(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? MISSING);
}

/** A size with its unit for the head of the panel, or a dash. */
export function describeSize(amount: DecimalString | null, units: InstrumentUnits): string {
  return amount === null ? 'none' : `${formatDecimal(amount)} ${units.amount}`;
}
