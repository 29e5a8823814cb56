/** Names of the calls a window may make. Alone in this file so that the preload stays small. */
export const REQUEST_CHANNELS = [
  'session.open',
  'market.watch',
  'market.instrument',
  'market.find',
  'market.history',
  'market.chain',
  'watchlist.save',
  'workspaces.save',
  'account.read',
  'account.follow',
  'account.history',
  'alerts.save',
  'orders.check',
  'orders.arm',
  'orders.place',
  'orders.list',
  'orders.recheck',
  'orders.confirm',
  'orders.cancel',
  'orders.cancel_resting',
  'orders.cancel_account',
  'presets.read',
  'presets.save',
  'guards.read',
  'guards.save',
  'trading.stop',
  'trading.ladder',
  'journal.read',
  'history.walk',
  'history.read',
  'rfq.board',
  'rfq.send',
  'window.error',
] as const;

/** Names of what the back end tells its windows. */
export const EVENT_CHANNELS = [
  'session.changed',
  'market.quotes',
  'account.changed',
  'alerts.changed',
  'orders.changed',
  'presets.changed',
  'journal.appended',
  'history.changed',
  'rfq.changed',
] as const;

export type RequestChannel = (typeof REQUEST_CHANNELS)[number];
export type EventChannel = (typeof EVENT_CHANNELS)[number];
