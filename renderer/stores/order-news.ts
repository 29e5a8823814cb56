import { compare, type DecimalString } from '../../shared/decimal.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { SoundName } from '../../shared/ipc/preferences-schema.ts';
import { showForeign } from '../ui/foreign-text.ts';
import { hasFired } from '../ui/fired-text.ts';
import { describeFiring, describeOutcome, nameDeadEnd } from '../ui/order-text.ts';
import { ordersStore } from './orders-store.ts';
import { showMerged, showToast, soundFor, type Toast } from './toast-store.ts';
import { formatDecimal } from '../ui/shown.ts';

/** Outcomes that come in bursts when something is wrong, and what several of them are called. */
const BURSTS: Partial<Record<OrderRow['outcome'], string>> = {
  refused: 'orders were refused',
  not_sent: 'orders were not sent',
  unknown: 'orders have no answer yet',
};
/** From the fourth within ten seconds of each other they are told as one. */
const BURST = { from: 4, withinMs: 10_000 };
/** Fills of one order within a minute of each other are told as one. */
const FILLS = { from: 1, withinMs: 60_000 };

/** Tells what became of an order when its outcome changes, and of its later fills. A list read anew is no news. */
export function tellOrderNews(rows: readonly OrderRow[]): void {
  const { entries } = ordersStore.getState();
  for (const row of rows) {
    const before = entries.get(row.intent_id)?.row ?? null;
    if (before?.outcome !== row.outcome) tellOutcome(row);
    else if (hasFired(row) && !hasFired(before)) tellFiring(row);
    else if (isRejected(row) && !isRejected(before)) tellOutcome(row);
    else if (hasFilledMore(before, row)) tellFill(row);
  }
}

function tellOutcome(row: OrderRow): void {
  // That a sell was accepted says it of the orders linked to it, too.
  if (row.child_of !== null && !isRejected(row)) return;
  const text = describeOutcome(row);
  if (text === null) return;
  const toast = { ...text, subject: row.intent_id, isSticky: row.outcome === 'unknown' };
  const burst = BURSTS[row.outcome];
  soundFor(nameSound(row, text.tone));
  if (burst === undefined) return showToast(toast);
  return showMerged(toast, {
    ...BURST,
    subject: `many ${row.outcome}`,
    tell: (count) => ({
      tone: text.tone,
      title: `${count} ${burst}`,
      detail: `The last: ${text.title}. Orders has them all.`,
      isSticky: toast.isSticky,
    }),
  });
}

/** Also the first fills come with it. */
function tellFiring(row: OrderRow): void {
  const text = describeFiring(row);
  soundFor(nameSound(row, text.tone));
  showToast({ ...text, subject: `fired ${row.intent_id}`, isSticky: false });
}

/** Whether the service has rejected what it had taken, as it does with one whose trigger fires in vain. */
function isRejected({ order }: OrderRow): boolean {
  return order?.order_state === 'rejected';
}

function nameSound(row: OrderRow, tone: Toast['tone']): SoundName {
  if (row.outcome === 'unknown') return 'unknown';
  if (tone === 'bad' || nameDeadEnd(row.order?.order_state) !== null) return 'refused';
  return row.outcome === 'accepted' && hasFilledMore(null, row) ? 'fill' : 'accepted';
}

function readFilled({ order }: OrderRow): DecimalString | null {
  return order?.filled_amount ?? null;
}

function hasFilledMore(before: OrderRow | null, row: OrderRow): boolean {
  const [was, is] = [before === null ? null : readFilled(before), readFilled(row)];
  return is !== null && compare(is, was ?? ('0' as DecimalString)) > 0;
}

/** As many as were seen: two between two looks at the service are seen as one. */
function tellFill(row: OrderRow): void {
  const { order, label, amount, instrument_name: instrument } = row;
  const average = order?.average_price ?? null;
  const at = average === null ? '' : ` at ${formatDecimal(average)} on average`;
  const filled = readFilled(row) ?? ('0' as DecimalString);
  const toast = {
    tone: 'good',
    detail: `${formatDecimal(filled)} of ${formatDecimal(amount)} ${instrument} are filled${at}.`,
    isSticky: false,
  } as const;
  const name = showForeign(label);
  const tell = (count: number) => ({ ...toast, title: count === 1 ? `Fill of ${name}` : `${count} fills of ${name}` });
  const subject = `fills ${row.intent_id}`;
  soundFor('fill');
  showMerged({ ...tell(1), subject }, { ...FILLS, subject, tell });
}
