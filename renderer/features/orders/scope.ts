import { type DecimalString } from '../../../shared/decimal.ts';
import type { Followed } from '../../../shared/ipc/follow-schema.ts';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { amountUnit } from '../../../shared/orders/facts.ts';
import { sumAmounts } from '../../grid/totals.ts';
import { MISSING } from '../../ui/format.ts';
import { type OrderView, readAmount, readFilled, readInstrumentName } from './order-view.ts';
import { formatDecimal } from '../../ui/shown.ts';

/** What the grid holds and what it can't know of, in a sentence; `placed` counts the orders of this terminal. */
export function describeScope(placed: number, followed: Followed | null): string {
  const parts = [`${placed} placed here`];
  if (followed === null) return parts.join(' · ');
  const under = followed.orders.filter(({ source }) => source === 'label').length;
  const { length } = followed.labels;
  if (length > 0) parts.push(`${under} under ${length === 1 ? '1 followed label' : `${length} followed labels`}`);
  if (followed.open_orders === 'offered') {
    parts.push(`${followed.orders.length - under} more open at the service`);
  } else if (followed.open_orders !== 'unknown') {
    const why = followed.open_orders === 'not_permitted' ? 'this key may not list' : 'the service does not list';
    parts.push(`${why} open orders: others show only by their label`);
  }
  return parts.join(' · ');
}

/** What could not be read of orders placed elsewhere; null when everything was. */
export function describeGaps(followed: Followed | null): string | null {
  if (followed === null) return null;
  const failing = followed.labels.filter(({ failure }) => failure !== null).length;
  const waiting = followed.labels.filter(({ age_ms, failure }) => age_ms === null && failure === null).length;
  const parts = [
    failing === 0 ? null : `${failing} of the followed labels could not be looked up just now`,
    waiting === 0 ? null : `${waiting} of the followed labels not yet looked up in every currency`,
    followed.open_orders_failure === null ? null : 'the open orders of the account could not be read just now',
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('; ');
}

/** Outcomes of sells of which there is no order: their amounts add nothing. */
const WITHOUT_ORDER: ReadonlySet<string> = new Set(['refused', 'not_sent', 'absent']);

function isWithoutOrder({ outcome, closed }: OrderRow): boolean {
  return WITHOUT_ORDER.has(outcome) || (outcome === 'closed' && closed?.order_id === null);
}

/** The totals row: amounts are summed only where they count the same thing, and only of what is or may be an order. */
export function sumOrders(
  views: readonly OrderView[],
  instrumentOf: (name: string) => Instrument | null,
): Readonly<Record<string, string>> {
  const summed = views.filter(({ row }) => row === null || !isWithoutOrder(row));
  const names = new Set(summed.map(readInstrumentName));
  const units = new Set([...names].map((name) => unitOf(name, instrumentOf(name))));
  const [unit = ''] = units;
  const total = (read: (view: OrderView) => DecimalString | null): string =>
    units.size === 1 ? formatDecimal(sumAmounts(summed.map(read).filter((amount) => amount !== null))) : MISSING;
  const sumOf = summed.length === views.length ? '' : `${summed.length} of them, `;
  return {
    time: views.length === 1 ? '1 order' : `${views.length} orders`,
    instrument: units.size > 1 ? 'amounts of several units' : names.size === 0 ? '' : `${sumOf}${unitText(unit)}`,
    amount: total(readAmount),
    filled: total(readFilled),
  };
}

/** What an amount counts; without metadata only amounts of the same instrument are alike. */
function unitOf(name: string, instrument: Instrument | null): string {
  return instrument === null ? `of ${name}` : amountUnit(instrument);
}

function unitText(unit: string): string {
  return unit.startsWith('of ') ? `sum ${unit}` : `sum in ${unit}`;
}
