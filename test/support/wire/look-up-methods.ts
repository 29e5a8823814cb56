/** What shows an order by its label: closed ones too, for half an hour; open ones alone; and the account's trades. */
export const STATE = 'private/get_order_state_by_label';
export const OPEN = 'private/get_open_orders_by_label';
export const TRADES = 'private/get_user_trades_by_instrument_and_time';
