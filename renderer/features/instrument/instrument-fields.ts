import { findUnknownTerm, type UnknownTerm } from '../../../shared/service/unknown-terms.ts';
import { compare, type DecimalString, isPositive, multiply } from '../../../shared/decimal.ts';
import { amountStep, indexUnit, isInverse } from '../../../shared/orders/facts.ts';
import { type Instrument, instrumentSchema, NO_EXPIRY_MS, tickStepSchema } from '../../../shared/service/instrument.ts';
import type { FieldGroup, FieldText } from '../../ui/controls/field-groups.tsx';
import { field, listOther, optional } from '../../ui/words/field-text.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { formatDate, formatFixed, formatInstant, MISSING } from '../../ui/words/format.ts';
import { tellUnits, type Units } from '../../ui/words/units.ts';
import { formatDecimal, zoneName } from '../../ui/words/shown.ts';

const HUNDRED = '100' as DecimalString;

/** Text of a name or flag, as a named value. */
function word(name: string, value: string | number | boolean | undefined, explanation?: string): FieldText {
  const text =
    value === undefined || value === ''
      ? MISSING
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : showForeign(String(value));
  return { name, text, unit: '', ...(explanation === undefined ? {} : { explanation }) };
}

/** Every field of an instrument but its name and its tick table, by subject; unknown ones come last, as the service sent them. */
export function describeInstrument(instrument: Instrument): FieldGroup[] {
  const units = tellUnits(instrument);
  const groups: FieldGroup[] = [
    { name: 'Contract', fields: describeContract(instrument) },
    { name: 'Sizes', fields: describeSizes(instrument, units) },
    { name: 'Fees', fields: describeFees(instrument) },
    { name: 'Block trades', fields: describeBlock(instrument, units) },
    { name: 'Life', fields: describeLife(instrument) },
  ];
  const other = [
    ...listOther(instrument, instrumentSchema.shape, ''),
    ...(instrument.tick_size_steps ?? []).flatMap((step, index) =>
      listOther(step, tickStepSchema.shape, `tick_size_steps[${index}].`),
    ),
  ];
  if (other.length > 0) groups.push({ name: 'Other fields', fields: other });
  return groups;
}

/** A term of the contract; one that this terminal doesn't know says so. */
function tellTerm(instrument: Instrument, term: UnknownTerm['field'], text: string | undefined): string | undefined {
  return findUnknownTerm(instrument)?.field === term ? `${text ?? ''} (not known here)`.trim() : text;
}

function describeContract(instrument: Instrument): FieldText[] {
  const { strike, option_type, future_type, underlying_type, product_group, rfq } = instrument;
  return [
    word(
      'Kind',
      tellTerm(instrument, 'kind', instrument.kind.replaceAll('_', ' ')),
      'Future or perpetual, option, spot pair, or combo.',
    ),
    ...optional(strike, () =>
      field('Strike', strike, indexUnit(instrument), null, 'Price the option may be exercised at.'),
    ),
    ...optional(option_type, () =>
      word(
        'Option type',
        tellTerm(instrument, 'option_type', option_type),
        'A call gains as the price rises, a put as it falls.',
      ),
    ),
    word('Base', instrument.base_currency, 'What is traded.'),
    word('Quote', instrument.quote_currency, 'Currency of the price. An inverse option is priced in its coin.'),
    word('Counter', instrument.counter_currency, 'What the base is exchanged for.'),
    ...optional(instrument.settlement_currency, () =>
      word('Settles in', instrument.settlement_currency, 'Profit, loss and fees are in it.'),
    ),
    ...optional(instrument.settlement_period, () =>
      word('Settles each', instrument.settlement_period, 'How often such instruments expire. Perpetuals never do.'),
    ),
    word('Index', instrument.price_index, 'The price index it follows.'),
    word(
      'Type',
      tellTerm(instrument, 'instrument_type', instrument.instrument_type),
      'Reversed (inverse): profit in the coin. Linear: profit in the counter currency.',
    ),
    ...optional(future_type, () =>
      word('Future type', future_type, 'Deprecated by the service: the type replaces it.'),
    ),
    ...optional(underlying_type, () => word('Underlying', underlying_type, 'What sort of asset the base is.')),
    ...optional(product_group, () => word('Product group', product_group, 'The service’s group for it.')),
    ...optional(rfq, () => word('Block RFQ', rfq, 'Whether quotes may be requested for it.')),
    ...optional(instrument.instrument_id, () => word('Id', instrument.instrument_id, 'The service’s number of it.')),
  ];
}

/** A size or tick; none of what is listed and not open yet, where the service sends 0. */
function whereSet(size: DecimalString): DecimalString | null {
  return isPositive(size) ? size : null;
}

function describeSizes(instrument: Instrument, units: Units): FieldText[] {
  const { lot_size, max_leverage, max_non_default_leverage } = instrument;
  return [
    field('Contract', whereSet(instrument.contract_size), units.amount, null, 'One contract, in the unit of amounts.'),
    field('Minimum', whereSet(instrument.min_trade_amount), units.amount, null, 'Smallest amount of an order.'),
    field(
      'Step',
      whereSet(amountStep(instrument)),
      units.amount,
      null,
      'Amounts are multiples of it: contract or minimum, whichever is finer.',
    ),
    ...optional(lot_size, () => field('Lot', lot_size, units.amount, null, 'Lot size, as the service sends it.')),
    ...optional(max_leverage, () =>
      field('Leverage', max_leverage, '×', null, 'Largest position per money behind it.'),
    ),
    ...optional(max_non_default_leverage, () =>
      field(
        'Other leverage',
        max_non_default_leverage,
        '×',
        null,
        'Largest an account may set instead of the default.',
      ),
    ),
  ];
}

/** A commission as percent; negative: a rebate. */
function rate(name: string, value: DecimalString | undefined, explanation: string): FieldText {
  return field(name, value === undefined ? undefined : multiply(value, HUNDRED), '%', null, explanation);
}

function describeFees(instrument: Instrument): FieldText[] {
  const { max_liquidation_commission } = instrument;
  const base = describeFeeBase(instrument);
  return [
    rate('Maker', instrument.maker_commission, `For an order that rested. ${base}`),
    rate('Taker', instrument.taker_commission, `For an order that trades at once. ${base}`),
    rate('Block', instrument.block_trade_commission, `For block trades and Block RFQs. ${base}`),
    ...optional(max_liquidation_commission, () =>
      rate('Liquidation', max_liquidation_commission, 'The most that a liquidation is charged.'),
    ),
  ];
}

/** What a commission is a part of (facts, "Fees"). */
function describeFeeBase(instrument: Instrument): string {
  if (instrument.kind === 'option') {
    const of = isInverse(instrument) ? 'of one coin for each option' : 'of the index for each option';
    return `A part ${of}, at most 12.5 % of the option’s price. Discounts come off.`;
  }
  if (instrument.kind.endsWith('combo')) return 'Combos are charged on their legs.';
  return 'A part of the traded value. Negative: paid to you. Discounts come off.';
}

function describeBlock(instrument: Instrument, units: Units): FieldText[] {
  return [
    field(
      'Minimum',
      instrument.block_trade_min_trade_amount,
      units.amount,
      null,
      'Smallest amount of a leg of a block trade or Block RFQ.',
    ),
    field(
      'Tick',
      instrument.block_trade_tick_size,
      units.price,
      null,
      'Leg prices of a block trade are multiples of it.',
    ),
  ];
}

function describeLife(instrument: Instrument): FieldText[] {
  const { expiration_timestamp: expiry } = instrument;
  const [expires, zone] =
    expiry === undefined
      ? [MISSING, '']
      : expiry >= NO_EXPIRY_MS
        ? ['never', '']
        : [formatDate(expiry), zoneName(expiry)];
  return [
    {
      name: 'Listed',
      text: formatInstant(instrument.creation_timestamp).slice(0, 19),
      unit: zoneName(instrument.creation_timestamp),
      explanation: 'When the instrument was made.',
    },
    {
      name: 'Expires',
      text: expires,
      unit: zone,
      explanation: 'Time of delivery. Perpetuals and spot pairs have none.',
    },
    word('Tradable', instrument.is_active, 'Whether the service calls it active.'),
    word('Book', instrument.state, 'State of the book when read. The ticker’s is newer.'),
  ];
}

/** One line of the tick table. */
export interface TickLine {
  readonly range: string;
  readonly tick: string;
}

/** The tick in force by price (facts, section 8): the base tick, and from each step on another one. */
export function describeTicks(instrument: Instrument): TickLine[] {
  const steps = (instrument.tick_size_steps ?? []).toSorted((a, b) => compare(a.above_price, b.above_price));
  const bounds: (DecimalString | null)[] = [null, ...steps.map(({ above_price }) => above_price)];
  const ticks = [instrument.tick_size, ...steps.map(({ tick_size }) => tick_size)];
  return ticks.map((tick, index) => {
    const from = bounds[index] ?? null;
    const to = bounds[index + 1] ?? null;
    return { range: describeRange(from, to), tick: formatFixed(whereSet(tick), null) };
  });
}

function describeRange(from: DecimalString | null, to: DecimalString | null): string {
  if (from === null) return to === null ? 'every price' : `up to ${formatDecimal(to)}`;
  return to === null ? `above ${formatDecimal(from)}` : `above ${formatDecimal(from)}, up to ${formatDecimal(to)}`;
}
