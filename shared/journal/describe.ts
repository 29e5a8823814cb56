import { formatDecimal, isZero, parseDecimal } from '../decimal.ts';
import type { JournalEntry, JournalField, JournalFields, JournalKind } from '../ipc/schemas/journal-schema.ts';
import { amountUnitOfName, kindOfName, priceUnitOfName } from '../service/instrument-name.ts';

type Read = (name: JournalField) => string;

/** The kinds as a trader filters them. */
export const JOURNAL_GROUPS: readonly { readonly name: string; readonly kinds: readonly JournalKind[] }[] = [
  { name: 'Orders', kinds: ['intent', 'sell_stopped', 'outcome', 'statement'] },
  { name: 'Amends, cancels, plans', kinds: ['amend', 'cancel', 'account_cancelled', 'plan'] },
  { name: 'Locks', kinds: ['trading_stopped', 'trading_allowed', 'instrument_locked', 'instrument_unlocked'] },
  { name: 'Settings', kinds: ['ladder', 'guards', 'presets', 'setting'] },
  {
    name: 'Session',
    kinds: ['profile_opened', 'profile_closed', 'profile_changed', 'login', 'login_refused', 'connection', 'breaker'],
  },
  { name: 'Faults', kinds: ['file_set_aside', 'cut_found', 'cut_confirmed', 'error'] },
];

const NAMES: Record<JournalKind, string> = {
  intent: 'Order',
  sell_stopped: 'Order stopped',
  outcome: 'Outcome',
  statement: 'Settled by hand',
  amend: 'Amend',
  plan: 'Plan',
  cancel: 'Cancel',
  account_cancelled: 'Account cancel',
  instrument_locked: 'Lock',
  instrument_unlocked: 'Unlock',
  trading_stopped: 'Stop',
  trading_allowed: 'Allow',
  ladder: 'Ladder',
  guards: 'Guards',
  presets: 'Presets',
  setting: 'Setting',
  profile_opened: 'Opened',
  profile_closed: 'Closed',
  profile_changed: 'Profile',
  login: 'Login',
  login_refused: 'Login failed',
  connection: 'Connection',
  breaker: 'Breaker',
  file_set_aside: 'File damaged',
  cut_found: 'Journal cut',
  cut_confirmed: 'Cut looked into',
  error: 'Error',
};

function describeAmend(fields: JournalFields): string {
  const read: Read = (name) => readText(fields[name]);
  if (read('outcome') !== '') return `Amend: ${spell(read('outcome'))}${because(read('reason'))}.`;
  const price = read('price');
  return `Amend sent: total ${read('amount')}${price === '' ? '' : ` at ${price}`}.`;
}

function describePlan(fields: JournalFields): string {
  const read: Read = (name) => readText(fields[name]);
  const what = [capitalise(read('type') || 'plan'), read('scope')].filter((part) => part !== '').join(' ');
  return `${what}: ${spell(read('outcome')) || 'not told'}${because(read('reason'))}, ${read('count') || 'some'} steps.`;
}

/** A kind in a word or two. */
export function nameKind(kind: JournalKind): string {
  return NAMES[kind];
}

/** What an entry is about: the order's label and instrument, or nothing. */
export function nameSubject({ fields }: Pick<JournalEntry, 'fields'>): string {
  return [fields.label, fields.instrument_name].filter((part) => typeof part === 'string' && part !== '').join(' · ');
}

/** What happened, in a sentence. Others' text is raw: the viewer must escape it. */
export function describeEntry({ kind, fields }: Pick<JournalEntry, 'kind' | 'fields'>): string {
  const read: Read = (name) => readText(fields[name]);
  switch (kind) {
    case 'intent':
      return `${describeOrder(fields)}${describeRelease(fields)}.`;
    case 'sell_stopped':
      return `Not sent, stopped by ${spell(read('codes') || 'the rules')}: ${describeOrder(fields)}.`;
    case 'outcome':
      return describeOutcome(fields);
    case 'statement':
      return read('order_id') === ''
        ? 'Settled by hand: not at the service.'
        : `Settled by hand: it is order ${read('order_id')} at the service.`;
    case 'amend':
      return describeAmend(fields);
    case 'plan':
      return describePlan(fields);
    case 'cancel':
      return `Cancel: ${spell(read('cancel_state'))}${because(read('cancel_reason'))}.`;
    case 'account_cancelled':
      return describeAccountCancel(fields);
    case 'instrument_locked':
      return `Locked: several orders under its label${because(read('reason'))}.`;
    case 'instrument_unlocked':
      return 'Unlocked by hand, after a look at the orders under its label.';
    case 'trading_stopped':
      return `Trading stopped${kept(fields)}.`;
    case 'trading_allowed':
      return `Trading allowed again${kept(fields)}.`;
    case 'ladder':
    case 'guards':
      return `${NAMES[kind]} set to ${spellJson(read('to'))}; before: ${spellJson(read('from')) || 'the default'}${kept(fields)}.`;
    case 'presets':
      return `Presets: ${read('to') || 'none'}${kept(fields)}.`;
    case 'setting':
      return `${capitalise(spell(read('setting')))}: ${read('to') || 'none'}${kept(fields)}.`;
    case 'profile_opened':
      return `Profile ${read('profile')} opened on ${read('service_origin')}, version ${read('version')}, ${describeState(fields)}.`;
    case 'profile_closed':
      return 'Profile closed normally.';
    case 'profile_changed':
      return describeProfileChange(fields);
    case 'login':
      return `Logged in, scope ${read('scope')}, for ${read('expires_in')} s.`;
    case 'login_refused':
      return `Login failed${because(read('reason'))}.`;
    case 'connection':
      return fields.online === true ? 'The service answers.' : `The service does not answer${because(read('reason'))}.`;
    case 'breaker':
      return fields.to === 'closed' ? 'Reads pass again.' : 'Reads wait: the service does not answer.';
    case 'file_set_aside':
      return `A damaged file was set aside: ${read('path')}.`;
    case 'cut_found':
      return read('count') === ''
        ? 'The journal’s head file was missing.'
        : `The journal was cut or replaced: its head counts ${read('count')} entries.`;
    case 'cut_confirmed':
      return `Settled by hand: the service was checked for what the journal lost. Trading is allowed again${kept(fields)}.`;
    case 'error':
      return `${capitalise(spell(read('event') || 'error'))}${because(read('message') || read('reason') || read('count'))}.`;
  }
}

const PROFILE_EVENTS: Readonly<Record<string, string>> = {
  added: 'was added',
  edited: 'was changed',
  removed: 'was removed',
  opened: 'was opened by hand',
  key_stored: 'was given a key',
  key_forgotten: 'had its key removed',
};

/** What was done to a profile; what it was set to, never its key. */
function describeProfileChange(fields: JournalFields): string {
  const read: Read = (name) => readText(fields[name]);
  const event = read('event');
  if (event === 'vault_opened') return 'The credentials were unlocked.';
  if (event === 'vault_refused') return 'Unlocking the credentials failed.';
  if (event === 'vault_set_aside') return 'The unreadable credentials were set aside.';
  const settings = spellJson(read('to'));
  const before = spellJson(read('from'));
  const to = settings === '' ? '' : `: ${settings}`;
  return `Profile ${read('profile')} ${PROFILE_EVENTS[event] ?? 'changed'}${to}${before === '' ? '' : `; before: ${before}`}.`;
}

/** How many were cancelled and what failed; without an answer both are unknown. */
function describeAccountCancel({ code, count, reason }: JournalFields): string {
  if (code !== undefined) return `Cancelling all orders of the account failed: ${spell(readText(code))}.`;
  const asked = 'A cancel of all orders of the account was sent';
  if (count === null) return `${asked}. No answer: the outcome is unknown.`;
  if (reason !== undefined) return `${asked}: ${readText(count)} cancelled, none of ${readText(reason)}.`;
  return `All orders of the account were cancelled: ${readText(count)}.`;
}

function describeState(fields: JournalFields): string {
  return fields.codes === undefined ? 'trading allowed' : spell(readText(fields.codes));
}

function describeOrder(fields: JournalFields): string {
  const read: Read = (name) => readText(fields[name]);
  const type = spell(read('type'));
  const price = read('price') === '' ? '' : ` at ${priceOf(fields, 'price')}`;
  const trigger = read('trigger_price') === '' ? '' : `, trigger ${priceOf(fields, 'trigger_price')}`;
  const flags = [fields.post_only === true && 'post only', fields.reduce_only === true && 'reduce only'].filter(
    Boolean,
  );
  const side = read('direction') === 'buy' ? 'Buy' : 'Sell';
  const amount = amountOf(fields, 'amount');
  return `${side} ${amount.text}${amount.hasUnit ? ' of' : ''} ${read('instrument_name')}, ${[type, ...flags].join(', ')}${price}${trigger}`;
}

/** With the unit from the instrument's name; as written without one. */
function amountOf(fields: JournalFields, name: 'amount' | 'filled_amount') {
  const text = readText(fields[name]);
  const instrument = readText(fields.instrument_name);
  const value = parseDecimal(text);
  if (value === null) return { text, hasUnit: false, isNone: false };
  const hasUnit = instrument !== '';
  const unit = hasUnit ? ` ${amountUnitOfName(instrument)}` : '';
  return { text: `${formatDecimal(value)}${unit}`, hasUnit, isNone: isZero(value) };
}

/** With what it is in; an option's order may be priced in USD or volatility, and wait for its own price or its index. */
function priceOf(fields: JournalFields, name: 'price' | 'average_price' | 'trigger_price'): string {
  const text = number(readText(fields[name]));
  const instrument = readText(fields.instrument_name);
  if (name === 'price' && fields.advanced === 'implv') return `${text} % volatility`;
  if (name === 'price' && fields.advanced === 'usd') return `${text} USD`;
  const isUntold = instrument === '' || (name === 'trigger_price' && kindOfName(instrument) === 'option');
  return isUntold ? text : `${text} ${priceUnitOfName(instrument)}`;
}

function describeRelease(fields: JournalFields): string {
  const press = fields.press === undefined ? '' : `; ${spell(readText(fields.press))} press`;
  const overridden = readText(fields.acknowledged);
  return overridden === '' ? press : `${press}, overriding ${spell(overridden)}`;
}

/** Outcomes whose name in the file isn't the trader's. */
const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['refused', 'rejected'],
  ['unknown', 'outcome unknown'],
  ['absent', 'proven absent'],
  ['closed', 'settled by hand'],
]);

function describeOutcome(fields: JournalFields): string {
  const read: Read = (name) => readText(fields[name]);
  const { text: filled, isNone } = amountOf(fields, 'filled_amount');
  const average = read('average_price') === '' || isNone ? '' : ` at ${priceOf(fields, 'average_price')}`;
  const state = read('order_state') === '' || read('order_state') === 'filled' ? '' : `, ${spell(read('order_state'))}`;
  const order = `${state}${filled === '' ? '' : `, filled ${filled}${average}`}`;
  const code = read('code') === '' ? '' : ` (${read('code')})`;
  const refusal = read('refusal') === '' ? '' : `: ${spell(read('refusal'))}${code}${because(read('reason'))}`;
  const notices = read('notices') === '' ? '' : ` · ${spell(read('notices'))}`;
  const outcome = OUTCOMES.get(read('outcome')) ?? spell(read('outcome') || 'outcome missing');
  return `${capitalise(outcome)}${order}${refusal}${notices}.`;
}

function kept(fields: JournalFields): string {
  return fields.is_kept === false ? ', but not stored' : '';
}

function because(reason: string): string {
  return reason === '' ? '' : `: ${spell(reason)}`;
}

function readText(value: JournalFields[JournalField]): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** JSON in words, `rung one click, cap usd 5,000`; unset values are left out. */
function spellJson(text: string): string {
  try {
    return spellValue('', JSON.parse(text)).join(', ');
  } catch {
    return text;
  }
}

function spellValue(name: string, value: unknown): string[] {
  if (value === null) return [];
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, member]) => spellValue(`${name} ${spell(key)}`.trim(), member));
  }
  return [`${name} ${typeof value === 'string' ? number(spell(value)) : JSON.stringify(value)}`];
}

function number(text: string): string {
  const value = parseDecimal(text);
  return value === null ? text : formatDecimal(value);
}

function spell(code: string): string {
  return code.replaceAll('_', ' ');
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
