import { absolute, compare, type DecimalString, isPositive, isZero, subtract } from '../../../shared/decimal.ts';
import { bestAsk, bestBid, isInverse, type Touch } from '../../../shared/orders/facts.ts';
import { type TouchVolatility, touchVolatility } from '../../../shared/options/touch-volatility.ts';
import { type Instrument, NO_EXPIRY_MS } from '../../../shared/service/instrument.ts';
import { greeksSchema, type Ticker, tickerSchema, tickerStatsSchema } from '../../../shared/service/ticker.ts';
import type { FieldGroup, FieldText } from '../../ui/controls/field-groups.tsx';
import { field, formatPercent, listOther, optional, percent, priceField } from '../../ui/words/field-text.ts';
import { formatSigned, formatDate, formatTimeOfDay, MISSING } from '../../ui/words/format.ts';
import { tellIndex, tellUnits, type Units } from '../../ui/words/units.ts';
import { formatDecimal, zoneName } from '../../ui/words/shown.ts';

/** What the head of the panel shows; the title names the instrument. */
export interface TickerHead {
  readonly bid: Touch | null;
  readonly ask: Touch | null;
  readonly mark: DecimalString | null;
  readonly state: string;
}

export function readHead(ticker: Ticker): TickerHead {
  return { bid: bestBid(ticker), ask: bestAsk(ticker), mark: ticker.mark_price ?? null, state: ticker.state };
}

/** Fields that only options have, or only perpetuals: one of them is enough to show their group. */
const OPTION_FIELDS = [
  'greeks',
  'underlying_price',
  'underlying_index',
  'interest_rate',
  'bid_iv',
  'ask_iv',
  'mark_iv',
] as const;
const PERPETUAL_FIELDS = ['funding_8h', 'current_funding', 'interest_value'] as const;

const BELOW_INTRINSIC = 'Quoted below the exercise value: no volatility gives that price.';
const FUNDING_PLACES = 4;
const EXPIRES = 'Time of delivery. Perpetuals and spot pairs have none.';

/** Every field of a ticker that the head of the panel doesn't show, by subject. Unknown ones come last, as the service sent them. */
export function describeTicker(ticker: Ticker, instrument: Instrument | null): FieldGroup[] {
  const units = tellUnits(instrument);
  const isOption = instrument?.kind === 'option' || OPTION_FIELDS.some((name) => (ticker[name] ?? null) !== null);
  const isPerpetual =
    instrument?.settlement_period === 'perpetual' || PERPETUAL_FIELDS.some((name) => (ticker[name] ?? null) !== null);
  const groups: FieldGroup[] = [
    { name: 'Price', fields: describePrices(ticker, instrument, units) },
    { name: '24 hours', fields: describeDay(ticker, instrument, units) },
  ];
  if (isPerpetual) groups.push({ name: 'Funding', fields: describeFunding(ticker) });
  if (isOption) {
    groups.push({ name: 'Greeks', fields: describeGreeks(ticker, instrument) });
    groups.push({ name: 'Volatility', fields: describeVolatility(ticker, instrument) });
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

function describePrices(ticker: Ticker, instrument: Instrument | null, units: Units): FieldText[] {
  const index = tellIndex(instrument);
  return [
    priceField('Index', ticker.index_price, index.unit, index.places, 'Current price of the instrument’s index.'),
    priceField('Last', ticker.last_price, units.price, units.places, 'Price of the last trade.'),
    priceField(
      'Lowest sell',
      ticker.min_price,
      units.price,
      units.places,
      'The band’s lower end. A sell below it is clamped, or rejected by some services (10005). It moves with mark and index.',
    ),
    priceField(
      'Highest buy',
      ticker.max_price,
      units.price,
      units.places,
      'The band’s upper end. A buy above it is clamped, or rejected by some services (10007).',
    ),
  ];
}

function describeDay({ stats }: Ticker, instrument: Instrument | null, units: Units): FieldText[] {
  const change = stats.price_change ?? null;
  return [
    priceField('High', stats.high, units.price, units.places, 'Highest price traded in the last 24 hours.'),
    priceField('Low', stats.low, units.price, units.places, 'Lowest price traded in the last 24 hours.'),
    {
      name: 'Change',
      text: formatSigned(change, { min: 2, max: 2 }),
      unit: change === null ? '' : '%',
      explanation: 'Price change over the last 24 hours. None without trades.',
    },
    field(
      'Volume',
      stats.volume,
      instrument?.base_currency ?? '',
      2,
      'Traded in the last 24 hours, in the base currency.',
    ),
    ...optional(stats.volume_usd, () =>
      field('In dollars', stats.volume_usd, 'USD', 0, 'Traded in the last 24 hours, in dollars.'),
    ),
    // Of what is quoted in dollars it is the number above once more.
    ...optional(isSame(stats.volume_usd, stats.volume_notional) ? null : stats.volume_notional, () =>
      field('Turnover', stats.volume_notional, units.price, 0, 'Worth of the last 24 hours’ trades.'),
    ),
  ];
}

function isSame(one: DecimalString | null | undefined, other: DecimalString | null | undefined): boolean {
  return one != null && other != null && compare(one, other) === 0;
}

function describeFunding(ticker: Ticker): FieldText[] {
  return [
    funding('Funding 8h', ticker.funding_8h, 'Funding of the last eight hours, and which side pays.'),
    funding('Current', ticker.current_funding, 'Current funding rate, for eight hours. Above zero longs pay.'),
    field('Interest value', ticker.interest_value, '', null, 'Used for the realised funding of positions, as sent.'),
  ];
}

/** Funding in percent, by who pays it: longs pay shorts what is above zero (facts, "Funding"). */
function funding(name: string, value: DecimalString | null | undefined, explanation: string): FieldText {
  if (value === null || value === undefined) return { name, text: MISSING, unit: '', explanation };
  // At zero nobody pays.
  const payers = isZero(value) ? '' : isPositive(value) ? 'longs pay ' : 'shorts pay ';
  return { name, text: `${payers}${formatPercent(absolute(value), FUNDING_PLACES)}`, unit: '%', explanation };
}

function describeGreeks(ticker: Ticker, instrument: Instrument | null): FieldText[] {
  const { greeks } = ticker;
  const coin = instrument?.base_currency ?? '';
  return [
    field('Delta', greeks?.delta, coin, 5, 'Black-Scholes delta of one option, not net of its price.'),
    ...describeNetDelta(ticker, instrument),
    field('Gamma', greeks?.gamma, 'per USD', 5, 'Change of delta per dollar of the underlying (Black-Scholes).'),
    field('Vega', greeks?.vega, 'USD / pt', 2, 'Dollars per point of volatility (Black-Scholes).'),
    field(
      'Theta',
      greeks?.theta,
      'USD / day',
      2,
      'Dollars a day: the smaller of one day’s theta and that of the remaining lifetime.',
    ),
    field('Rho', greeks?.rho, 'USD / 1 %', 2, 'Dollars per percent of interest (Black-Scholes).'),
  ];
}

/** The other delta convention: what the account's delta total counts of an option that is paid in its coin. */
function describeNetDelta({ greeks, mark_price }: Ticker, instrument: Instrument | null): FieldText[] {
  if (instrument === null || !isInverse(instrument) || instrument.kind !== 'option') return [];
  const isKnown = greeks?.delta !== undefined && mark_price !== null && mark_price !== undefined;
  const explanation =
    'Net transaction delta, computed here: Black-Scholes delta less mark price. The account’s delta total counts it. Both decay in the last 30 minutes.';
  return [
    field('Net delta', isKnown ? subtract(greeks.delta, mark_price) : null, instrument.base_currency, 5, explanation),
  ];
}

function describeVolatility(ticker: Ticker, instrument: Instrument | null): FieldText[] {
  const index = tellIndex(instrument);
  return [
    quotedVolatility('Bid IV', touchVolatility(ticker, 'bid'), 'Implied volatility of the best bid, a year.'),
    field('Mark IV', ticker.mark_iv, '%', 2, 'Implied volatility of the mark price, a year.'),
    quotedVolatility('Ask IV', touchVolatility(ticker, 'ask'), 'Implied volatility of the best ask, a year.'),
    priceField('Underlying', ticker.underlying_price, index.unit, index.places, 'Price used for implied volatility.'),
    {
      name: 'Underlying of',
      text: ticker.underlying_index ?? MISSING,
      unit: '',
      explanation: 'Future, synthetic future or index behind the underlying price.',
    },
    percent('Interest rate', ticker.interest_rate, 2, 'Yearly rate used for implied volatility.'),
  ];
}

function quotedVolatility(name: string, volatility: TouchVolatility, explanation: string): FieldText {
  return volatility === 'below_intrinsic'
    ? { name, text: MISSING, unit: 'below intrinsic', explanation: BELOW_INTRINSIC }
    : field(name, volatility, '%', 2, explanation);
}

function describeContract(ticker: Ticker, instrument: Instrument | null, units: Units): FieldText[] {
  const index = tellIndex(instrument);
  const estimated = ticker.estimated_delivery_price ?? null;
  const expiry = instrument?.expiration_timestamp ?? NO_EXPIRY_MS;
  const expires =
    expiry < NO_EXPIRY_MS
      ? { name: 'Expires', text: formatDate(expiry), unit: zoneName(expiry), explanation: EXPIRES }
      : { name: 'Expires', text: 'never', unit: '', explanation: EXPIRES };
  return [
    field(
      'Open interest',
      ticker.open_interest,
      units.amount,
      interestPlaces(units),
      'Contracts outstanding, in amount units.',
    ),
    ...optional(ticker.settlement_price, () =>
      priceField(
        'Settlement',
        ticker.settlement_price,
        units.price,
        units.places,
        'Price of the last settlement, 08:00 UTC. Session profit and loss counts from it.',
      ),
    ),
    estimated === 'expired'
      ? {
          name: 'Est. delivery',
          text: 'expired',
          unit: '',
          explanation: 'It has expired: no estimate.',
        }
      : priceField(
          'Est. delivery',
          estimated,
          index.unit,
          index.places,
          'Delivery price as of now. At expiry: the index averaged over 30 minutes before 08:00 UTC.',
        ),
    ...optional(ticker.delivery_price, () =>
      priceField('Delivered at', ticker.delivery_price, index.unit, index.places, 'Delivery price at expiry.'),
    ),
    {
      name: 'Stamped',
      text: formatTimeOfDay(ticker.timestamp, true),
      unit: zoneName(ticker.timestamp),
      explanation: 'The service’s own time of this ticker.',
    },
    ...(instrument === null ? [] : [expires]),
    ...(instrument === null
      ? []
      : [
          field('Contract size', instrument.contract_size, units.amount, null, 'One contract, in the unit of amounts.'),
        ]),
  ];
}

function interestPlaces(units: Units): number {
  return units.amount === 'USD' ? 0 : 1;
}

/** A size with its unit for the head of the panel, or a dash. */
export function describeSize(amount: DecimalString | null, units: Units): string {
  return amount === null ? 'none' : `${formatDecimal(amount)} ${units.amount}`;
}
