import type { FunctionComponent } from 'react';
import { DesktopParts } from './desktop-parts.tsx';
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
import { RfqComposer } from './features/rfq/composer/composer.tsx';
import { RfqPayoff } from './features/rfq/composer/payoff.tsx';
import { RfqRequests } from './features/rfq/requests.tsx';
import { RfqTape } from './features/rfq/tape/tape.tsx';
import { Amending } from './features/order-ticket/amend/amend-dialog.tsx';
import { Planning } from './features/order-ticket/plans/plan-dialog.tsx';
import { OrderTicket } from './features/order-ticket/order-ticket.tsx';
import { TickerPanel } from './features/ticker/ticker.tsx';
import { Trades } from './features/trades/trades.tsx';
import { Notices } from './features/notices/notices.tsx';
import { ProfileNotices } from './features/profiles/profile-notices.tsx';
import type { LaterPanelId } from './panels.ts';
import { closePanel, openPanel, reopenClosedPanel } from './workspace/closed-panels.ts';
import { duplicateWorkspace, exportWorkspace, importWorkspace, tearOffPanel } from './workspace/workspace-acts.ts';

/** What a window's first sight does without: all of it in one file, which is fetched once that is over. */
export const LATER_PANELS: Readonly<Record<LaterPanelId, FunctionComponent>> = {
  'option-chain': OptionChain,
  ticker: TickerPanel,
  instrument: InstrumentPanel,
  chart: ChartPanel,
  'order-ticket': OrderTicket,
  orders: Orders,
  journal: Journal,
  trades: Trades,
  account: AccountPanel,
  'account-full': AccountFull,
  subaccounts: Subaccounts,
  exposure: Exposure,
  scenario: Scenario,
  alerts: AlertsPanel,
  diagnostics: Diagnostics,
  'rfq-composer': RfqComposer,
  'rfq-payoff': RfqPayoff,
  'rfq-requests': RfqRequests,
  'rfq-tape': RfqTape,
};

export const LATER_PARTS = { Amending, DesktopParts, Planning, Notices, ProfileNotices };

export const LATER_ACTS = {
  closePanel,
  openPanel,
  reopenClosedPanel,
  duplicateWorkspace,
  exportWorkspace,
  importWorkspace,
  tearOffPanel,
};
