import { describeUnknownTerm } from '../../../ui/unknown-term-text.ts';
import { parseDecimal } from '../../../../shared/decimal.ts';
import { formatSigned } from '../../../ui/words/format.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { spellNumber } from '../../../ui/words/spell.ts';
import type { RfqFix, RfqIssue, RfqIssueCode } from '../../../../shared/rfq/issue.ts';

type Params = Readonly<Record<string, string>>;

const REASONS: Readonly<Record<string, string>> = {
  connecting: 'The service has not answered yet.',
  no_credentials: 'This profile has no key.',
  key_reads_only: 'The key of this profile may only read.',
  key_refused: 'The service rejects this profile’s key.',
  other_account: 'This profile’s key belongs to another account than its orders.',
  vault_locked: 'This profile’s key is locked. Enter its passphrase.',
  vault_unavailable: 'The keys can’t be opened on this system.',
  live_not_confirmed: 'Confirm real money first.',
  policy_unreadable: 'This machine’s policy file can’t be read.',
  guards_unreadable: 'Some limits of this profile can’t be read. Check them in the ticket and save.',
  clock_unknown: 'The service’s clock is not known yet.',
  limits_unknown: 'The account’s limits are not known. Above the panels you can use the documented ones.',
  limits_unread: 'The account’s limits are being read again.',
  journal_read_only: 'Another terminal holds this profile.',
  journal_failed: 'The journal can’t be written.',
  journal_full: 'The disk is full. Make room on it.',
  journal_cut: 'The journal is cut, replaced or unreadable. Check the service, then confirm above the panels.',
  stopped_by_trader: 'Trading is stopped. Allow it again in the header.',
  back_end_lost: 'The terminal’s back end is not answering.',
};

const TEXTS: Readonly<Record<RfqIssueCode, (params: Params) => string>> = {
  legs_missing: () => 'A request needs at least one leg.',
  legs_too_many: (p) => `${spellNumber(p['count'])} legs: a request may have ${spellNumber(p['maximum'])} at most.`,
  leg_unknown: (p) => `The service shows no instrument “${p['instrument_name']}”.`,
  leg_without_sizes: (p) => `The service gives no tick or size for ${p['instrument_name']} yet. Wait until it opens.`,
  terms_not_known: describeUnknownTerm,
  leg_is_combo: (p) => `${p['instrument_name']} is a combo. Add its legs instead.`,
  leg_repeated: () => 'This instrument is already a leg.',
  leg_not_open: (p) => `Its book is ${p['state']}. Only open instruments can be requested.`,
  leg_expired: () => 'It has expired.',
  leg_other_quote: (p) => `It is quoted in ${p['quote']}, the other legs in ${p['expected']}.`,
  leg_other_base: (p) => `It is in ${p['base']}, the other legs in ${p['expected']}.`,
  leg_without_ticker: () => 'No price has come yet.',
  leg_ticker_stale: (p) =>
    `The price of ${p['instrument_name']} is ${spellNumber(p['seconds'])} s old. The market may have moved.`,
  amount_missing: (p) => `An amount${p['unit'] === '' ? '' : ` in ${p['unit']}`} is missing.`,
  amount_not_decimal: () => 'The amount is no number.',
  number_invisible: (p) => `It holds a character that can’t be seen, ${p['character']}. Take it out.`,
  amount_not_positive: () => 'The amount must be above zero.',
  amount_too_precise: (p) => `The amount has more than ${p['digits']} digits.`,
  amount_off_step: (p) => `The amount must be a multiple of ${spellNumber(p['step'])} ${p['unit']}.`,
  amount_below_block_minimum: (p) => `The block minimum of this leg is ${spellNumber(p['minimum'])} ${p['unit']}.`,
  block_minimum_unknown: () => 'The service gives no block minimum for it.',
  ratio_unusual: (p) => `A ratio of ${spellNumber(p['ratio'])} is unusual.`,
  leg_worth_above_limit: (p) =>
    `${p['instrument_name']} is worth ${spellNumber(p['notional_usd'])} USD: over this profile’s Block RFQ limit of ${spellNumber(p['limit_usd'])} USD.`,
  legs_worth_above_limit: (p) =>
    `The legs together are worth ${spellNumber(p['notional_usd'])} USD: over this profile’s Block RFQ limit of ${spellNumber(p['limit_usd'])} USD.`,
  worth_unknown: (p) =>
    `The worth of ${p['instrument_name']} in USD is not known now. This profile’s limit can’t be checked.`,
  hedge_more_than_one: (p) => `${spellNumber(p['count'])} hedges: a request may have one.`,
  hedge_instrument_missing: () => 'The hedge needs an instrument.',
  hedge_unknown: (p) => `The service shows no instrument “${p['instrument_name']}”.`,
  hedge_without_sizes: (p) => `The service gives no tick or size for ${p['instrument_name']} yet. Wait until it opens.`,
  hedge_not_future: () => 'A hedge must be a perpetual or a future.',
  hedge_other_currency: (p) => `It settles in ${p['currency']}, the legs in ${p['expected']}.`,
  hedge_not_open: (p) => `Its book is ${p['state']}.`,
  hedge_expired: () => 'It has expired.',
  hedge_direction_missing: () => 'The hedge needs a side.',
  hedge_ticker_stale: (p) =>
    `The price of the hedge ${p['instrument_name']} is ${spellNumber(p['seconds'])} s old. The market may have moved.`,
  hedge_price_missing: () => 'The hedge needs a price.',
  hedge_price_not_decimal: () => 'The hedge price is no number.',
  hedge_price_not_positive: () => 'The hedge price must be above zero.',
  hedge_price_off_tick: (p) => `The hedge price must be a multiple of ${spellNumber(p['tick'])}.`,
  hedge_price_far: (p) =>
    `The hedge price is ${spellNumber(p['percent'])} % from the mark ${spellNumber(p['mark_price'])}.`,
  hedge_worth_above_limit: (p) =>
    `The hedge is worth ${spellNumber(p['notional_usd'])} USD: over this profile’s Block RFQ limit of ${spellNumber(p['limit_usd'])} USD.`,
  hedge_enlarges_delta: (p) =>
    `The hedge makes the delta larger: ${readDelta(p['after'])} ${p['currency']} with it, ${readDelta(p['before'])} ${p['currency']} without. Check its side and amount.`,
  hedge_misses_delta: (p) =>
    `The hedge ${isOvershot(p) ? 'overshoots' : 'leaves'} more than half of the delta: ${readDelta(p['after'])} ${p['currency']} with it, ${readDelta(p['before'])} ${p['currency']} without. Check its amount.`,
  hedge_delta_unknown: () => 'The delta with the hedge is not known now: a price is missing.',
  makers_too_many: (p) => `${spellNumber(p['count'])} makers: at most ${spellNumber(p['maximum'])}.`,
  maker_blank: () => 'A maker’s name is blank.',
  maker_repeated: (p) => `${p['name']} is named twice but asked once.`,
  maker_unreadable: (p) => `A maker’s name holds the invisible character ${p['character']}.`,
  maker_too_long: (p) => `A maker’s name has at most ${p['maximum']} characters.`,
  maker_unknown: (p) => `The service lists no maker “${p['name']}”.`,
  anonymous_needs_makers: (p) => `${spellNumber(p['count'])} of ${p['least']} makers needed to stay anonymous.`,
  anonymous_needs_a_list: (p) => `To stay anonymous, name at least ${p['least']} makers, not “all makers”.`,
  label_too_long: (p) => `${p['characters']} characters: a label has at most ${spellNumber(p['maximum'])}.`,
  label_control_character: (p) => `The label holds the invisible character ${p['character']}.`,
  label_outer_blanks: () => 'The label begins or ends with a blank.',
  label_in_use: (p) => `“${p['label']}” was used before.`,
  allocation_without_receiver: () => 'Enter who gets it: a user id, or a client and its link.',
  allocation_two_receivers: () => 'A part goes to a user or a client, not both.',
  allocation_receiver_not_whole: (p) => `${(p['field'] ?? '').replaceAll('_', ' ')} must be a whole number.`,
  allocation_sum: (p) => `The parts make ${spellNumber(p['sum'])}, the amount is ${spellNumber(p['amount'])}.`,
  equal_request_undecided: (p) =>
    `The same request, “${p['label']}”, has an unknown outcome. Settle it in My requests first.`,
  equal_request_lately: (p) =>
    `You sent the same request ${spellNumber(p['seconds'])} s ago (label ${showForeign(p['label'] ?? '')}). Makers may answer both.`,
  rfq_not_ready: (p) => REASONS[p['reason'] ?? ''] ?? 'Nothing can be sent now.',
};

function readDelta(text: string | undefined): string {
  const delta = parseDecimal(text ?? '');
  return delta === null ? '' : formatSigned(delta, { min: 2, max: 4 });
}

/** Whether the hedge turns the delta round. */
function isOvershot({ before = '', after = '' }: Params): boolean {
  return before.startsWith('-') !== after.startsWith('-');
}

/** An issue in words for a trader. */
export function describeRfqIssue({ code, params }: RfqIssue): string {
  return TEXTS[code](params);
}

/** Where the issue is, where the sentence stands away from it. */
export function describePlace({ place }: RfqIssue): string {
  if (place.index === null || place.part === 'hedge') return place.part === 'hedge' ? 'Hedge' : '';
  return `${place.part[0]?.toUpperCase() ?? ''}${place.part.slice(1)} ${place.index + 1}`;
}

/** What a press on the way out does. */
export function describeFix({ action, place, value }: RfqFix): string {
  if (action === 'add') return `Add ${value}`;
  if (action === 'remove') return 'Take it out';
  if (place.part === 'disclosed') return 'Be disclosed';
  return `Use ${place.part === 'label' ? value : spellNumber(value)}`;
}
