import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { SoundName } from '../../../shared/ipc/schemas/preferences-schema.ts';
import { isCancelNews, weighCancel } from '../../../shared/orders/outcome/cancel-reason.ts';
import { hasFilledMore, readFills } from '../../../shared/orders/outcome/filled.ts';
import { readLastLookAt } from '../../../shared/orders/outcome/look-up-owed.ts';
import { readLostParams, readLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import { isResting } from '../../../shared/orders/outcome/resting.ts';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { hasFired } from '../../ui/order-words/fired-text.ts';
import { describeLost, describeLostSight } from '../../ui/order-words/lost-text.ts';
import { describeNotice } from '../../ui/order-words/notice-text.ts';
import {
  describeEnd,
  describeFiring,
  describeOutcome,
  nameAsked,
  nameDeadEnd,
} from '../../ui/order-words/order-text.ts';
import { type OrdersState, ordersStore } from './orders-store.ts';
import { dismissToast, retellToast, showMerged, showToast, soundFor, type Toast, toastStore } from '../toast-store.ts';
import { formatDecimal } from '../../ui/words/shown.ts';
import { isToldByTicket } from '../told-store.ts';

/** Outcomes that come in bursts when something is wrong, and what so many of them are called. */
const BURSTS: Partial<Record<OrderRow['outcome'], (count: number) => string>> = {
  refused: (count) => `${count} orders were rejected`,
  not_sent: (count) => `${count} orders were not sent`,
  unknown: (count) => (count === 1 ? '1 order has no answer yet' : `${count} orders have no answer yet`),
};
/** From the fourth within ten seconds they are one toast. */
const BURST = { from: 4, withinMs: 10_000 };
const CHANGES: readonly OrderRow['notices'][number]['code'][] = ['price_changed', 'amount_changed'];
/** Fills of one order within a minute of each other are told as one. */
const FILLS = { from: 1, withinMs: 60_000 };

/** Tells what became of an order when its outcome changes, and of its later fills. A list read anew is no news. */
export function tellOrderNews(rows: readonly OrderRow[]): void {
  const { entries } = ordersStore.getState();
  for (const row of rows) {
    const before = entries.get(row.intent_id)?.row ?? null;
    if (before?.outcome !== row.outcome || isLastLookDone(before, row)) tellOutcome(row);
    else if (hasFired(row) && !hasFired(before)) tellFiring(row);
    else if (isRejected(row) && !isRejected(before)) tellOutcome(row);
    else if (isLost(row) && !isLost(before)) tellLost(row);
    else if (isLost(before) && isResting(row)) tellFoundAgain(row);
    else if (isCancelNews(before, row)) tellEnd(row);
    else if (hasFilledMore(before, row)) tellFill(row);
    if (before?.outcome === row.outcome) tellChanges(before, row);
  }
}

/** It was called absent, and is there: who has sent it again has to see that. */
function isAbsenceOverruled({ notices }: OrderRow): boolean {
  return notices.some(({ code }) => code === 'absence_overruled');
}

/** What was not found yet is proven absent. */
function isLastLookDone(before: OrderRow, row: OrderRow): boolean {
  return row.outcome === 'absent' && readLastLookAt(before) !== null && readLastLookAt(row) === null;
}

function tellOutcome(row: OrderRow): void {
  // That a sell was accepted says it of the orders linked to it, too.
  if (row.child_of !== null && !isRejected(row)) return;
  const text = describeOutcome(row);
  if (text === null) return;
  const isSticky = row.outcome === 'unknown' || isAbsenceOverruled(row);
  const toast = { ...text, subject: row.intent_id, isSticky, ...asTold(row) };
  const burst = BURSTS[row.outcome];
  soundFor(nameSound(row, text.tone));
  if (burst === undefined) return showToast(toast);
  return showMerged(toast, {
    ...BURST,
    subject: nameBurst(row.outcome),
    tell: (count) => ({
      tone: text.tone,
      title: burst(count),
      detail: nameLast(text.title),
      isSticky: toast.isSticky,
      ...asTold(row),
    }),
  });
}

/** The ticket says it before its trader's eyes; what has no answer, or had been called absent, is told everywhere. */
function asTold(row: OrderRow): { readonly isListedOnly?: true } {
  const isGrave = row.outcome === 'unknown' || isAbsenceOverruled(row);
  return !isGrave && isToldByTicket(row.intent_id) ? { isListedOnly: true } : {};
}

function nameBurst(outcome: OrderRow['outcome']): string {
  return `many ${outcome}`;
}

/**
 * Keeps the news of orders without an answer, which stays, in step with them: it says what is known of them now, and
 * goes once that is decided. Gives back the function that stops it.
 */
export function followUndecided(): () => void {
  return ordersStore.subscribe(({ entries }) => {
    for (const toast of toastStore.getState().toasts) {
      if (!toast.isSticky) continue;
      const row = entries.get(toast.subject)?.row;
      if (row !== undefined && isAbsenceOverruled(row)) continue;
      if (row !== undefined) adjust(toast, row.outcome === 'unknown' ? describeOutcome(row) : null);
      else if (toast.subject === nameBurst('unknown')) adjust(toast, recount(toast, entries));
    }
  });
}

/** How many have no answer now; named is the newest of them, never one that was decided since. */
function recount(toast: Toast, entries: OrdersState['entries']): Pick<Toast, 'title' | 'detail'> | null {
  const open = [...entries.values()].map(({ row }) => row).filter(({ outcome }) => outcome === 'unknown');
  const told = toast.of?.findLast((id) => open.some(({ intent_id }) => intent_id === id));
  const last = open.find(({ intent_id }) => intent_id === told) ?? open.at(-1);
  if (last === undefined) return null;
  return { title: BURSTS.unknown?.(open.length) ?? '', detail: nameLast(describeOutcome(last)?.title ?? '') };
}

function nameLast(title: string): string {
  return `The last: ${title}. See Orders.`;
}

function adjust(toast: Toast, text: Pick<Toast, 'title' | 'detail'> | null): void {
  if (text === null) dismissToast(toast.id);
  else if (text.title !== toast.title || text.detail !== toast.detail) {
    retellToast(toast.id, { title: text.title, detail: text.detail });
  }
}

/** Also the first fills come with it. */
function tellFiring(row: OrderRow): void {
  const text = describeFiring(row);
  soundFor(nameSound(row, text.tone));
  showToast({ ...text, subject: `fired ${row.intent_id}`, isSticky: false });
}

/** That it was cancelled, and not from here: with what it had filled. */
function tellEnd(row: OrderRow): void {
  const text = describeEnd(row);
  const weight = weighCancel(row);
  const toast = { ...text, subject: `ended ${row.intent_id}`, isSticky: weight !== 'usual' };
  // What comes as somebody had it is no alarm.
  if (weight !== 'usual') soundFor(nameSound(row, text.tone));
  showMerged(toast, {
    ...BURST,
    subject: `many ended ${weight}`,
    tell: (count) => ({
      tone: text.tone,
      title: `${count} orders were cancelled`,
      detail: `The last: ${text.title}. ${text.detail} See Orders.`,
      isSticky: toast.isSticky,
    }),
  });
}

/**
 * That it is over, and the service has forgotten how: what its trades tell, or that they have to be looked at. Or that
 * nobody knows what became of it, and somebody has to look.
 */
function tellLost(row: OrderRow): void {
  const { params = {} } = row.notices.find(({ code }) => code === 'no_longer_known') ?? {};
  const { traded, isNeverShown } = readLostParams(params);
  const title = `${describeLost(row) ?? 'over'}: ${nameAsked(row)}`;
  const text = { title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`, detail: describeLostSight(params) };
  const toast = { tone: isNeverShown ? 'bad' : 'attention', isSticky: isNeverShown || traded === undefined } as const;
  soundFor(nameSound(row, toast.tone));
  showMerged(
    { ...toast, ...text, subject: nameLostNews(row) },
    {
      ...BURST,
      subject: isNeverShown ? 'many not known' : 'many over',
      tell: (count) => ({
        ...toast,
        title: isNeverShown
          ? `${count} orders are no longer known and may rest`
          : `${count} orders ended, and the service has forgotten how`,
        detail: nameLast(text.title),
      }),
    },
  );
}

/** That it rests, after all: in the place of what was said before. */
function tellFoundAgain(row: OrderRow): void {
  const said = 'The service shows it again. It rests and can be cancelled.';
  soundFor('unknown');
  showToast({
    subject: nameLostNews(row),
    tone: 'attention',
    title: `Found again: ${nameAsked(row)}`,
    detail: said,
    isSticky: true,
  });
}

function nameLostNews({ intent_id: id }: OrderRow): string {
  return `over ${id}`;
}

function isLost(row: OrderRow | null): row is OrderRow {
  return row !== null && readLostSight(row) !== null;
}

/** That its price or amount was changed. What a linked order's fill has cut off is told with that fill. */
function tellChanges(before: OrderRow, row: OrderRow): void {
  const known = new Set(before.notices.map((notice) => JSON.stringify(notice)));
  const found = row.notices.filter((notice) => CHANGES.includes(notice.code) && !known.has(JSON.stringify(notice)));
  const told = found.filter(({ params }) => params['by'] === undefined).map(describeNotice);
  if (told.length === 0) return;
  const title = `Changed: ${nameAsked(row)}`;
  showToast({ subject: `changed ${row.intent_id}`, tone: 'attention', title, detail: told.join(' '), isSticky: false });
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

/** As many as were seen: two between two looks at the service are seen as one. */
function tellFill(row: OrderRow): void {
  const { order, label, direction, instrument_name: instrument } = row;
  const { amount, of, isInPieces } = readFills(row);
  const average = order?.average_price ?? null;
  const at = average === null ? '' : ` at ${formatDecimal(average)} on average`;
  const how = isInPieces ? ` in pieces${at === '' ? '' : `, the last${at}`}` : at;
  const side = direction === 'buy' ? 'Bought' : 'Sold';
  const toast = {
    tone: 'good',
    detail: `${side} ${formatDecimal(amount)} of ${formatDecimal(of)} ${amountUnitOfName(instrument)} of ${instrument}${how}.`,
    isSticky: false,
    ...asTold(row),
  } as const;
  const name = showForeign(label);
  const tell = (count: number) => ({ ...toast, title: count === 1 ? `Fill of ${name}` : `${count} fills of ${name}` });
  const subject = `fills ${row.intent_id}`;
  soundFor('fill');
  showMerged({ ...tell(1), subject }, { ...FILLS, subject, tell });
}
