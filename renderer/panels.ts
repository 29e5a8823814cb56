import type { PanelDefinition } from './workspace/panel-definition.ts';

/** Every panel that a workspace can hold, in the order of the menu. */
export const PANELS = [
  { id: 'watchlist', name: 'Watchlist', isLinked: true, comesFirst: true, minimumWidth: 440 },
  { id: 'option-chain', name: 'Option chain', isLinked: true, minimumWidth: 430 },
  { id: 'ticker', name: 'Ticker', isLinked: true, minimumWidth: 260 },
  { id: 'instrument', name: 'Instrument', isLinked: true, minimumWidth: 260 },
  { id: 'chart', name: 'Chart', isLinked: true, minimumWidth: 300, minimumHeight: 200 },
  {
    id: 'order-ticket',
    name: 'Order ticket',
    staysMade: true,
    isLinked: true,
    minimumWidth: 356,
    maximumWidth: 460,
    minimumHeight: 380,
  },
  { id: 'orders', name: 'Orders', minimumWidth: 300, minimumHeight: 120 },
  { id: 'journal', name: 'Journal', minimumWidth: 300, minimumHeight: 120 },
  { id: 'trades', name: 'Trades', minimumWidth: 300, minimumHeight: 120 },
  { id: 'account', name: 'Account', isLinked: true, minimumWidth: 260, minimumHeight: 120 },
  { id: 'account-full', name: 'Account in full', minimumWidth: 340, minimumHeight: 160 },
  { id: 'subaccounts', name: 'Subaccounts', minimumWidth: 340, minimumHeight: 160 },
  { id: 'exposure', name: 'Exposure over time', minimumWidth: 320, minimumHeight: 160 },
  { id: 'scenario', name: 'Scenario', minimumWidth: 340, minimumHeight: 160 },
  { id: 'alerts', name: 'Alerts', minimumWidth: 320, minimumHeight: 160 },
  { id: 'diagnostics', name: 'Diagnostics', minimumWidth: 300, minimumHeight: 120 },
  { id: 'rfq-composer', name: 'Block RFQ composer', minimumWidth: 640 },
  { id: 'rfq-payoff', name: 'Payoff', minimumWidth: 320 },
  { id: 'rfq-requests', name: 'My requests', minimumWidth: 300, minimumHeight: 100 },
  { id: 'rfq-tape', name: 'Public tape', minimumWidth: 320, minimumHeight: 100 },
] as const satisfies readonly PanelDefinition[];

export type PanelId = (typeof PANELS)[number]['id'];

/** Those that are not among what a window shows first. */
export type LaterPanelId = Exclude<PanelId, 'watchlist'>;
