import { compare, type DecimalString, isZero } from '../../../shared/decimal.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { amountUnitOfName } from '../../../shared/service/instrument-name.ts';
import { CANCELLED_WORDS, weighCancel, whoCancelled } from '../../../shared/orders/outcome/cancel-reason.ts';
import { readLastLookAt } from '../../../shared/orders/outcome/look-up-owed.ts';
import { readLostSight } from '../../../shared/orders/outcome/lost-sight.ts';
import { isResting, isWorking } from '../../../shared/orders/outcome/resting.ts';
import { assertNever } from '../../../shared/result.ts';
import { describeCancelReason, sayCancelled } from './cancel-reason-text.ts';
import { describeCancel, nameAmount } from './cancel-text.ts';
import { lookUp, showForeign } from './foreign-text.ts';
import { sayFired } from './fired-text.ts';
import { describeLink, describeLinkedState } from './linked-text.ts';
import { describeNotice, describeNotices, needsPerson } from './notice-text.ts';
import { formatElapsed, readElapsedMs } from '../words/elapsed.ts';
import { formatTimeOfDay } from '../words/format.ts';
import { describeLost } from './lost-text.ts';
import { nameLastLook } from './proof-text.ts';
import { explainRefusal } from './refusal-text.ts';
import { spell, spellNumber } from '../words/spell.ts';
import type { PillTone } from '../controls/pill.tsx';
import { formatDecimal, zoneName } from '../words/shown.ts';

/** What became of an order, for a toast or the ticket's outcome line. */
export interface OutcomeText {
  readonly tone: 'good' | 'attention' | 'bad';
  readonly title: string;
  readonly detail: string;
}

/** The price a trigger watches, in words. */
export function nameTrigger(trigger: string | undefined): string {
  const names: Readonly<Record<string, string>> = { index_price: 'the index', mark_price: 'mark', last_price: 'last' };
  return lookUp(names, trigger ?? '') ?? spell(trigger ?? '');
}

/** The type of an order as the grid shows it: `limit · implv 54`, `stop market`, `trail`. */
export function describeType(row: Pick<OrderRow, 'type' | 'advanced' | 'price'>): string {
  const type = row.type === 'trailing_stop' ? 'trail' : spell(row.type);
  return row.advanced === null || row.price === null ? type : `${type} · ${row.advanced} ${formatDecimal(row.price)}`;
}

/** What a trigger order waits for; null for orders that don't wait. */
export function describeTrigger(row: OrderRow): string | null {
  if (row.trigger === null) return null;
  const watched = nameTrigger(row.trigger);
  // A stop fires against the order's side, a take with it.
  const isRising = (row.direction === 'buy') !== row.type.startsWith('take');
  if (row.trigger_offset !== null) {
    const [turn, from] = isRising ? ['rises', 'low'] : ['falls', 'peak'];
    return `fires when ${watched} ${turn} ${formatDecimal(row.trigger_offset)} from its ${from}`;
  }
  const side = isRising ? 'rises' : 'falls';
  return row.trigger_price === null ? null : `fires when ${watched} ${side} to ${formatDecimal(row.trigger_price)}`;
}

/** Why nothing was sent, by the back end's reason. */
const NOT_SENT: Readonly<Record<string, string>> = {
  connection_refused: 'the service takes no connections',
  host_unreachable: 'the service is not reachable',
  closed: 'the connection was closed before it was sent',
  deadline: 'its deadline was past',
  bad_params: 'the order could not be written',
  no_credentials: 'this profile has no key',
  login_failed: 'the service did not accept the key',
  login_unanswered: 'the service did not answer the login',
  other_account: 'the key belongs to another account',
  account_unread: 'the key’s account is not read yet',
  withdrawn: 'trading was stopped before it was sent',
  tls_failed: 'the connection could not be secured',
};

type Refusal = NonNullable<OrderRow['refusal']>;

function describeRefusal(refusal: Refusal | null): string {
  if (refusal === null) return 'no reason given';
  return `${spell(refusal.name)}${hasReason(refusal) ? `: ${spell(refusal.reason)}` : ''}${showCode(refusal)}`;
}

function hasReason(refusal: Refusal): refusal is Refusal & { readonly reason: string } {
  return refusal.reason !== null && refusal.reason !== '';
}

function showCode({ code }: Refusal): string {
  return code === null ? '' : ` (${code})`;
}

function describeNotSent(refusal: OrderRow['refusal']): string {
  return refusal === null ? 'no reason given' : (lookUp(NOT_SENT, refusal.name) ?? describeRefusal(refusal));
}

/** The state of an order in a few words. */
export function describeState(row: OrderRow, serviceNowMs: number): { readonly tone: PillTone; readonly text: string } {
  const elapsed = formatElapsed(readElapsedMs(row, serviceNowMs));
  switch (row.outcome) {
    case 'sending':
      return { tone: 'attention', text: `sending · ${elapsed}` };
    case 'unknown':
      return needsPerson(row)
        ? { tone: 'bad', text: 'unknown · needs you' }
        : { tone: 'attention', text: `checking with the service · ${elapsed}` };
    case 'refused':
      return { tone: 'bad', text: `rejected · ${spell(row.refusal?.name ?? 'no reason given')}` };
    case 'not_sent':
      return { tone: 'bad', text: `not sent · ${describeNotSent(row.refusal)}` };
    case 'absent': {
      const lastLookAt = readLastLookAt(row);
      return lastLookAt === null
        ? { tone: 'quiet', text: 'proven absent' }
        : { tone: 'attention', text: `not found yet · last look-up ${nameLastLook(lastLookAt)}` };
    }
    case 'closed':
      return { tone: 'attention', text: 'settled by hand' };
    case 'accepted':
      return describeBooked(row);
    default:
      return assertNever(row.outcome);
  }
}

/** What a person said of an order that is closed by that, as their words: no proof. Null for any other. */
export function describeClosing({ outcome, closed }: OrderRow): string | null {
  if (outcome !== 'closed' || closed === null) return null;
  const found = closed.order_id === null ? 'not at the service' : `it is order ${showForeign(closed.order_id)}`;
  return `Settled by hand at ${formatTimeOfDay(closed.at).slice(0, 5)} ${zoneName(closed.at)} (this machine’s clock): ${found}.`;
}

/** States whose own word says too little. */
const STATE_WORDS: Readonly<Record<string, string>> = {
  untriggered: 'waits for its trigger',
  triggered: 'trigger has fired',
};

/** Words of a state that a narrow column has no room for, and those in their place. */
const SHORT_WORDS = [
  ['checking with the service', 'checking'],
  [/^not found yet · last look-up (\S+) .+$/u, 'not found · last look-up $1'],
  ['waits for its trigger', 'waiting'],
  ['trigger has fired', 'fired'],
  // Its label is as long as the trader made it; the tooltip has it.
  [/^waits for .+/u, 'waits for its order'],
  [/ · seen (.+) ago$/u, ' · $1 ago'],
] as const;

/** The text of a state as a narrow column has it. */
export function shortenState(text: string): string {
  return SHORT_WORDS.reduce((short, [words, instead]) => short.replace(words, instead), text);
}

function describeBooked(row: OrderRow): { readonly tone: PillTone; readonly text: string } {
  const linked = describeLinkedState(row);
  // Of a linked order that was never seen its own words tell.
  const lost = row.order === null && linked !== null ? null : describeLost(row);
  if (lost !== null) return { tone: readLostSight(row)?.isNeverShown === true ? 'bad' : 'attention', text: lost };
  if (linked !== null) return { tone: 'good', text: linked };
  // Its trades are of a part alone.
  if (row.order === null && isResting(row)) return { tone: 'attention', text: 'traded in part, rest not found yet' };
  if (row.order === null) return { tone: 'good', text: 'accepted' };
  const { tone, text } = describeOrderState(row.order);
  return { tone, text: sayFired(row, text) };
}

/** The state of an order at the service, in a few words. */
export function describeOrderState(order: NonNullable<OrderRow['order']>): {
  readonly tone: PillTone;
  readonly text: string;
} {
  const reason = order.cancel_reason === undefined ? '' : ` · ${describeCancelReason(order.cancel_reason)}`;
  const tones: Readonly<Record<string, PillTone>> = {
    open: 'good',
    untriggered: 'good',
    filled: 'quiet',
    rejected: 'bad',
  };
  const state = lookUp(STATE_WORDS, order.order_state) ?? spell(order.order_state);
  // One of which nothing is known here is shown as it is: it may rest.
  const otherwise = isWorking(order) ? 'attention' : 'quiet';
  return { tone: lookUp(tones, order.order_state) ?? otherwise, text: `${state}${reason}` };
}

/** The state with every notice, for a cell's value and tooltip. */
export function describeStateFully(row: OrderRow, serviceNowMs: number): string {
  const state = describeClosing(row) ?? describeState(row, serviceNowMs).text;
  const texts = [state, describeLink(row), describeCancel(row), ...describeNotices(row)];
  return texts.filter((text) => text !== null).join(' · ');
}

function readPrice({ price }: NonNullable<OrderRow['order']>): DecimalString | null {
  return price === undefined || price === null || price === 'market_price' ? null : price;
}

/** The price that was asked, beside the one that came of it. A difference in what was booked is a notice of its own. */
function describeAsked(row: OrderRow, got: DecimalString | null): string {
  if (row.price === null || row.advanced !== null || got === null) return '';
  if (compare(got, row.price) === 0) return ', as asked';
  const isTold = row.notices.some(({ code }) => code === 'price_moved' || code === 'price_changed');
  return isTold ? '' : `; asked ${formatDecimal(row.price)}`;
}

function describeFill(row: OrderRow): string {
  const { order } = row;
  const unit = amountUnitOfName(row.instrument_name);
  if (order === null) return 'The service has it.';
  const filled = order.filled_amount ?? null;
  const average = order.average_price ?? null;
  const at = average === null ? '' : ` at ${formatDecimal(average)} on average`;
  if (order.order_state === 'filled') {
    return `Filled ${formatDecimal(order.amount ?? row.amount)} ${unit}${at}${describeAsked(row, average)}.`;
  }
  const price = typeof order.price === 'string' ? spellNumber(order.price) : 'market';
  const part = filled === null || isZero(filled) ? '' : ` Filled so far: ${formatDecimal(filled)} ${unit}${at}.`;
  const trigger = describeTrigger(row);
  if (order.order_state === 'untriggered' && trigger !== null) {
    return `${trigger.charAt(0).toUpperCase()}${trigger.slice(1)}.`;
  }
  if (order.order_state === 'open') return `Open at ${price}${describeAsked(row, readPrice(order))}.${part}`;
  if (order.order_state === 'cancelled') {
    const ended = sayCancelled(order.cancel_reason);
    if (filled !== null && !isZero(filled))
      return `Filled ${formatDecimal(filled)} ${unit}${at}; the rest was ${ended}.`;
    return order.cancel_reason === undefined ? 'Nothing was filled.' : `Nothing was filled; it was ${ended}.`;
  }
  const { text } = describeOrderState(order);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.${part}`;
}

/** Such an order sells nothing more: whoever glances at it must not read that it went well. */
export function nameDeadEnd(state: string | undefined): 'Cancelled' | 'Rejected' | null {
  if (state === 'cancelled') return 'Cancelled';
  return state === 'rejected' ? 'Rejected' : null;
}

function describeWhyRefused(refusal: OrderRow['refusal']): string {
  const meaning = explainRefusal(refusal?.name ?? '');
  if (refusal === null || meaning === null) return `The service said: ${describeRefusal(refusal)}.`;
  const reason = hasReason(refusal) ? ` The service said: ${spell(refusal.reason)}.` : '';
  return `${meaning}${showCode(refusal)}.${reason}`;
}

/** What was asked for in a few words. */
export function nameAsked(row: OrderRow): string {
  return nameAmount(row, row.amount);
}

/** That an order which rested was cancelled, by whom and why. */
export function describeEnd(row: OrderRow): OutcomeText {
  const title = `${CANCELLED_WORDS[whoCancelled(row)]}: ${nameAsked(row)}`;
  const tone = weighCancel(row) === 'danger' ? 'bad' : 'attention';
  return { tone, title, detail: [describeLink(row), describeFill(row)].filter(Boolean).join(' ') };
}

/** That its trigger has fired, and what it became. */
export function describeFiring(row: OrderRow): OutcomeText {
  const ended = nameDeadEnd(row.order?.order_state);
  const title = `Trigger fired: ${nameAsked(row)}`;
  // That it was booked at another price than was asked is known since it fired alone.
  const booked = row.notices.filter(({ code }) => code === 'price_moved' || code === 'amount_differs');
  const told = [ended === null ? null : `${ended}.`, describeFill(row), ...booked.map(describeNotice)];
  const detail = told.filter((text) => text !== null).join(' ');
  return { tone: ended === null ? 'good' : ended === 'Rejected' ? 'bad' : 'attention', title, detail };
}

/** What became of an order, in words; null while it is being sent. */
export function describeOutcome(row: OrderRow): OutcomeText | null {
  const what = nameAsked(row);
  const notices = describeNotices(row).join(' ');
  switch (row.outcome) {
    case 'sending':
      return null;
    case 'accepted': {
      const ended = nameDeadEnd(row.order?.order_state);
      // A market that moved on is told of, but no reason for alarm.
      const isOtherwise = row.second_of !== undefined || row.notices.some(({ code }) => code !== 'market_moved');
      const tone = ended === 'Rejected' ? 'bad' : isOtherwise || ended !== null ? 'attention' : 'good';
      return {
        tone,
        title: `${ended ?? (row.second_of === undefined ? 'Accepted' : 'Second order')}: ${what}`,
        detail: [describeLink(row), describeFill(row), notices].filter(Boolean).join(' '),
      };
    }
    case 'refused':
      return {
        tone: 'bad',
        title: `Rejected: ${what}`,
        detail: [describeWhyRefused(row.refusal), notices].filter(Boolean).join(' '),
      };
    case 'not_sent': {
      const detail = `Nothing left the terminal: ${describeNotSent(row.refusal)}. You may send it again.`;
      return { tone: 'bad', title: `Not sent: ${what}`, detail };
    }
    case 'unknown': {
      const looking = needsPerson(row) ? '' : ' It is being looked up by label. Do not send it again.';
      const detail = `It may be at the service.${looking} ${notices}`;
      return { tone: 'attention', title: `No answer yet: ${what}`, detail: detail.trim() };
    }
    case 'absent': {
      const lastLookAt = readLastLookAt(row);
      if (lastLookAt !== null) {
        const wait = `The last look-up is at ${nameLastLook(lastLookAt)}. Wait for it before you send again.`;
        return { tone: 'attention', title: `Not found yet: ${what}`, detail: `${notices} ${wait}` };
      }
      const texts = ['The service never took it and can’t any more.', notices, 'You may send it again.'];
      const detail = texts.filter((text) => text !== '').join(' ');
      return { tone: 'attention', title: `Not at the service: ${what}`, detail };
    }
    case 'closed': {
      const detail = `${describeClosing(row) ?? ''} A later look-up overrules this.`;
      return { tone: 'attention', title: `Settled by hand: ${what}`, detail };
    }
    default:
      return assertNever(row.outcome);
  }
}
