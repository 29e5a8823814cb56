import { formatDecimal, parseDecimal } from '../../../shared/decimal.ts';
import type { Issue, IssueCode } from '../../../shared/orders/issue.ts';

type Params = Readonly<Record<string, string>>;

/** A number of the params as the screen writes it; other text as it is. */
function number(text: string | undefined): string {
  const value = parseDecimal(text ?? '');
  return value === null ? (text ?? '') : formatDecimal(value);
}

const TEXTS: Record<IssueCode, (params: Params) => string> = {
  instrument_missing: () => 'Choose an instrument.',
  instrument_unknown: ({ instrument_name }) => `The service has no instrument “${instrument_name}”.`,
  instrument_unreadable: () => 'The service describes it with sizes or ticks that cannot be computed with.',
  instrument_not_looked_up: ({ currency }) =>
    `Orders in ${currency} cannot be looked up by their label; a lost reply could not be resolved.`,
  instrument_not_open: ({ state }) => `The book is not open: its state is “${state}”.`,
  instrument_inactive: () => 'The service does not trade this instrument now.',
  instrument_expired: ({ expired_at }) => `It expired at ${expired_at}.`,
  instrument_expires_soon: ({ seconds }) => `It expires in ${seconds} s.`,
  instrument_stale: ({ seconds }) => `What is known of the instrument is ${seconds} s old. It is being read again.`,
  amount_missing: ({ unit }) => `Enter an amount in ${unit}.`,
  amount_not_decimal: () => 'Write a plain number such as 1500 or 0.5, without separators.',
  amount_not_positive: () => 'The amount must be above zero.',
  amount_too_precise: ({ digits }) => `At most ${digits} significant digits can be sent exactly.`,
  amount_below_minimum: ({ minimum, unit }) => `The smallest amount is ${number(minimum)} ${unit}.`,
  amount_off_step: ({ step, unit }) => `The amount must be a multiple of ${number(step)} ${unit}.`,
  price_missing: () => 'Enter a price.',
  price_not_used: ({ type }) => `A ${type} order has no price.`,
  price_not_decimal: () => 'Write a plain number such as 97410.5, without separators.',
  price_not_positive: () => 'The price must be above zero.',
  price_too_precise: ({ digits }) => `At most ${digits} significant digits can be sent exactly.`,
  price_off_tick: ({ tick }) => `Between two ticks: prices go in steps of ${number(tick)}.`,
  price_below_band: ({ min_price }) => `Below the band: the service raises it to ${number(min_price)} or refuses it.`,
  price_above_band: ({ max_price }) => `Above the band, which ends at ${number(max_price)}.`,
  price_far_from_mark: ({ percent, mark_price, limit_percent }) =>
    `${percent} % away from the mark price ${number(mark_price)} (limit ${limit_percent} %).`,
  ticker_missing: () => 'There is no price of this instrument yet.',
  ticker_stale: ({ seconds }) => `The price shown is ${seconds} s old. The market may be elsewhere.`,
  post_only_needs_gtc: () => 'Post only works with GTC alone.',
  post_only_needs_limit: () => 'Post only works with limit orders alone.',
  reject_needs_post_only: () => 'Reject if crossing works with Post only alone.',
  reduce_only_on_spot: () => 'Spot pairs have no position to reduce.',
  label_too_long: ({ characters, maximum }) => `${characters} characters; the service takes ${maximum}.`,
  label_control_character: ({ character }) => `It holds an invisible character (${character}).`,
  label_outer_blanks: () => 'It begins or ends with a blank; the service may drop that.',
  label_in_use: ({ label }) => `“${label}” was used before. An order is found by its label, so each needs its own.`,
  duplicate_sell: ({ seconds }) => `An equal sell was sent ${seconds} s ago.`,
  equal_sell_undecided: ({ label }) =>
    `An equal sell (label ${label}) may be at the service and is being looked up. Wait for its outcome.`,
  no_order_credits: () => 'No order credit is left at this moment; they come back within a second or so.',
  trading_not_ready: ({ reason }) => NOT_READY[reason ?? ''] ?? `Selling is not possible now: ${reason}.`,
};

/** Why selling is not possible yet, by the back end's reason. */
const NOT_READY: Readonly<Record<string, string>> = {
  connecting: 'Selling starts once the service answers.',
  no_credentials: 'This profile has no key: prices only.',
  look_up_refused: 'The key may not look orders up. Without that, a lost reply could not be resolved.',
  look_up_not_empty: 'A look-up of an unused label found orders. Selling is off until that is explained.',
  clock_unknown: 'Selling starts once the service’s clock is known.',
  limits_unknown: 'Selling starts once the account’s limits are known.',
  journal_read_only: 'Another window of the terminal holds the order journal: this one only reads.',
  journal_failed: 'The order journal cannot be written. Selling is off until the terminal is started again.',
};

/** An issue in words for the trader. */
export function describeIssue(issue: Pick<Issue, 'code' | 'params'>): string {
  return TEXTS[issue.code](issue.params).replace(/\.\.$/, '.');
}

/** Codes that only say that a field is still empty: no reproach before anything was typed. */
export const EMPTY_FIELD_CODES: ReadonlySet<IssueCode> = new Set([
  'instrument_missing',
  'amount_missing',
  'price_missing',
]);

/** What a fix is called on its button. */
export function describeFix(fix: Issue['fixes'][number]): string {
  return fix.field === 'amount' || fix.field === 'price' ? number(fix.value) : fix.value;
}
