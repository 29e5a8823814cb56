import { MAP_FIELDS, SUMMARY_FIELDS } from '../account/field-meanings.ts';
import { coinOfIndex, unitText } from '../account/units.ts';
import { amountUnit, indexUnit, priceUnit } from '../orders/facts.ts';
import type { Instrument } from '../service/instrument.ts';
import type { AlertCondition } from './rule.ts';

type TickerUnit = (instrument: Instrument) => string;

const inCoin: TickerUnit = ({ base_currency }) => base_currency;
const always =
  (unit: string): TickerUnit =>
  () =>
    unit;

/** Funding and interest come as parts of one, and limits are given so. */
const PART_OF_ONE = always('(1 = 100 %)');

/** Numbers of a ticker by path, as they come. */
export const TICKER_UNITS: Readonly<Record<string, TickerUnit>> = {
  ask_iv: always('%'),
  best_ask_amount: amountUnit,
  best_ask_price: priceUnit,
  best_bid_amount: amountUnit,
  best_bid_price: priceUnit,
  bid_iv: always('%'),
  current_funding: PART_OF_ONE,
  delivery_price: indexUnit,
  estimated_delivery_price: indexUnit,
  funding_8h: PART_OF_ONE,
  index_price: indexUnit,
  interest_rate: PART_OF_ONE,
  interest_value: always(''),
  last_price: priceUnit,
  mark_iv: always('%'),
  mark_price: priceUnit,
  max_price: priceUnit,
  min_price: priceUnit,
  open_interest: amountUnit,
  settlement_price: priceUnit,
  underlying_price: indexUnit,
  'greeks.delta': inCoin,
  'greeks.gamma': always('per USD'),
  'greeks.rho': always('USD / 1 %'),
  'greeks.theta': always('USD / day'),
  'greeks.vega': always('USD / pt'),
  'stats.high': priceUnit,
  'stats.low': priceUnit,
  'stats.price_change': always('%'),
  'stats.volume': inCoin,
  'stats.volume_notional': priceUnit,
  'stats.volume_usd': always('USD'),
};

/** Unit of a condition's figure; undefined while the instrument is unknown. */
export function figureUnit(condition: AlertCondition, instrument: Instrument | null): string {
  const { source, field, divided_by } = condition;
  if (divided_by !== null) return '%';
  if (source.kind === 'ticker') {
    return instrument === null ? '' : (TICKER_UNITS[field]?.(instrument) ?? '');
  }
  const [name = '', index] = field.split('.');
  if (index !== undefined) return unitText(MAP_FIELDS[name]?.unit ?? 'plain', coinOfIndex(index));
  const unit = SUMMARY_FIELDS[name]?.unit ?? 'plain';
  return unit === 'flag' || unit === 'text' || unit === 'identifier' || unit === 'time'
    ? ''
    : unitText(unit, source.currency);
}
