import { type DecimalString, decimalFromWire } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';

/** One bucket of the limits object. */
export interface LimitRow {
  /** Where it stands: `matching_engine.trading.total`. */
  readonly path: string;
  readonly label: string;
  /** Requests a second, and at once. */
  readonly rate: DecimalString;
  readonly burst: DecimalString;
}

const LABELS: Readonly<Record<string, string>> = {
  non_matching_engine: 'Other calls',
  'matching_engine.trading.total': 'Orders',
  'matching_engine.spot': 'Spot orders',
  'matching_engine.quotes': 'Quotes',
  'matching_engine.maximum_quotes': 'Quotes',
  'matching_engine.max_quotes': 'Mass quotes',
  'matching_engine.maximum_mass_quotes': 'Mass quotes',
  'matching_engine.guaranteed_quotes': 'Guaranteed mass quotes',
  'matching_engine.guaranteed_mass_quotes': 'Guaranteed mass quotes',
  'matching_engine.cancel_all': 'Cancel all',
  'matching_engine.block_rfq_maker': 'Block RFQ quotes',
};

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every bucket of the limits, whatever its spelling and however deep below a currency it stands. */
export function listLimits(limits: CurrencySummary['limits']): LimitRow[] {
  const rows: LimitRow[] = [];
  const walk = (value: unknown, path: string): void => {
    if (!isObject(value)) return;
    const [rate, burst] = [decimalFromWire(value['rate']), decimalFromWire(value['burst'])];
    if (rate !== null && burst !== null) rows.push({ path, label: labelOf(path), rate, burst });
    else for (const [key, child] of Object.entries(value)) walk(child, path === '' ? key : `${path}.${key}`);
  };
  walk(limits, '');
  return rows;
}

/** The group's name; below a currency with that before it, and unknown groups by their own words. */
function labelOf(path: string): string {
  const known = LABELS[path];
  if (known !== undefined) return known;
  const [engine = '', currency = '', ...rest] = path.split('.');
  const inCurrency = LABELS[[engine, ...rest].join('.')];
  if (rest.length > 0 && inCurrency !== undefined) return `${currency.toUpperCase()} ${inCurrency.toLowerCase()}`;
  return path.replace(/^matching_engine\./, '').replaceAll(/[._]/g, ' ');
}
