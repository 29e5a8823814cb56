import type { DecimalString } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { isWorking } from '../../../shared/orders/resting.ts';
import { readBookedPrice } from '../../ui/booked-price.ts';
import { lookUp, showForeign } from '../../ui/foreign-text.ts';
import { MISSING } from '../../ui/format.ts';
import { spell, spellNumber } from '../../ui/spell.ts';

/** One field of a forecast beside what came of it. */
export interface ForecastLine {
  readonly name: string;
  readonly forecast: string;
  readonly fact: string;
  /** `missed`: the forecast should have known. `moved`: it was an estimate, and the market went on. */
  readonly verdict: 'as forecast' | 'missed' | 'moved' | 'not known yet';
}

const NAMES: Readonly<Record<string, string>> = {
  behaviour: 'What it does',
  state: 'State after it',
  trade_price: 'Least price of a trade',
  filled_amount: 'Filled at once',
  average_price: 'Average price',
  fee: 'Fee of what filled at once',
  liquidity: 'Fills as',
  display_amount: 'Visible part',
  advanced: 'Priced by',
  advanced_price: 'Price asked',
  children: 'Linked orders',
};

/** What the forecast said field by field, with what the service then did; fields that differ come with their notice. */
export function listForecast(row: OrderRow): ForecastLine[] {
  const { expected, order } = row;
  if (expected === null) return [];
  const differing = row.notices
    .filter(({ code }) => code === 'forecast_missed' || code === 'market_moved')
    .map(({ code, params }) => {
      const { field = 'behaviour', expected: forecast = '', actual = '' } = params;
      return {
        field,
        forecast,
        actual,
        verdict: code === 'forecast_missed' ? ('missed' as const) : ('moved' as const),
      };
    });
  // What it was changed to since is no fact of the forecast.
  const isChanged = row.notices.some(({ code }) => code === 'price_changed');
  // What its partner was to end, or may end, stands as it would alone until that went to work.
  const hangs = expected.hangs_on_partner && expected.behaviour !== 'trades';
  const isOpenYet = order === null || (hangs && isWorking(order));
  const known: { field: string; forecast: DecimalString | string | null; fact: DecimalString | string | null }[] = [
    { field: 'behaviour', forecast: expected.behaviour, fact: isOpenYet ? null : order.order_state },
    { field: 'price', forecast: expected.price, fact: order === null ? null : readBookedPrice(row) },
    { field: 'filled_amount', forecast: expected.fill?.amount ?? null, fact: order?.filled_amount ?? null },
    { field: 'average_price', forecast: expected.fill?.price ?? null, fact: order?.average_price ?? null },
  ];
  const agreed = known
    .filter(({ field, forecast }) => forecast !== null && !differing.some((other) => other.field === field))
    .filter(({ field }) => field !== 'price' || !isChanged)
    .map(({ field, forecast, fact }) => ({
      name: nameField(field),
      forecast: write(forecast),
      fact: write(fact),
      verdict: fact === null ? ('not known yet' as const) : ('as forecast' as const),
    }));
  return [
    ...differing.map(({ field, forecast, actual, verdict }) => ({
      name: nameField(field),
      forecast: write(forecast),
      fact: write(actual),
      verdict,
    })),
    ...agreed,
  ];
}

function nameField(field: string): string {
  const name = lookUp(NAMES, field) ?? spell(field);
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** Each word by itself: a fee is a number and its currency. */
function write(value: string | null): string {
  if (value === null) return MISSING;
  return showForeign(
    value
      .split(' ')
      .map((word) => spell(spellNumber(word)))
      .join(' '),
  );
}
