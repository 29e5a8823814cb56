import type { AlertCondition } from '../../../shared/alerts/rule.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { MAP_FIELDS, SUMMARY_FIELDS } from '../../ui/account-meanings.ts';
import { coinOfIndex, unitText } from '../../ui/account-units.ts';
import { tellUnits, type Units } from '../../ui/units.ts';

type TickerUnit = (units: Units, coin: string) => string;

const price: TickerUnit = (units) => units.price;
const amount: TickerUnit = (units) => units.amount;
const inCoin: TickerUnit = (_, coin) => coin;
const always =
  (unit: string): TickerUnit =>
  () =>
    unit;

/** Funding and interest come as parts of one, and limits are given so. */
const PART_OF_ONE = always('(1 = 100 %)');

/** Numbers of a ticker by path, as they come. */
export const TICKER_UNITS: Readonly<Record<string, TickerUnit>> = {
  ask_iv: always('%'),
  best_ask_amount: amount,
  best_ask_price: price,
  best_bid_amount: amount,
  best_bid_price: price,
  bid_iv: always('%'),
  current_funding: PART_OF_ONE,
  delivery_price: always('USD'),
  estimated_delivery_price: always('USD'),
  funding_8h: PART_OF_ONE,
  index_price: always('USD'),
  interest_rate: PART_OF_ONE,
  interest_value: always(''),
  last_price: price,
  mark_iv: always('%'),
  mark_price: price,
  max_price: price,
  min_price: price,
  open_interest: amount,
  settlement_price: price,
  underlying_price: always('USD'),
  'greeks.delta': inCoin,
  'greeks.gamma': always('per USD'),
  'greeks.rho': always('USD / 1 %'),
  'greeks.theta': always('USD / day'),
  'greeks.vega': always('USD / pt'),
  'stats.high': price,
  'stats.low': price,
  'stats.price_change': always('%'),
  'stats.volume': inCoin,
  'stats.volume_notional': price,
  'stats.volume_usd': always('USD'),
};

/** What the figure of a condition is counted in; nothing while its instrument is not known. */
export function figureUnit(condition: AlertCondition, instrument: Instrument | null): string {
  const { source, field, divided_by } = condition;
  if (divided_by !== null) return '%';
  if (source.kind === 'ticker') {
    return TICKER_UNITS[field]?.(tellUnits(instrument), instrument?.base_currency ?? '') ?? '';
  }
  const [name = '', index] = field.split('.');
  if (index !== undefined) return unitText(MAP_FIELDS[name]?.unit ?? 'plain', coinOfIndex(index));
  const unit = SUMMARY_FIELDS[name]?.unit ?? 'plain';
  return unit === 'flag' || unit === 'text' || unit === 'identifier' || unit === 'time'
    ? ''
    : unitText(unit, source.currency);
}
