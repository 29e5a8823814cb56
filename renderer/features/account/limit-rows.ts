import { type DecimalString, decimalFromWire } from '../../../shared/decimal.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';

/** One bucket of the limits object. */
export interface LimitRow {
  /** Where it stands: `matching_engine.trading.total`. */
  readonly path: string;
  readonly label: string;
  /** What it limits, with its place on the wire. */
  readonly meaning: string;
  /** Requests a second, and at once. */
  readonly rate: DecimalString;
  readonly burst: DecimalString;
}

type Group = readonly [label: string, meaning: string];

const QUOTES: Group = ['Quotes', 'Quotes of market makers, one at a time. This terminal sends none.'];
const MASS_QUOTES: Group = ['Mass quotes', 'Quotes of market makers, many at once. This terminal sends none.'];
const GUARANTEED: Group = [
  'Guaranteed mass quotes',
  'Mass quotes that the service always takes. This terminal sends none.',
];

const ORDERS: Group = ['Orders', 'Orders, edits and cancels of all kinds together.'];

/** Groups by their place, each spelling of it. */
const GROUPS: Readonly<Record<string, Group>> = {
  matching_engine: ORDERS,
  'matching_engine.trading': ORDERS,
  non_matching_engine: ['Other calls', 'Everything but orders: prices, look-ups, account, trades.'],
  'matching_engine.trading.total': ORDERS,
  'matching_engine.spot': ['Spot orders', 'Orders of spot pairs.'],
  'matching_engine.quotes': QUOTES,
  'matching_engine.maximum_quotes': QUOTES,
  'matching_engine.max_quotes': MASS_QUOTES,
  'matching_engine.maximum_mass_quotes': MASS_QUOTES,
  'matching_engine.guaranteed_quotes': GUARANTEED,
  'matching_engine.guaranteed_mass_quotes': GUARANTEED,
  'matching_engine.cancel_all': ['Cancel all', 'Calls that cancel all orders at once.'],
  'matching_engine.block_rfq_maker': ['Block RFQ quotes', 'Quotes of makers on Block RFQs. This terminal sends none.'],
};

/** The contract names the groups, not their units. */
const UNITS = 'Requests a second, and at once. The service’s documents give no units.';

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
    if (rate !== null && burst !== null) rows.push({ path, ...describeGroup(path), rate, burst });
    else for (const [key, child] of Object.entries(value)) walk(child, path === '' ? key : `${path}.${key}`);
  };
  walk(limits, '');
  return rows;
}

/** The group's name and meaning; below a currency with that before it, and unknown groups by their own words. */
function describeGroup(path: string): Pick<LimitRow, 'label' | 'meaning'> {
  const [engine = '', currency = '', ...rest] = path.split('.');
  const known = GROUPS[path];
  const inCurrency = rest.length === 0 ? undefined : GROUPS[[engine, ...rest].join('.')];
  if (known !== undefined) return { label: known[0], meaning: `${known[1]} ${UNITS} (${path})` };
  if (inCurrency !== undefined) {
    const name = currency.toUpperCase();
    return {
      label: `${name} ${inCurrency[0].toLowerCase()}`,
      meaning: `In ${name}: ${inCurrency[1]} ${UNITS} (${path})`,
    };
  }
  const words = path.replace(/^matching_engine\./, '').replaceAll(/[._]/g, ' ');
  return { label: words, meaning: `The contract doesn’t describe this group. ${UNITS} (${path})` };
}
