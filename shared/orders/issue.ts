import { z } from 'zod';

/**
 * Everything the rules can find wrong with an order, with the params each carries. The text for a trader
 * is elsewhere (`renderer/features/order-ticket/issues/issue-text.ts`).
 */
export const ISSUE_PARAMS = {
  instrument_missing: [],
  instrument_unknown: ['instrument_name'],
  instrument_unreadable: [],
  /** A term from the service that this terminal doesn't know; may be empty. */
  instrument_not_known: ['field', 'value'],
  instrument_not_looked_up: ['currency'],
  instrument_locked: ['label'],
  instrument_not_open: ['state'],
  instrument_inactive: [],
  instrument_expired: ['expired_at'],
  instrument_expires_soon: ['seconds'],
  instrument_stale: ['seconds'],
  amount_missing: ['unit'],
  amount_not_decimal: [],
  amount_not_positive: [],
  amount_too_precise: ['digits'],
  amount_below_minimum: ['minimum', 'unit'],
  amount_off_step: ['step', 'unit'],
  amount_above_limit: ['limit', 'unit'],
  amount_looks_like_coin: ['notional_usd', 'currency'],
  number_too_precise: ['digits'],
  number_invisible: ['character'],
  contracts_not_whole: [],
  contracts_mismatch: ['amount', 'from_contracts', 'unit'],
  notional_above_limit: ['notional_usd', 'limit_usd'],
  /** Of the orders that one press sends, together. */
  notional_together_above_limit: ['notional_usd', 'limit_usd'],
  /** A market order above the size at the touch. */
  amount_beyond_touch: ['side', 'touch', 'visible', 'unit', 'extent'],
  /**
   * It meets its account's resting orders of the other side: number, amount, nearest and farthest price. `mode`: the
   * service's rule, blank when unknown.
   */
  would_meet_own_order: ['own_side', 'own_price', 'own_last', 'own_amount', 'own_count', 'unit', 'mode', 'extent'],
  /** The same of one that waits for its trigger, as it fires. */
  would_fire_into_own_order: ['own_side', 'own_price', 'own_last', 'own_amount', 'own_count', 'unit', 'mode', 'extent'],
  guard_unjudged: ['guard'],
  price_missing: [],
  price_not_used: ['type'],
  price_not_decimal: ['example'],
  price_not_positive: [],
  price_too_precise: ['digits'],
  price_off_tick: ['tick'],
  /** Of a sell; of a buy the other. */
  price_below_band: ['min_price'],
  price_above_band: ['max_price'],
  price_far: ['reference', 'percent', 'reference_price', 'limit_percent'],
  /** A market order, by its first price: the touch. */
  touch_far: ['side', 'touch', 'reference', 'percent', 'reference_price', 'limit_percent', 'grade'],
  touch_volatility_far: ['side', 'touch', 'points', 'mark_iv', 'limit_points', 'grade'],
  volatility_not_positive: [],
  volatility_unusual: ['percent'],
  volatility_near_expiry: ['minutes'],
  volatility_far: ['points', 'mark_iv', 'limit_points'],
  advanced_needs_option: ['advanced'],
  advanced_needs_price: ['type'],
  advanced_usd_on_linear: [],
  advanced_price_too_high: ['maximum', 'unit'],
  display_not_possible: ['type', 'time_in_force'],
  display_on_future_spread: [],
  display_not_decimal: [],
  display_below_minimum: ['minimum', 'unit'],
  display_off_step: ['step', 'unit'],
  display_ratio: ['minimum', 'unit'],
  display_above_amount: ['amount', 'unit'],
  trigger_missing: ['type'],
  trigger_not_used: ['type'],
  trigger_price_missing: ['type'],
  trigger_price_not_used: ['type'],
  trigger_price_not_decimal: [],
  trigger_price_not_positive: [],
  trigger_price_off_tick: ['tick'],
  trigger_fires_at_once: ['trigger', 'watched_price', 'side'],
  trigger_far: ['trigger', 'watched_price'],
  trigger_offset_far: ['trigger', 'watched_price'],
  /** A linked order that fires as a fill of the `parent_side` order places it; `watched_price`: what is watched then, about. */
  linked_fires_at_once: ['parent_side', 'trigger', 'watched_price', 'side'],
  trigger_offset_missing: [],
  trigger_offset_not_used: ['type'],
  trigger_offset_not_decimal: [],
  trigger_offset_not_positive: [],
  trigger_offset_off_tick: ['tick'],
  trigger_offset_beyond_price: ['trigger', 'watched_price'],
  mmp_needs_limit: ['type'],
  mmp_not_enabled: [],
  valid_for_out_of_range: ['least_ms', 'most_ms'],
  valid_for_short: ['round_trip_ms'],
  linked_needs_children: ['linked_order_type', 'least', 'most'],
  children_need_linked_type: [],
  fill_condition_needs_linked_type: [],
  /** `parent_side`: of the order that it is linked to. */
  partner_trades_at_once: ['parent_side', 'touch', 'condition'],
  partner_meets_order: ['parent_side', 'order_price'],
  partner_ends_at_once: ['parent_side'],
  linked_trades_at_once: ['parent_side', 'touch'],
  linked_meets_order: ['parent_side', 'order_price'],
  linked_rejected: ['parent_side', 'touch'],
  linked_ends_at_once: ['parent_side'],
  linked_larger_than_order: ['parent_side', 'side', 'amount', 'unit'],
  linked_together_larger_than_order: ['parent_side', 'side', 'amount', 'unit'],
  ticker_missing: [],
  ticker_stale: ['seconds', 'grade'],
  post_only_needs_gtc: ['time_in_force'],
  post_only_needs_price: ['type'],
  /** A stop that never takes; `side` and `best`: above the bid, or below the ask for one that buys. */
  post_only_on_stop: ['side', 'best'],
  reject_on_stop: [],
  post_only_with_advanced: ['advanced'],
  reject_needs_post_only: [],
  reduce_only_on_spot: [],
  label_too_long: ['characters', 'maximum'],
  label_control_character: ['character'],
  label_outer_blanks: [],
  label_in_use: ['label'],
  duplicate_order: ['side', 'label', 'seconds'],
  equal_order_undecided: ['side', 'label'],
  no_order_credits: ['rate', 'burst'],
  amend_order_ended: ['state'],
  amend_terms_unknown: [],
  amend_kind_unknown: [],
  amend_leaves_nothing: [],
  amend_changes_nothing: [],
  amend_not_offered: [],
  /** A later amend of the order took the place of this one, which waited for one before it. */
  amend_folded: [],
  trading_not_ready: ['reason'],
  confirmation_needed: ['rung', 'why'],
} as const satisfies Record<string, readonly string[]>;

export type IssueCode = keyof typeof ISSUE_PARAMS;
export type IssueParam = (typeof ISSUE_PARAMS)[IssueCode][number];
export const ISSUE_CODES = Object.keys(ISSUE_PARAMS) as [IssueCode, ...IssueCode[]];

/** Where an issue belongs: a field of the draft, or the order as a whole. */
export const ISSUE_FIELDS = [
  'instrument_name',
  'type',
  'amount',
  'contracts',
  'price',
  'advanced',
  'time_in_force',
  'post_only',
  'reject_post_only',
  'reduce_only',
  'display_amount',
  'trigger',
  'trigger_price',
  'trigger_offset',
  'mmp',
  'valid_for_ms',
  'linked_order_type',
  'trigger_fill_condition',
  'label',
  'order',
] as const;

export const issueSchema = z.strictObject({
  code: z.enum(ISSUE_CODES),
  /** `error` stops the order; `warning` needs the trader's acknowledgement. */
  severity: z.enum(['error', 'warning']),
  field: z.enum(ISSUE_FIELDS),
  /** Index of the linked order's child that it concerns; null for the order itself. */
  child: z.number().int().nullable(),
  params: z.record(z.string(), z.string()),
  /** Values that would be accepted, best first, for the field named. */
  fixes: z.array(z.strictObject({ field: z.enum(ISSUE_FIELDS), value: z.string() })),
});
export type Issue = z.infer<typeof issueSchema>;
export type IssueField = Issue['field'];

/** Makes an issue whose params are those its code declares. */
export function issue<Code extends IssueCode>(
  severity: Issue['severity'],
  field: IssueField,
  code: Code,
  params: Record<(typeof ISSUE_PARAMS)[Code][number], string>,
  fixes: Issue['fixes'] = [],
): Issue {
  return { code, severity, field, child: null, params, fixes };
}
