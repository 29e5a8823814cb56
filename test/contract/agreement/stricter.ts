import type { IssueCode } from '../../../shared/orders/issue.ts';

/**
 * Errors for what the service would take, rejected on purpose, with reasons. The test checks that each such sell is
 * taken at times.
 */
export const STRICTER: Partial<Record<IssueCode, string>> = {
  instrument_unreadable: 'a record with a tick of zero, seen by the terminal alone: no check of it would mean anything',
  instrument_not_known: 'a record of a kind that the terminal does not know: its unit would be a guess',
  instrument_not_looked_up: 'an order whose label cannot be looked up could stay unknown for ever',
  instrument_stale: 'ticks and minimums change: what is known of the instrument is read again before selling',
  ticker_missing: 'nothing is sold without a price to judge it by',
  amount_too_precise: 'a double on the wire would change the number that was confirmed',
  price_too_precise: 'as amount_too_precise',
  number_too_precise: 'as amount_too_precise',
  amount_above_limit: "the profile's hard limit",
  notional_above_limit: "the profile's hard limit",
  notional_together_above_limit: "the profile's hard limit",
  price_far: "the profile's hard limit",
  volatility_far: "the profile's hard limit",
  touch_far: "the profile's hard limit",
  touch_volatility_far: "the profile's hard limit",
  display_not_possible: 'an iceberg that may not rest shows nothing: neither contract nor facts forbid it',
  linked_needs_children: 'the ticket shows two children at most; the facts name no most for one_triggers_other',
  valid_for_out_of_range: 'an outcome is decided by valid_until: neither too soon for a reply nor long open',
  label_control_character: 'characters that are not seen, or reorder others, hide a difference between labels',
  label_outer_blanks: 'a service may store the label without them, and then it is never found',
  label_in_use: 'an order is found by its label, so each needs its own',
  equal_order_undecided: 'the equal sell may be at the service: a second one waits for its outcome',
  instrument_locked: 'two orders stand under one label there: a person looks before the next',
  trading_not_ready: 'selling waits for look-ups, clock and limits',
};
