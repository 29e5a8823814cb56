import { lookUp } from './foreign-text.ts';

/** What rejections that a sell may meet mean for a trader, by the service's own names. */
const MEANINGS: Readonly<Record<string, string>> = {
  qty_too_low: 'The amount is below what the service takes',
  price_too_low: 'The price is below the price band',
  price_too_low4idx: 'The price is too far below the index',
  price_too_high: 'The price is above the price band',
  price_too_high4idx: 'The price is too far above the index',
  not_enough_funds: 'The account has too little margin',
  not_enough_funds_in_currency: 'The account has too little of the currency',
  book_closed: 'The book is closed',
  orderbook_closed: 'The book is closed',
  pme_max_total_open_orders: 'The account’s limit of open orders is reached',
  pme_max_future_open_orders: 'The account’s limit of open futures orders is reached',
  pme_max_option_open_orders: 'The account’s limit of open option orders is reached',
  max_spot_open_orders: 'The account’s limit of open spot orders is reached',
  non_pme_max_future_position_size: 'The position would exceed the account’s limit',
  locked_by_admin: 'The service has locked the book for now',
  too_many_requests: 'The account sent too many requests',
  matching_engine_queue_full: 'The engine was overloaded',
  settlement_in_progress: 'A settlement is in progress',
  price_wrong_tick: 'The price is between two ticks',
  trigger_price_wrong_tick: 'The trigger price is between two ticks',
  trigger_price_too_high: 'The market has reached the trigger already',
  trigger_price_too_low: 'The market has reached the trigger already',
  post_only_reject: 'Would have crossed the spread, so post only rejected it',
  post_only_price_modification_not_possible: 'Post only found no price that rests',
  post_only_not_allowed: 'Post only is not possible for this order',
  account_locked: 'The account is locked',
  non_unique_order_label: 'The service already has an order with this label',
  order_overlap: 'It would have traded with your own order',
  mmp_trigger: 'Market maker protection was triggered',
  system_maintenance: 'The service is in maintenance',
};

/** What a refusal means, without a full stop; null for one whose name has to do. */
export function explainRefusal(name: string): string | null {
  return lookUp(MEANINGS, name) ?? null;
}
