import type { RfqBoard, RfqRow } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { isUndecided } from '../../../shared/rfq/equal.ts';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { spell, spellNumber } from '../../ui/words/spell.ts';
import { dismissToast, showToast, soundFor, toastStore } from '../toast-store.ts';

/** A request is told of this long before it runs out. */
const SOON_MS = 60_000;

/** A print that is older was told of when it came, or is no news any more. */
const NEWS_MS = 120_000;

const told = new Set<string>();

/** A live request that runs out soon. */
interface Ending {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly leftS: number;
}

/** Those that end together are told together: the first of them by name. */
const MOST_NAMED = 3;

/** Tells, once for each, of live requests that run out within a minute. `serviceNow`: the service's time, ms since the epoch. */
export function tellExpiringRfqs(board: RfqBoard, serviceNow: number): void {
  const ending = board.rows
    .flatMap((row) => readEnding(row, serviceNow))
    .toSorted((one, other) => one.leftS - other.leftS);
  const [first, ...others] = ending;
  if (first === undefined) return;
  for (const { id } of ending) told.add(id);
  soundFor('rfq');
  showToast({
    ...(others.length === 0 ? describeOne(first) : describeMany(ending)),
    tone: 'attention',
    isSticky: false,
  });
}

function readEnding({ request_id: id, rfq, label, expected }: RfqBoard['rows'][number], serviceNow: number): Ending[] {
  const isLive = rfq?.state === 'created' || rfq?.state === 'open';
  if (!isLive || rfq.expiration_timestamp === undefined || told.has(id)) return [];
  const leftMs = rfq.expiration_timestamp - serviceNow;
  if (leftMs <= 0 || leftMs > SOON_MS) return [];
  return [{ id, name: expected.name, label: showForeign(label), leftS: Math.ceil(leftMs / 1000) }];
}

function describeOne({ id, name, label, leftS }: Ending) {
  return {
    subject: `rfq ${id}`,
    title: `Runs out in ${leftS} s: ${name}`,
    detail: `The Block RFQ ${label} ends without a trade unless you deal first.`,
  };
}

function describeMany(ending: readonly Ending[]) {
  const named = ending.slice(0, MOST_NAMED).map(({ name, label, leftS }) => `${label} in ${leftS} s (${name})`);
  const more = ending.length > MOST_NAMED ? `, and ${ending.length - MOST_NAMED} more` : '';
  return {
    subject: 'rfq many ending',
    title: `${ending.length} Block RFQs run out within a minute`,
    detail: `${named.join(', ')}${more}. Each ends without a trade unless you deal first.`,
  };
}

/** Tells, once for each, of a print of a structure that this terminal has asked quotes for, whoever looks at the tape. */
export function tellPrintedRfqs(board: RfqBoard, serviceNow: number): void {
  for (const { request_id: id, label, expected, notices } of board.rows) {
    const print = notices.find(({ code }) => code === 'structure_printed')?.params;
    const key = `${id} print ${print?.['id']}`;
    if (print === undefined || told.has(key) || serviceNow - Number(print['at']) > NEWS_MS) continue;
    told.add(key);
    soundFor('rfq');
    const price = print['price'] === '' ? '' : ` at ${spellNumber(print['price'])}`;
    showToast({
      subject: `rfq ${id} print`,
      tone: 'attention',
      title: `Your structure printed: ${expected.name}`,
      detail: `${spellNumber(print['amount'])}${price}, while your request ${showForeign(label)} was open. The tape does not show whose trade it was.`,
      isSticky: false,
    });
  }
}

/** How the service calls its end is known within this time of it, where it answers. */
const END_KNOWN_MS = 15_000;

/** Requests that this window saw open, or on their way; `over`: it is told already that they ran out, or they had when it began. */
const seenOpen = new Map<string, 'alive' | 'over'>();

/** How a request ended, or that nothing tells how yet. */
interface Ended {
  readonly row: RfqRow;
  /** The service's word; null: it ran out, and the service has not said how it ended. */
  readonly state: string | null;
}

/** Tells, once for each, how requests ended that this window saw open or on their way, whoever looks at their panel. */
export function tellEndedRfqs(board: RfqBoard, serviceNow: number): void {
  const ended = board.rows.flatMap((row) => readEnded(row, serviceNow));
  if (ended.length === 0) return;
  soundFor('rfq');
  const dealt = ended.filter(({ state }) => state !== null && DEALT.has(state));
  const others = ended.filter((one) => !dealt.includes(one));
  for (const one of dealt) showToast({ ...describeEnded(one), tone: 'good', isSticky: false });
  const [first] = others;
  if (first === undefined) return;
  const text = others.length === 1 ? describeEnded(first) : describeManyEnded(others);
  showToast({ ...text, tone: 'attention', isSticky: false });
}

const DEALT: ReadonlySet<string> = new Set(['filled', 'traded']);

function readEnded(row: RfqRow, serviceNow: number): Ended[] {
  const { request_id: id, rfq } = row;
  // Whatever the list shows of it later, it may have ended unseen meanwhile.
  if (rfq === null && isUndecided(row)) seenOpen.set(id, 'alive');
  if (rfq === null) return [];
  const seen = seenOpen.get(id);
  if (rfq.state !== 'created' && rfq.state !== 'open') {
    return seenOpen.delete(id) ? [{ row, state: rfq.state }] : [];
  }
  const overMs = serviceNow - (rfq.expiration_timestamp ?? Number.POSITIVE_INFINITY);
  if (seen === undefined) seenOpen.set(id, overMs < 0 ? 'alive' : 'over');
  if (seen !== 'alive' || overMs < END_KNOWN_MS) return [];
  seenOpen.set(id, 'over');
  return [{ row, state: null }];
}

function describeEnded({ row, state }: Ended) {
  const { request_id: id, expected, label } = row;
  const name = `The Block RFQ ${showForeign(label)}`;
  const word = state === null || state === 'expired' ? 'ran out' : spell(state);
  const detail =
    state === null
      ? `${name} is past its time. The service has not shown how it ended. Check there: it may have no list.`
      : `${name} is ${spell(state)} at the service. See My requests.`;
  return {
    subject: `rfq ${id}`,
    title: `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${expected.name} ${spellNumber(expected.amount)}`,
    detail,
  };
}

function describeManyEnded(ended: readonly Ended[]) {
  const named = ended
    .slice(0, MOST_NAMED)
    .map(({ row, state }) => `${showForeign(row.label)} ${spell(state ?? 'ran out')} (${row.expected.name})`);
  const more = ended.length > MOST_NAMED ? `, and ${ended.length - MOST_NAMED} more` : '';
  return {
    subject: 'rfq many ended',
    title: `${ended.length} Block RFQs ended`,
    detail: `${named.join(', ')}${more}. See My requests.`,
  };
}

/** News of a request without an answer, which stays, gives way to what became of it. */
export function settleRfqNews(board: RfqBoard): void {
  for (const toast of toastStore.getState().toasts) {
    const row = toast.isSticky ? board.rows.find(({ request_id }) => request_id === toast.subject) : undefined;
    if (row === undefined || row.outcome === 'unknown' || row.outcome === 'sending') continue;
    const end = describeEnd(row);
    if (end === null) dismissToast(toast.id);
    else showToast({ ...end, subject: row.request_id, isSticky: false });
  }
}

/** Null where a person has said how it ended, it proved nothing new, or its end at the service is told by itself. */
function describeEnd({ outcome, expected, label, rfq }: RfqRow) {
  if (rfq !== null && rfq.state !== 'created' && rfq.state !== 'open') return null;
  const what = `${expected.name} ${spellNumber(expected.amount)}`;
  const named = `See My requests, label ${showForeign(label)}.`;
  if (outcome === 'created') return { tone: 'good', title: `Quotes requested: ${what}`, detail: named } as const;
  if (outcome === 'refused') return { tone: 'bad', title: `Rejected: ${what}`, detail: named } as const;
  return outcome === 'not_sent' ? ({ tone: 'bad', title: `Not sent: ${what}`, detail: named } as const) : null;
}
