import { AccountPanel } from './features/account/account.tsx';
import { Orders } from './features/orders/orders.tsx';
import { RfqComposer } from './features/rfq/composer.tsx';
import { RfqPayoff } from './features/rfq/payoff.tsx';
import { RfqRequests } from './features/rfq/requests.tsx';
import { SellTicket } from './features/sell-ticket/sell-ticket.tsx';
import { TickerPanel } from './features/ticker/ticker.tsx';
import { Watchlist } from './features/watchlist/watchlist.tsx';
import type { PanelDefinition } from './workspace/panel-definition.ts';

/** Every panel that a workspace can hold, in the order of the menu. */
export const PANELS: readonly PanelDefinition[] = [
  { id: 'watchlist', name: 'Watchlist', component: Watchlist, isLinked: true, minimumWidth: 240 },
  { id: 'ticker', name: 'Ticker', component: TickerPanel, isLinked: true, minimumWidth: 260 },
  {
    id: 'sell-ticket',
    name: 'Sell ticket',
    component: SellTicket,
    isLinked: true,
    minimumWidth: 356,
    maximumWidth: 460,
  },
  { id: 'orders', name: 'Orders', component: Orders, minimumWidth: 300, minimumHeight: 120 },
  { id: 'account', name: 'Account', component: AccountPanel, minimumWidth: 260, minimumHeight: 120 },
  { id: 'rfq-composer', name: 'Block RFQ composer', component: RfqComposer, minimumWidth: 640 },
  { id: 'rfq-payoff', name: 'Payoff', component: RfqPayoff, minimumWidth: 320 },
  { id: 'rfq-requests', name: 'My requests', component: RfqRequests, minimumWidth: 300, minimumHeight: 100 },
];
