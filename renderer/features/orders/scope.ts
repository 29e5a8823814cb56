import { add, type DecimalString, isZero, largest, subtract, ZERO } from '../../../shared/decimal.ts';
import type { Followed } from '../../../shared/ipc/schemas/follow-schema.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { amountUnit } from '../../../shared/orders/facts.ts';
import { readAllFilled } from '../../../shared/orders/outcome/filled.ts';
import { countShown, sumAmounts } from '../../grid/totals.ts';
import { isUndecided } from '../../stores/orders/orders-store.ts';
import { MISSING } from '../../ui/words/format.ts';
import { type OrderView, readFilled, readInstrumentName, readOpen, readSide } from './order-view.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

/** What the grid holds and what it can't know of, in a sentence; `placed` counts the orders of this terminal. */
export function describeScope(placed: number, followed: Followed | null): string {
  const parts = [`${placed} placed here`];
  if (followed === null) return parts.join(', ');
  const under = followed.orders.filter(({ source }) => source === 'label').length;
  const { length } = followed.labels;
  if (length > 0) parts.push(`${under} under ${length === 1 ? '1 followed label' : `${length} followed labels`}`);
  if (followed.open_orders === 'offered') {
    parts.push(`${followed.orders.length - under} elsewhere`);
  } else if (followed.open_orders !== 'unknown') {
    const who = followed.open_orders === 'not_permitted' ? 'this key' : 'the service';
    parts.push(`others by label only: ${who} lists no open orders`);
  }
  return parts.join(', ');
}

/** What could not be read of orders placed elsewhere; null when everything was. `isLost`: nobody is there who would read them. */
export function describeGaps(followed: Followed | null, isLost: boolean): string | null {
  if (followed === null) return null;
  if (isLost) return 'no back end: orders placed elsewhere stand as they were last heard of';
  const failing = followed.labels.filter(({ failure }) => failure !== null).length;
  const waiting = followed.labels.filter(({ age_ms, failure }) => age_ms === null && failure === null).length;
  const parts = [
    failing === 0 ? null : `${failing} of the followed labels can’t be looked up now`,
    waiting === 0 ? null : `${waiting} of the followed labels are not yet looked up in every currency`,
    followed.open_orders_failure === null ? null : 'the account’s open orders can’t be read now',
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('; ');
}

/**
 * The totals row: fills of one side and unit, and what is on the book by side. Amounts asked for are never summed: some
 * ended, and of two that cancel each other only one fills. `all`: how many orders there are before search and filters.
 */
export function sumOrders(
  views: readonly OrderView[],
  instrumentOf: (name: string) => Instrument | null,
  all = views.length,
): Readonly<Record<string, string>> {
  const known = new Map<string, string>();
  const unitOfView = (view: OrderView): string => {
    const name = readInstrumentName(view);
    const unit = known.get(name) ?? unitOf(name, instrumentOf(name));
    known.set(name, unit);
    return unit;
  };
  const filled = views.filter((view) => !isZero(readAll(view).amount));
  const units = new Set(filled.map(unitOfView));
  const sides = new Set(filled.map(readSide));
  // A piece that had gone out of sight may have filled more, and so may a sell that nobody has answered.
  const least = views.every((view) => readAll(view).isWhole) ? '' : '≥ ';
  const [unit = ''] = units;
  const isAlike = units.size === 1 && sides.size === 1;
  const resting = sumResting(views, unitOfView);
  return {
    time: countShown(views.length, all, 'order'),
    instrument: units.size > 1 ? 'fills of several units' : sides.size > 1 ? 'both sides filled' : nameFills(unit),
    filled: isAlike ? `${least}${formatDecimal(sumAmounts(filled.map((view) => readAll(view).amount)))}` : MISSING,
    label: resting === '' ? '' : 'on book',
    state: resting,
  };
}

/** All that is known to be filled, also by pieces before the order that is shown. */
function readAll(view: OrderView): ReturnType<typeof readAllFilled> {
  if (view.row !== null) {
    const { amount, isWhole } = readAllFilled(view.row);
    return { amount, isWhole: isWhole && !isUndecided(view.row) };
  }
  const filled = readFilled(view);
  // One that waits for its trigger need not say that it filled nothing.
  return { amount: filled ?? ZERO, isWhole: filled !== null || view.order.order_state === 'untriggered' };
}

function nameFills(unit: string): string {
  return unit === '' ? '' : `filled ${unit.startsWith('of ') ? unit : `in ${unit}`}`;
}

/** What is left of the orders on the book, as `sell 12,000 USD, buy 500 USD`; nothing where none is. */
function sumResting(views: readonly OrderView[], unitOfView: (view: OrderView) => string): string {
  const sums = new Map<string, DecimalString>();
  const pairs = new Map<string, DecimalString>();
  for (const view of views) {
    const left = isOnBook(view) ? readOpen(view) : null;
    if (left === null) continue;
    const kind = `${readSide(view)} ${unitOfView(view)}`;
    // Of two that cancel each other the larger counts.
    const pair = view.order?.oco_ref === undefined ? null : `${view.order.oco_ref} ${kind}`;
    const counted = pair === null ? ZERO : (pairs.get(pair) ?? ZERO);
    const counts = largest(left, counted);
    if (pair !== null) pairs.set(pair, counts);
    sums.set(kind, add(sums.get(kind) ?? ZERO, subtract(counts, counted)));
  }
  const parts = [...sums].map(([kind, sum]) => {
    const [side = '', ...unit] = kind.split(' ');
    return `${side} ${formatDecimal(sum)} ${unit.join(' ')}`;
  });
  return parts.join(', ');
}

function isOnBook(view: OrderView): boolean {
  const { order } = view;
  return order?.order_state === 'open' && (view.source === 'placed' || view.lastSeenAt === null);
}

/** What an amount counts; without metadata, its own instrument. */
function unitOf(name: string, instrument: Instrument | null): string {
  return instrument === null ? `of ${name}` : amountUnit(instrument);
}
