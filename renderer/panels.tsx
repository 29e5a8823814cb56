import { AccountPanel } from './features/account/account.tsx';
import { ChartPanel } from './features/chart/chart.tsx';
import { InstrumentPanel } from './features/instrument/instrument.tsx';
import { OptionChain } from './features/option-chain/option-chain.tsx';
import { AccountFull } from './features/account/account-full.tsx';
import { Subaccounts } from './features/account/subaccounts.tsx';
import { AlertsPanel } from './features/alerts/alerts.tsx';
import { Diagnostics } from './features/diagnostics/diagnostics.tsx';
import { Journal } from './features/journal/journal.tsx';
import { Orders } from './features/orders/orders.tsx';
import { Exposure } from './features/risk/exposure.tsx';
import { Scenario } from './features/risk/scenario.tsx';
import { RfqComposer } from './features/rfq/composer.tsx';
import { RfqPayoff } from './features/rfq/payoff.tsx';
import { RfqRequests } from './features/rfq/requests.tsx';
import { RfqTape } from './features/rfq/tape.tsx';
import { SellTicket } from './features/sell-ticket/sell-ticket.tsx';
import { TickerPanel } from './features/ticker/ticker.tsx';
import { Trades } from './features/trades/trades.tsx';
import { Watchlist } from './features/watchlist/watchlist.tsx';
import type { PanelDefinition } from './workspace/panel-definition.ts';

/** Every panel that a workspace can hold, in the order of the menu. */
export const PANELS: readonly PanelDefinition[] = [
  { id: 'watchlist', name: 'Watchlist', component: Watchlist, isLinked: true, comesFirst: true, minimumWidth: 430 },
  { id: 'option-chain', name: 'Option chain', component: OptionChain, isLinked: true, minimumWidth: 430 },
  { id: 'ticker', name: 'Ticker', component: TickerPanel, isLinked: true, minimumWidth: 260 },
  { id: 'instrument', name: 'Instrument', component: InstrumentPanel, isLinked: true, minimumWidth: 260 },
  { id: 'chart', name: 'Chart', component: ChartPanel, isLinked: true, minimumWidth: 300, minimumHeight: 200 },
  {
    id: 'sell-ticket',
    name: 'Sell ticket',
    component: SellTicket,
    staysMade: true,
    isLinked: true,
    minimumWidth: 356,
    maximumWidth: 460,
    minimumHeight: 380,
  },
  { id: 'orders', name: 'Orders', component: Orders, minimumWidth: 300, minimumHeight: 120 },
  { id: 'journal', name: 'Journal', component: Journal, minimumWidth: 300, minimumHeight: 120 },
  { id: 'trades', name: 'Trades', component: Trades, minimumWidth: 300, minimumHeight: 120 },
  { id: 'account', name: 'Account', component: AccountPanel, minimumWidth: 260, minimumHeight: 120 },
  { id: 'account-full', name: 'Account in full', component: AccountFull, minimumWidth: 340, minimumHeight: 160 },
  { id: 'subaccounts', name: 'Subaccounts', component: Subaccounts, minimumWidth: 340, minimumHeight: 160 },
  { id: 'exposure', name: 'Exposure over time', component: Exposure, minimumWidth: 320, minimumHeight: 160 },
  { id: 'scenario', name: 'Scenario', component: Scenario, minimumWidth: 340, minimumHeight: 160 },
  { id: 'alerts', name: 'Alerts', component: AlertsPanel, minimumWidth: 320, minimumHeight: 160 },
  { id: 'diagnostics', name: 'Diagnostics', component: Diagnostics, minimumWidth: 300, minimumHeight: 120 },
  { id: 'rfq-composer', name: 'Block RFQ composer', component: RfqComposer, minimumWidth: 640 },
  { id: 'rfq-payoff', name: 'Payoff', component: RfqPayoff, minimumWidth: 320 },
  { id: 'rfq-requests', name: 'My requests', component: RfqRequests, minimumWidth: 300, minimumHeight: 100 },
  { id: 'rfq-tape', name: 'Public tape', component: RfqTape, minimumWidth: 320, minimumHeight: 100 },
];
