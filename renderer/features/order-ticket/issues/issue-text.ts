import { nameTime } from '../../../ui/order-words/times-in-force.ts';
import { describeUnknownTerm } from '../../../ui/unknown-term-text.ts';
import { parseDecimal } from '../../../../shared/decimal.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import { ownOrdersInWords, tellOverlap } from '../forecast/own-order-text.ts';
import type { Issue, IssueCode, IssueField } from '../../../../shared/orders/issue.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { NEEDS_CONFIRMATION, NOT_READY, UNJUDGED } from './reason-text.ts';

type Params = Readonly<Record<string, string>>;

/** A number of the params as shown; other text unchanged. */
function number(text: string | undefined): string {
  const value = parseDecimal(text ?? '');
  return value === null ? (text ?? '') : formatDecimal(value);
}

const TEXTS: Record<IssueCode, (params: Params) => string> = {
  instrument_missing: () => 'Choose an instrument.',
  instrument_unknown: ({ instrument_name }) => `The service has no instrument “${instrument_name}”.`,
  instrument_unreadable: () => 'The service gives no tick or size for it yet. Wait until it opens.',
  instrument_not_known: describeUnknownTerm,
  instrument_not_looked_up: ({ currency }) =>
    `Orders in ${currency} can’t be looked up by label. A lost reply would stay unknown.`,
  instrument_locked: ({ label }) =>
    `Locked: the service has several orders under the label ${showForeign(label ?? '')}. Unlock it in the bar above.`,
  instrument_not_open: ({ state }) => `The book is not open: its state is “${showForeign(state ?? '')}”.`,
  instrument_inactive: () => 'The service does not trade this instrument now.',
  instrument_expired: ({ expired_at }) => `It expired at ${expired_at?.slice(0, 16).replace('T', ' ')} UTC.`,
  instrument_expires_soon: ({ seconds }) => `It expires in ${seconds} s.`,
  instrument_stale: ({ seconds }) => `The instrument’s data are ${seconds} s old and being read again.`,
  amount_missing: ({ unit }) => `Enter an amount in ${unit}.`,
  amount_not_decimal: () => 'Write a number without separators, such as 1500, 0.5 or 50k.',
  amount_not_positive: () => 'The amount must be above zero.',
  amount_too_precise: ({ digits }) => `At most ${digits} significant digits can be sent exactly.`,
  amount_below_minimum: ({ minimum, unit }) => `The smallest amount is ${number(minimum)} ${unit}.`,
  amount_off_step: ({ step, unit }) => `The amount must be a multiple of ${number(step)} ${unit}.`,
  amount_above_limit: ({ limit, unit }) => `Over this profile’s limit of ${number(limit)} ${unit}.`,
  amount_looks_like_coin: ({ notional_usd, currency, direction }) =>
    `Amounts are in USD here: this ${direction === 'buy' ? 'buys' : 'sells'} ${number(notional_usd)} USD, not ${number(notional_usd)} ${currency}.`,
  number_too_precise: ({ digits }) => `At most ${digits} significant digits can be sent exactly.`,
  number_invisible: ({ character }) => `It holds an invisible character, ${character}. Take it out.`,
  contracts_not_whole: ({ step, least, example }) => {
    if (step !== undefined) return `Contracts go in steps of ${number(step)}.`;
    if (least !== undefined) return `Contracts must be above zero. The smallest size is ${number(least)}.`;
    return example === undefined
      ? 'Contracts must make whole steps of the amount.'
      : `Write contracts without separators, such as ${example}.`;
  },
  contracts_mismatch: ({ amount, from_contracts, unit }) =>
    `The contracts make ${number(from_contracts)} ${unit}, the amount is ${number(amount)} ${unit}.`,
  notional_above_limit: ({ notional_usd, limit_usd }) =>
    `Worth ${number(notional_usd)} USD: over this profile’s limit of ${number(limit_usd)} USD.`,
  notional_together_above_limit: ({ notional_usd, limit_usd }) =>
    `With linked orders worth up to ${number(notional_usd)} USD: over this profile’s limit of ${number(limit_usd)} USD.`,
  amount_beyond_touch: ({ side, touch, visible, unit }) =>
    `More than the ${number(visible)} ${unit} at the ${touchName(side)} of ${number(touch)}. The rest ${side === 'buy' ? 'buys at higher asks' : 'sells at lower bids'}, not shown.`,
  would_meet_own_order: (params) => `Reaches ${ownOrdersInWords(params)}. If they meet, ${tellOverlap(params)}.`,
  would_fire_into_own_order: (params) =>
    `When it fires it may meet ${ownOrdersInWords(params)}. Then ${tellOverlap(params, 'it')}.`,
  guard_unjudged: ({ guard }) => UNJUDGED[guard ?? ''] ?? `The limit “${guard}” can’t be checked now.`,
  price_missing: () => 'Enter a price.',
  price_not_used: ({ type }) => `A ${spell(type)} order has no price.`,
  price_not_decimal: ({ example }) => `Write a number without separators, such as ${example}.`,
  price_not_positive: () => 'The price must be above zero.',
  price_too_precise: ({ digits }) => `At most ${digits} significant digits can be sent exactly.`,
  price_off_tick: ({ tick }) => `Between two ticks: prices go in steps of ${number(tick)}.`,
  price_below_band: ({ min_price }) => `Below the band. The service raises it to ${number(min_price)} or rejects it.`,
  price_above_band: ({ max_price }) =>
    `Above the band. The service lowers a buy to ${number(max_price)} or rejects it.`,
  price_far: ({ reference, percent, reference_price, limit_percent }) =>
    `${number(percent)} % from the ${reference} of ${number(reference_price)} (limit ${number(limit_percent)} %).`,
  touch_far: ({ side, touch, reference, percent, reference_price, limit_percent }) =>
    `At market it first trades at the ${touchName(side)} of ${number(touch)}. That is ${number(percent)} % from the ${reference} of ${number(reference_price)} (limit ${number(limit_percent)} %).`,
  touch_volatility_far: ({ side, touch, points, mark_iv, limit_points }) =>
    `At market it first trades at the ${touchName(side)} of ${number(touch)}. That is ${number(points)} points from the mark’s volatility of ${number(mark_iv)} % (limit ${number(limit_points)}).`,
  volatility_not_positive: () => 'The volatility must be above zero.',
  volatility_unusual: ({ percent }) => `A volatility of ${number(percent)} % is far from usual.`,
  volatility_near_expiry: ({ minutes }) =>
    `The service takes no volatility in an option’s last ${minutes} minutes. Enter a price.`,
  volatility_far: ({ points, mark_iv, limit_points }) =>
    `${number(points)} points from the mark’s volatility of ${number(mark_iv)} % (limit ${number(limit_points)}).`,
  advanced_needs_option: ({ advanced }) => `Only options can be priced ${nameForm(advanced)}.`,
  advanced_needs_price: ({ type }) => `A ${spell(type)} order has no price.`,
  advanced_usd_on_linear: () => 'This option is already quoted in USD.',
  advanced_price_too_high: ({ maximum, unit }) => `Over ${number(maximum)} ${unit} counts as a mistake.`,
  display_not_possible: ({ type, time_in_force }) =>
    `An iceberg must rest on the book. A ${spell(type)} order, ${spell(time_in_force)}, does not.`,
  display_on_future_spread: () => 'Future spreads take no icebergs.',
  display_not_decimal: () => 'Write the visible part as a number above zero, such as 1000.',
  display_below_minimum: ({ minimum, unit }) => `The visible part must be at least ${number(minimum)} ${unit}.`,
  display_off_step: ({ step, unit }) => `The visible part must be a multiple of ${number(step)} ${unit}.`,
  display_ratio: ({ minimum, unit }) => `Too much is hidden. Show at least ${number(minimum)} ${unit} of this amount.`,
  display_above_amount: ({ amount, unit }) => `The visible part is over the whole amount, ${number(amount)} ${unit}.`,
  trigger_missing: ({ type }) => `A ${spell(type)} order needs a price to watch.`,
  trigger_not_used: ({ type }) => `A ${spell(type)} order watches no price.`,
  trigger_price_missing: ({ type }) => `Enter the trigger price of the ${spell(type)} order.`,
  trigger_price_not_used: ({ type }) => `A ${spell(type)} order has no trigger price.`,
  trigger_price_not_decimal: () => 'Write the trigger price as a number, such as 97410.5.',
  trigger_price_not_positive: () => 'The trigger price must be above zero.',
  trigger_price_off_tick: ({ tick }) => `Between two ticks: trigger prices go in steps of ${number(tick)}.`,
  trigger_fires_at_once: ({ trigger, watched_price, side }) =>
    `Fires at once: ${watchedName(trigger)} is ${number(watched_price)}, already ${side} the trigger.`,
  trigger_far: ({ trigger, watched_price }) =>
    `Far off: ${watchedName(trigger)} is ${number(watched_price)}. Check the price.`,
  trigger_offset_far: ({ trigger, watched_price, direction }) =>
    `Far off: ${watchedName(trigger)} is ${number(watched_price)}. Enter the distance from its ${direction === 'buy' ? 'lowest' : 'peak'}, not a price.`,
  linked_fires_at_once: ({ parent_side, trigger, watched_price, side }) =>
    `Fires as the ${parent_side} fills: ${watchedName(trigger)} is about ${number(watched_price)} then, already ${side} the trigger.`,
  trigger_offset_missing: ({ direction }) =>
    direction === 'buy' ? 'Enter how far it may rise from its lowest.' : 'Enter how far it may fall from its peak.',
  trigger_offset_not_used: ({ type }) => `A ${spell(type)} order follows no peak.`,
  trigger_offset_not_decimal: () => 'Write the distance as a number, such as 500.',
  trigger_offset_not_positive: () => 'The distance must be above zero.',
  trigger_offset_off_tick: ({ tick }) => `The distance must be a multiple of ${number(tick)}.`,
  trigger_offset_beyond_price: ({ trigger, watched_price }) =>
    `The distance reaches below zero: ${watchedName(trigger)} is ${number(watched_price)}.`,
  mmp_needs_limit: ({ type }) => `Market maker protection needs a limit order. This is a ${spell(type)} order.`,
  mmp_not_enabled: () => 'This account has no market maker protection. The service rejects orders under it.',
  valid_for_out_of_range: ({ least_ms, most_ms }) =>
    `The deadline must be between ${number(least_ms)} and ${number(most_ms)} ms.`,
  linked_needs_children: ({ linked_order_type, least, most }) =>
    `${nameLink(linked_order_type)} needs ${least === most ? `${least}` : `${least} to ${most}`} linked orders.`,
  children_need_linked_type: () => 'Linked orders need a kind of link.',
  fill_condition_needs_linked_type: () => 'A fill condition needs linked orders.',
  valid_for_short: ({ round_trip_ms }) =>
    `The service takes up to ${number(round_trip_ms)} ms to answer. The order may come too late.`,
  ticker_missing: () => 'There is no price of this instrument yet.',
  partner_trades_at_once: ({ parent_side, touch, condition }) =>
    `Trades at once, at ${number(touch)}: ${CUTS[condition ?? ''] ?? `after ${condition} that cancels`} the ${parent_side}.`,
  partner_meets_order: ({ parent_side, order_price }) =>
    `It ${sideWords(parent_side).met} the ${parent_side}’s own price, ${number(order_price)}. That cancels the ${parent_side}.`,
  linked_trades_at_once: ({ parent_side, touch }) =>
    `It reaches ${number(touch)} and trades at once as the ${parent_side} fills.`,
  linked_meets_order: ({ parent_side, order_price }) =>
    `It ${sideWords(parent_side).met} the ${parent_side}’s own price, ${number(order_price)}. After a partial fill the service rejects it or cancels the remaining ${parent_side}.`,
  linked_rejected: ({ parent_side, touch }) =>
    `As the ${parent_side} fills it would trade at ${number(touch)}. The service rejects both linked orders.`,
  linked_ends_at_once: ({ parent_side }) =>
    `It can’t rest: as the ${parent_side} fills it ends at once, filled or not. Both linked orders end.`,
  linked_larger_than_order: ({ parent_side, side, amount, unit }) =>
    `It ${side}s more than the ${parent_side}’s ${number(amount)} ${unit}.`,
  linked_together_larger_than_order: ({ parent_side, side, amount, unit, link }) =>
    `With the other linked order it may ${side} more than the ${parent_side}’s ${number(amount)} ${unit}. ${BOTH_FILL[link ?? ''] ?? 'Both may fill'}.`,
  partner_ends_at_once: ({ parent_side }) =>
    `It can’t rest: it ends at once, filled or not. That ends the ${parent_side} too.`,
  ticker_stale: ({ seconds }) => `The price shown is over ${seconds} s old. The market may have moved.`,
  post_only_needs_gtc: ({ time_in_force }) =>
    `Post only needs GTC, not ${nameTime(time_in_force ?? '')}. Change one of the two.`,
  post_only_needs_price: () => 'Post only needs an order with a price.',
  post_only_on_stop: ({ side, best }) =>
    `If it would trade as it fires, post only moves it just ${side} the ${best}. The market may leave it behind.`,
  reject_on_stop: () => 'If it would trade as it fires, the service rejects it. Then nothing stops the loss.',
  post_only_with_advanced: ({ advanced }) => `Post only does not work with a price given ${nameForm(advanced)}.`,
  reject_needs_post_only: () => 'Reject if crossing needs Post only.',
  reduce_only_on_spot: () => 'Spot pairs have no position to reduce.',
  label_too_long: ({ characters, maximum }) => `${characters} characters: the service takes ${maximum}.`,
  label_control_character: ({ character }) => `It holds an invisible character (${character}).`,
  label_outer_blanks: () => 'It begins or ends with a blank. The service may drop it.',
  label_in_use: ({ label }) => `“${label}” was used before. Every order needs its own label.`,
  duplicate_order: ({ side, label, seconds }) =>
    `You sent the same ${side} ${seconds === '' ? 'before, at an unknown time' : `${seconds} s ago`} (label ${showForeign(label ?? '')}).`,
  equal_order_undecided: ({ side, label }) =>
    `The same ${side} (label ${label}) may be at the service. Wait until its outcome is known.`,
  no_order_credits: ({ rate, burst }) =>
    isLimitOfNothing(rate, burst)
      ? `The account may send ${rate} orders a second with a burst of ${burst}. No credit comes back until the service raises that limit.`
      : `No order credit is left now. ${rate} a second come back, up to ${burst}.`,
  amend_order_ended: ({ state }) => `The order is ${spell(state)}. It can’t be amended any more.`,
  amend_terms_unknown: () => 'The service does not tell the order’s amount. It can’t be amended here.',
  amend_kind_unknown: () => 'This version does not know that kind of order. Amend it elsewhere.',
  amend_leaves_nothing: () => 'Nothing would be left to fill. Cancel the order instead.',
  amend_changes_nothing: () => 'Nothing is changed yet.',
  amend_not_offered: () => 'This service can’t amend. Cancel the order, then place a new one.',
  amend_folded: () => 'A later amend of this order took its place.',
  confirmation_needed: ({ rung, why }) =>
    NEEDS_CONFIRMATION[why ?? ''] ?? `This profile needs another press (${spell(rung)}: ${why}).`,
  trading_not_ready: ({ reason }) => NOT_READY[reason ?? ''] ?? `Trading is not possible now: ${reason}.`,
};

/** Under such a limit no order is ever taken, however long one waits. */
function isLimitOfNothing(rate: string | undefined, burst: string | undefined): boolean {
  return Number(rate) <= 0 || Number(burst) < 1;
}

/** A word of the contract for a trader: `stop_limit` becomes `stop limit`. */
function spell(word: string | undefined): string {
  return (word ?? '').replaceAll('_', ' ');
}

function nameForm(advanced: string | undefined): string {
  return { implv: 'by volatility', usd: 'in USD' }[advanced ?? ''] ?? `as ${advanced}`;
}

function watchedName(trigger: string | undefined): string {
  return (
    { index_price: 'the index', mark_price: 'the mark price', last_price: 'the last price' }[trigger ?? ''] ??
    `${trigger}`
  );
}

/** What an order of a side trades with first; a side that is not known as it is. */
function touchName(side: string | undefined): string {
  return { sell: 'best bid', buy: 'best ask' }[side ?? ''] ?? `first price for a ${side}`;
}

function nameLink(kind: string | undefined): string {
  const name = spell(kind);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** What fills of the order that cancels the other do to that. */
const CUTS: Readonly<Record<string, string>> = {
  first_hit: 'its first fill cancels',
  complete_fill: 'filled whole, it cancels',
  incremental: 'each of its fills cuts',
};

/** Why two linked orders may both fill, by the kind of link. */
const BOTH_FILL: Readonly<Record<string, string>> = {
  one_triggers_other: 'Both may fill: neither cancels the other',
  one_triggers_one_cancels_other: 'Both may fill: only a complete fill cancels the other',
};

/** An issue in words for the trader. */
export function describeIssue(issue: Pick<Issue, 'code' | 'params'>): string {
  return TEXTS[issue.code](issue.params).replace(/\.\.$/, '.');
}

/** Fields whose sentences lean on the field they stand under. */
const FIELD_NAMES: Readonly<Partial<Record<IssueField, string>>> = {
  amount: 'Amount',
  contracts: 'Contracts',
  price: 'Price',
  display_amount: 'Iceberg',
  trigger_price: 'Fires at',
  trigger_offset: 'Distance',
  label: 'Label',
};

/** Codes whose sentences say themselves what to do where. */
const NAMES_ITSELF = /_(missing|not_used|not_positive|not_whole|below_minimum|off_step|ratio)$/;

/** An issue away from its field: says of which it is, and of which linked order. */
export function describeIssueElsewhere(issue: Issue): string {
  const name = NAMES_ITSELF.test(issue.code) ? undefined : FIELD_NAMES[issue.field];
  const where = [issue.child === null ? undefined : `Linked order ${issue.child + 1}`, name].filter(
    (part) => part !== undefined,
  );
  const text = describeIssue(issue);
  if (where.length === 0) return text;
  return `${where.join(', ')}: ${/^.[A-Z]/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`}`;
}

/** Codes that only say that a field is still empty: no reproach before anything was typed. */
const EMPTY_FIELD_CODES: ReadonlySet<IssueCode> = new Set([
  'instrument_missing',
  'amount_missing',
  'price_missing',
  'trigger_price_missing',
  'trigger_offset_missing',
]);

/** Whether it only says that a field is still empty. */
export function isMissing({ code }: Pick<Issue, 'code'>): boolean {
  return EMPTY_FIELD_CODES.has(code);
}

/** So much of a label fits on a button: how it begins and how it ends tell it from another. */
const SHOWN_LABEL = 24;

function shorten(label: string): string {
  const characters = [...label];
  if (characters.length <= SHOWN_LABEL) return label;
  return `${characters.slice(0, SHOWN_LABEL - 9).join('')}…${characters.slice(-8).join('')}`;
}

/** A flag that is taken off. */
const WITHOUT: Partial<Record<IssueField, string>> = {
  post_only: 'no post only',
  reject_post_only: 'no reject',
  reduce_only: 'not reduce only',
  mmp: 'no MMP',
};

/** What a fix is called on its button; of a number that was written with marks in it, without them. */
export function describeFix(fix: Issue['fixes'][number], { code }: Pick<Issue, 'code'>): string {
  if (code === 'contracts_mismatch') return `${fix.field} ${number(fix.value)}`;
  if (code.endsWith('_not_decimal') || code === 'number_invisible' || code === 'contracts_not_whole') return fix.value;
  const flag = WITHOUT[fix.field];
  if (flag !== undefined) return flag;
  if (fix.field === 'time_in_force') return nameTime(fix.value);
  if (fix.field === 'valid_for_ms') return `${Number(fix.value) / 1000} s`;
  if (fix.value === '') return fix.field === 'label' ? 'a label made when sent' : 'no iceberg';
  return fix.field === 'label' ? shorten(fix.value) : number(fix.value);
}
