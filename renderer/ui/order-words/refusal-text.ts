/** What the refusals that a sell may meet mean for a trader, by the service's own names. */
const MEANINGS: Readonly<Record<string, string>> = {
  qty_too_low: 'The amount is below what the service takes.',
  price_too_low: 'The price is below the lowest that the service takes now.',
  price_too_low4idx: 'The price is too far below the index.',
  price_too_high: 'The price is above the highest that the service takes now.',
  price_too_high4idx: 'The price is too far above the index.',
  not_enough_funds: 'The account has too little margin for it.',
  not_enough_funds_in_currency: 'The account has too little of the currency for it.',
  book_closed: 'The book is closed.',
  orderbook_closed: 'The book is closed.',
  pme_max_total_open_orders: 'The account has as many open orders as it may.',
  pme_max_future_open_orders: 'The account has as many open orders on futures as it may.',
  pme_max_option_open_orders: 'The account has as many open orders on options as it may.',
  max_spot_open_orders: 'The account has as many open orders on spot pairs as it may.',
  non_pme_max_future_position_size: 'The position would be larger than the account may hold.',
  locked_by_admin: 'The service has locked the book for a while.',
  too_many_requests: 'The account’s allowance of requests was used up.',
  matching_engine_queue_full: 'The engine had too much to do.',
  settlement_in_progress: 'A settlement is in progress.',
  price_wrong_tick: 'The price is between two ticks.',
  trigger_price_wrong_tick: 'The trigger price is between two ticks.',
  trigger_price_too_high: 'The market has reached the trigger already.',
  trigger_price_too_low: 'The market has reached the trigger already.',
  post_only_reject: 'It would have traded at once, and Reject if crossing forbids that.',
  post_only_price_modification_not_possible: 'Post only could not move the price to one that rests.',
  post_only_not_allowed: 'Post only is not possible for such an order.',
  account_locked: 'The account is locked.',
  non_unique_order_label: 'The service knows an order under this label already.',
  order_overlap: 'It would have traded with an order of the account’s own.',
  mmp_trigger: 'Market maker protection has been set off.',
  system_maintenance: 'The service is in maintenance.',
};

/** A refusal in a sentence of its own, with a blank behind it; empty for one whose name has to do. */
export function explainRefusal(name: string): string {
  const meaning = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : undefined;
  return meaning === undefined ? '' : `${meaning} `;
}
