import { z } from 'zod';

/**
 * Everything the rules can find wrong with a Block RFQ, with the params each carries. The text for a trader is
 * elsewhere (`renderer/features/rfq/composer/rfq-issue-text.ts`).
 */
export const RFQ_ISSUE_PARAMS = {
  legs_missing: [],
  legs_too_many: ['count', 'maximum'],
  leg_unknown: ['instrument_name'],
  leg_without_sizes: ['instrument_name'],
  terms_not_known: ['field', 'value'],
  leg_is_combo: ['instrument_name'],
  leg_repeated: ['instrument_name', 'first'],
  leg_not_open: ['instrument_name', 'state'],
  leg_expired: ['instrument_name'],
  leg_other_quote: ['quote', 'expected'],
  leg_other_base: ['base', 'expected'],
  leg_without_ticker: ['instrument_name'],
  leg_ticker_stale: ['instrument_name', 'seconds', 'grade'],
  amount_missing: ['unit'],
  amount_not_decimal: [],
  number_invisible: ['character'],
  amount_not_positive: [],
  amount_too_precise: ['digits'],
  amount_off_step: ['step', 'unit'],
  amount_below_block_minimum: ['minimum', 'unit'],
  block_minimum_unknown: ['instrument_name'],
  ratio_unusual: ['ratio'],
  leg_worth_above_limit: ['instrument_name', 'notional_usd', 'limit_usd'],
  legs_worth_above_limit: ['notional_usd', 'limit_usd'],
  worth_unknown: ['instrument_name'],
  hedge_more_than_one: ['count'],
  hedge_instrument_missing: [],
  hedge_unknown: ['instrument_name'],
  hedge_without_sizes: ['instrument_name'],
  hedge_not_future: ['instrument_name'],
  hedge_other_currency: ['currency', 'expected'],
  hedge_not_open: ['state'],
  hedge_expired: ['instrument_name'],
  hedge_direction_missing: [],
  hedge_ticker_stale: ['instrument_name', 'seconds', 'grade'],
  hedge_price_missing: [],
  hedge_price_not_decimal: [],
  hedge_price_not_positive: [],
  hedge_price_off_tick: ['tick'],
  hedge_price_far: ['percent', 'mark_price'],
  hedge_worth_above_limit: ['notional_usd', 'limit_usd'],
  hedge_enlarges_delta: ['before', 'after', 'currency'],
  hedge_misses_delta: ['before', 'after', 'currency'],
  hedge_delta_unknown: [],
  makers_too_many: ['count', 'maximum'],
  maker_blank: [],
  maker_repeated: ['name'],
  maker_unreadable: ['character'],
  maker_too_long: ['maximum'],
  maker_unknown: ['name'],
  anonymous_needs_makers: ['count', 'least'],
  anonymous_needs_a_list: ['least'],
  label_too_long: ['characters', 'maximum'],
  label_control_character: ['character'],
  label_outer_blanks: [],
  label_in_use: ['label'],
  allocation_without_receiver: [],
  allocation_two_receivers: [],
  allocation_receiver_not_whole: ['field'],
  allocation_sum: ['sum', 'amount'],
  equal_request_undecided: ['label'],
  equal_request_lately: ['label', 'seconds'],
  rfq_not_ready: ['reason'],
} as const satisfies Record<string, readonly string[]>;

export type RfqIssueCode = keyof typeof RFQ_ISSUE_PARAMS;
export type RfqIssueParam = (typeof RFQ_ISSUE_PARAMS)[RfqIssueCode][number];
export const RFQ_ISSUE_CODES = Object.keys(RFQ_ISSUE_PARAMS) as [RfqIssueCode, ...RfqIssueCode[]];

/** Where an issue belongs. `index` counts legs, hedges, makers and allocations from 0; null for the part as a whole. */
export const rfqPlaceSchema = z.strictObject({
  part: z.enum(['leg', 'hedge', 'maker', 'disclosed', 'label', 'allocation', 'request']),
  index: z.number().int().nullable(),
  field: z.enum([
    'instrument_name',
    'direction',
    'amount',
    'price',
    'user_id',
    'client_id',
    'client_link_id',
    'receiver',
    'name',
    'value',
  ]),
});
export type RfqPlace = z.infer<typeof rfqPlaceSchema>;

/** A way out: `set` writes the value where the issue is, `add` adds a maker of that name, `remove` takes the part out. */
export const rfqFixSchema = z.strictObject({
  action: z.enum(['set', 'add', 'remove']),
  place: rfqPlaceSchema,
  value: z.string(),
});
export type RfqFix = z.infer<typeof rfqFixSchema>;

export const rfqIssueSchema = z.strictObject({
  code: z.enum(RFQ_ISSUE_CODES),
  /** `error` stops the request; `warning` needs the trader's acknowledgement; `note` is only told. */
  severity: z.enum(['error', 'warning', 'note']),
  place: rfqPlaceSchema,
  params: z.record(z.string(), z.string()),
  /** Best first. */
  fixes: z.array(rfqFixSchema),
});
export type RfqIssue = z.infer<typeof rfqIssueSchema>;

/** A place within a request. */
export function rfqPlace(part: RfqPlace['part'], index: number | null, field: RfqPlace['field']): RfqPlace {
  return { part, index, field };
}

/** Makes an issue whose params are those its code declares. */
export function rfqIssue<Code extends RfqIssueCode>(
  severity: RfqIssue['severity'],
  place: RfqPlace,
  code: Code,
  params: Record<(typeof RFQ_ISSUE_PARAMS)[Code][number], string>,
  fixes: readonly RfqFix[] = [],
): RfqIssue {
  return { code, severity, place, params, fixes: [...fixes] };
}
