/** Names of the calls a window may make. Alone in this file so that the preload stays small. */
export const REQUEST_CHANNELS = [
  'session.open',
  'market.watch',
  'market.instrument',
  'market.find',
  'watchlist.save',
  'workspaces.save',
  'account.read',
  'orders.check',
  'orders.arm',
  'orders.place',
  'orders.list',
  'orders.recheck',
  'orders.confirm_two_orders',
  'orders.cancel',
  'orders.cancel_resting',
  'orders.cancel_account',
  'orders.follow',
  'orders.journey',
  'presets.read',
  'presets.save',
  'guards.read',
  'guards.save',
  'trading.set_stopped',
  'trading.set_ladder',
  'files.save',
  'window.report_error',
] as const;

/** Names of what the back end tells its windows. */
export const EVENT_CHANNELS = [
  'session.changed',
  'market.quotes',
  'account.changed',
  'orders.changed',
  'presets.changed',
] as const;

export type RequestChannel = (typeof REQUEST_CHANNELS)[number];
export type EventChannel = (typeof EVENT_CHANNELS)[number];
