import { firesBelow } from '../../../shared/orders/side.ts';
import { sideWords } from '../../ui/order-words/side-text.ts';
import { parseDecimal } from '../../../shared/decimal.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { LineFault } from '../../../shared/orders/typed/order-line-words.ts';
import type { FieldText } from '../../ui/controls/field-groups.tsx';
import { nameTrigger } from '../../ui/order-words/order-text.ts';
import { spell } from '../../ui/words/spell.ts';
import type { Units } from '../../ui/words/units.ts';
import { formatDecimal } from '../../ui/words/shown.ts';

function write(text: string): string {
  const value = parseDecimal(text);
  return value === null ? text : formatDecimal(value);
}

function priceUnit({ advanced }: OrderDraft, units: Units): string {
  return advanced === null ? units.price : { usd: 'USD', implv: '% volatility' }[advanced];
}

/** What a line would put into the ticket, field by field; what stays empty is left out. */
export function describeDraft(draft: OrderDraft, units: Units): readonly FieldText[] {
  const size =
    draft.contracts === ''
      ? { text: write(draft.amount), unit: units.amount }
      : { text: write(draft.contracts), unit: 'contracts' };
  const flags = [
    draft.post_only ? (draft.reject_post_only ? 'post only, reject if crossing' : 'post only') : null,
    draft.reduce_only ? 'reduce only' : null,
    draft.mmp ? 'market maker protection' : null,
  ].filter((flag) => flag !== null);
  const fields: (FieldText | null)[] = [
    { name: 'Instrument', text: draft.instrument_name, unit: '' },
    { name: sideWords(draft.direction).Name, ...size },
    { name: 'Type', text: spell(draft.type), unit: '' },
    draft.price === '' ? null : { name: 'Price', text: write(draft.price), unit: priceUnit(draft, units) },
    draft.trigger === null ? null : { name: 'Watches', text: nameTrigger(draft.trigger), unit: '' },
    draft.trigger_price === '' ? null : { name: 'Trigger', text: write(draft.trigger_price), unit: units.price },
    draft.trigger_offset === '' ? null : { name: 'Distance', text: write(draft.trigger_offset), unit: units.price },
    draft.display_amount === '' ? null : { name: 'Visible', text: write(draft.display_amount), unit: units.amount },
    // A market order trades at once or not at all.
    draft.type === 'market' ? null : { name: 'Stays', text: spell(draft.time_in_force), unit: '' },
    { name: 'Flags', text: flags.length === 0 ? 'none' : flags.join(', '), unit: '' },
    draft.label === '' ? null : { name: 'Label', text: draft.label, unit: '' },
    { name: 'Valid for', text: write(String(draft.valid_for_ms / 1000)), unit: 's' },
  ];
  return fields.filter((field) => field !== null);
}

/** What fires the order, and from which side; null for one that goes to the book at once. */
function nameFiring({
  direction,
  type,
  trigger,
  trigger_price: level,
  trigger_offset: offset,
}: OrderDraft): string | null {
  if (trigger === null) return null;
  const watched = nameTrigger(trigger);
  const kind = spell(type);
  if (type === 'trailing_stop') {
    const from = firesBelow(direction, 'loss') ? 'under the peak' : 'above the low';
    return `${kind}, ${write(offset)} ${from} of ${watched}`;
  }
  const turn = firesBelow(direction, type.startsWith('take') ? 'profit' : 'loss') ? 'falls' : 'rises';
  return `${kind} when ${watched} ${turn} to ${write(level)}`;
}

/** The order of a line in one sentence: with what must happen before it is one. */
export function nameDraft(draft: OrderDraft, units: Units): string {
  const size =
    draft.contracts === '' ? `${write(draft.amount)} ${units.amount}` : `${write(draft.contracts)} contracts`;
  const firing = nameFiring(draft);
  const type = firing === null ? spell(draft.type) : '';
  const price = draft.price === '' ? type : `at ${write(draft.price)} ${priceUnit(draft, units)}`;
  const order = `${draft.direction} ${size.trim()} of ${draft.instrument_name} ${price.trim()}`.trim();
  const terms = [order, firing, draft.reduce_only ? 'reduce only' : null];
  return `Fill the ticket: ${terms.filter((term) => term !== null).join(', ')}`;
}

/** A fault in a sentence: the word, why, and what would do. */
export function describeFault({ token, reason, allowed }: LineFault): string {
  const said = token === null ? reason : `“${token}” ${reason}.`;
  return `${said} Allowed: ${allowed}.`;
}
