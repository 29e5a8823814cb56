import type { IndexExposure, PendingTrade } from '../../../shared/risk/scenario.ts';
import { useAccount, useInstruments } from '../../api/queries.ts';
import { useLegs } from '../../stores/rfq/legs-store.ts';
import { useMarket } from '../../stores/market-store.ts';
import { useOrders } from '../../stores/orders/orders-store.ts';
import { buildDraft, useRfqForm } from '../../stores/rfq/rfq-store.ts';
import { useRiskCurrency } from '../../stores/risk-store.ts';
import { readServiceNow } from '../../stores/session-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { perpetualOfIndex } from '../../ui/words/perpetual-of-index.ts';
import { tellUnits, type Units } from '../../ui/words/units.ts';
import {
  isOpen,
  listExposures,
  listIndices,
  type Proposal,
  proposalOf,
  proposalsOf,
  valueProposal,
} from './exposures.ts';

/** Trades that may come, and those that can't be valued, with the reason. */
export interface PossibleTrades {
  readonly trades: readonly { readonly name: string; readonly trade: PendingTrade; readonly units: Units }[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/** What a scenario is worked out from. */
export interface ScenarioInputs {
  /** The currency whose account it is about, or all of them. */
  readonly scope: string;
  readonly exposures: readonly IndexExposure[];
  readonly unpriced: readonly string[];
  /** Sensitivities that the service does not tell by index. */
  readonly untold: readonly string[];
  /** Instruments whose prices are of before: newer ones should have come. */
  readonly stale: readonly string[];
  readonly orders: PossibleTrades;
  /** The Block RFQ that is being composed. */
  readonly draft: PossibleTrades;
}

/** The account, the open orders and the Block RFQ being composed, with their markets, which are watched from here on; null before the account is read. */
export function useScenario(): ScenarioInputs | null {
  const summaries = useAccount().data?.snapshot.summaries ?? null;
  const chosen = useRiskCurrency();
  const known =
    summaries?.find(({ currency }) => currency === chosen) ?? (chosen === 'All' ? undefined : summaries?.[0]);
  const shown = known === undefined ? (summaries ?? []) : [known];
  const currencies = new Set(shown.map(({ currency }) => currency));
  const entries = useOrders((state) => state.entries);
  const form = useRfqForm();
  const orders = [...entries.values()]
    .map(({ row }) => row)
    .filter((row) => isOpen(row) && currencies.has(row.currency))
    .map(proposalOf);
  const drafted = proposalsOf(buildDraft(form, useLegs()));
  const names = [...new Set([...orders, ...drafted].map(({ instrumentName }) => instrumentName))].filter(
    (name) => name !== '',
  );
  const perpetuals = listIndices(shown).map(perpetualOfIndex);
  const watched = [...new Set([...names, ...perpetuals])];
  useLook(watched, 'background');
  const instruments = useInstruments(names);
  const quotes = useMarket((state) => state.quotes);
  if (summaries === null || summaries.length === 0) return null;
  const tickerOf = (name: string) => quotes.get(name)?.quote.ticker ?? null;
  const priceOf = (index: string): number | null => {
    const price = tickerOf(perpetualOfIndex(index))?.index_price;
    return price == null ? null : Number(price);
  };
  const value = (proposals: readonly Proposal[]): PossibleTrades => {
    const trades: { name: string; trade: PendingTrade; units: Units }[] = [];
    const leftOut: { name: string; reason: string }[] = [];
    for (const proposal of proposals) {
      const { name, instrumentName } = proposal;
      const instrument = instruments.get(instrumentName);
      const trade = valueProposal(proposal, instrument, tickerOf(instrumentName), readServiceNow());
      if (typeof trade === 'string') leftOut.push({ name, reason: trade });
      else trades.push({ name, trade, units: tellUnits(instrument ?? null) });
    }
    return { trades, leftOut };
  };
  const isShown = ({ instrumentName }: Proposal): boolean => {
    const instrument = instruments.get(instrumentName);
    return instrument === undefined || currencies.has(instrument.settlement_currency ?? instrument.base_currency);
  };
  return {
    scope: known?.currency ?? 'all currencies',
    ...listExposures(shown, priceOf),
    stale: watched.filter((name) => quotes.get(name)?.quote.is_stale === true && tickerOf(name) !== null),
    orders: value(orders),
    draft: value(drafted.filter(isShown)),
  };
}
