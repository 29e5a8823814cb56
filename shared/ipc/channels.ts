/** Names of the calls a window may make. Alone in this file so that the preload stays small. */
export const REQUEST_CHANNELS = [
  'session.open',
  'market.watch',
  'market.instrument',
  'market.find',
  'watchlist.save',
  'workspaces.save',
  'account.read',
  'account.follow',
  'account.history',
  'alerts.save',
  'orders.check',
  'orders.place',
  'orders.list',
  'orders.recheck',
  'trading.set_stopped',
  'window.report_error',
] as const;

/** Names of what the back end tells its windows. */
export const EVENT_CHANNELS = [
  'session.changed',
  'market.quotes',
  'account.changed',
  'alerts.changed',
  'orders.changed',
] as const;

export type RequestChannel = (typeof REQUEST_CHANNELS)[number];
export type EventChannel = (typeof EVENT_CHANNELS)[number];
