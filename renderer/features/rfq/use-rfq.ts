import type { RfqBoard } from '../../../shared/ipc/schemas/rfq-schema.ts';
import { isPositive, parseDecimal } from '../../../shared/decimal.ts';
import { whereSized } from '../../../shared/orders/facts.ts';
import type { PricedLeg } from '../../../shared/rfq/analysis/position.ts';
import type { RfqDraft } from '../../../shared/rfq/draft.ts';
import { findEqualLately, findUndecidedEqual } from '../../../shared/rfq/equal.ts';
import type { RfqFacts } from '../../../shared/rfq/facts.ts';
import { DEFAULT_RFQ_GUARDS } from '../../../shared/rfq/guards.ts';
import { rfqIssue, rfqPlace } from '../../../shared/rfq/issue.ts';
import { type Recognised, recognise } from '../../../shared/rfq/recognise.ts';
import { checkRfq, type RfqVerdict } from '../../../shared/rfq/rules.ts';
import { settleHedge, settleLegAmount, settleRfq } from '../../../shared/rfq/settle-typed.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { useInstruments, useRfqBoard } from '../../api/rfq-queries.ts';
import { type PickedLeg, useLegs } from '../../stores/rfq/legs-store.ts';
import { type ReceivedQuote, useMarket } from '../../stores/market-store.ts';
import { readServiceNow, useSession } from '../../stores/session-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { amountOf, buildDraft, type RfqForm, useRfqForm } from '../../stores/rfq/rfq-store.ts';

/** A leg as the table shows it. */
export interface LegView {
  readonly leg: PickedLeg;
  readonly amount: string;
  readonly instrument: Instrument | null;
  readonly received: ReceivedQuote | null;
}

/** Everything the composer shows, worked out from the legs, the form and the market of the moment. */
export interface RfqView {
  readonly form: RfqForm;
  readonly draft: RfqDraft;
  readonly legs: readonly LegView[];
  readonly verdict: RfqVerdict;
  readonly recognised: Recognised | null;
  readonly board: RfqBoard | null;
  /** Legs whose amount and metadata can be read, at their full amounts. */
  readonly priced: readonly PricedLeg[];
  readonly hedgeInstrument: Instrument | null;
  readonly hedgeQuote: ReceivedQuote | null;
  /** The service's clock, milliseconds. */
  readonly serviceNowMs: number;
}

/** The legs with their metadata and prices, which are watched from here on. */
export function useLegViews(): readonly LegView[] {
  const picked = useLegs();
  const form = useRfqForm();
  const names = picked.map(({ instrumentName }) => instrumentName);
  useLook(names, 'visible');
  const instruments = useInstruments(names);
  const quotes = useMarket((state) => state.quotes);
  return picked.map((leg) => ({
    leg,
    amount: amountOf(form, leg),
    instrument: instruments.get(leg.instrumentName) ?? null,
    received: quotes.get(leg.instrumentName) ?? null,
  }));
}

/** Legs that can be valued as far as amounts and metadata go. */
export function priceLegs(views: readonly LegView[]): PricedLeg[] {
  return views.flatMap(({ leg, amount, instrument: known, received }) => {
    const instrument = whereSized(known);
    const value = parseDecimal(settleLegAmount(amount, instrument));
    if (value === null || instrument === null || value.startsWith('-') || value === '0') return [];
    return [{ instrument, direction: leg.direction, amount: value, ticker: received?.quote.ticker ?? null }];
  });
}

export type HedgeLeg = PricedLeg & Required<Pick<PricedLeg, 'entry'>>;

/** The hedge at its price; null until side, amount and price are there, and metadata is read. */
export function useHedgeLeg(): HedgeLeg | null {
  const typed = useRfqForm().hedge;
  const name = typed?.instrument_name ?? '';
  const names = name === '' ? [] : [name];
  useLook(names, 'visible');
  const instrument = whereSized(useInstruments(names).get(name) ?? null);
  const hedge = typed === null ? null : settleHedge(typed, instrument);
  const quotes = useMarket((state) => state.quotes);
  const [amount, entry] = [parseDecimal(hedge?.amount ?? ''), parseDecimal(hedge?.price ?? '')];
  if (hedge === null || hedge.direction === '' || instrument === null) return null;
  if (amount === null || entry === null || !isPositive(amount) || !isPositive(entry)) return null;
  return { instrument, direction: hedge.direction, amount, entry, ticker: quotes.get(name)?.quote.ticker ?? null };
}

/** Age of the oldest price among those that are too old, milliseconds; null where all are of now. */
export function useOldestMs(instrumentNames: readonly string[]): number | null {
  return useMarket(({ quotes }) => {
    const known = instrumentNames.flatMap((name) => quotes.get(name)?.quote ?? []);
    const ages = known.filter(({ is_stale }) => is_stale).map(({ age_ms }) => age_ms);
    return ages.length === 0 ? null : Math.max(...ages);
  });
}

export function useRfq(): RfqView {
  const legs = useLegViews();
  const form = useRfqForm();
  const hedgeName = form.hedge?.instrument_name ?? '';
  const hedgeNames = hedgeName === '' ? [] : [hedgeName];
  useLook(hedgeNames, 'visible');
  const hedgeInstrument = useInstruments(hedgeNames).get(hedgeName) ?? null;
  const quotes = useMarket((state) => state.quotes);
  const board = useRfqBoard().data ?? null;
  const tradingBlocked = useSession((state) => state.status?.selling_blocked ?? null);
  const isLost = useSession((state) => state.link === 'lost');
  const serviceNowMs = readServiceNow();
  const instruments = new Map([
    ...legs.map((view) => [view.leg.instrumentName, view.instrument] as const),
    [hedgeName, hedgeInstrument] as const,
  ]);
  const typed = buildDraft(
    form,
    legs.map(({ leg }) => leg),
  );
  const draft = settleRfq(typed, (name) => instruments.get(name) ?? null);
  const reason = isLost ? 'back_end_lost' : tradingBlocked?.params['reason'];
  const { rows = [], guards = DEFAULT_RFQ_GUARDS } = board ?? {};
  const facts: RfqFacts = {
    of: (name) => {
      const quote = quotes.get(name)?.quote;
      return {
        instrument: instruments.get(name) ?? null,
        ticker: quote?.ticker ?? null,
        tickerAgeMs: quote?.age_ms ?? 0,
        isTickerStale: quote?.is_stale ?? false,
      };
    },
    listedMakers: board?.listed_makers ?? null,
    serviceNowMs,
    isLabelInUse: (label) => rows.some((row) => row.label === label),
    undecidedEqualLabel: (other) => findUndecidedEqual(rows, other),
    equalLately: (other) => findEqualLately(rows, other, serviceNowMs, guards.equal_within_ms),
    guards,
    blocked:
      reason === undefined ? null : rfqIssue('error', rfqPlace('request', null, 'value'), 'rfq_not_ready', { reason }),
  };
  const verdict = checkRfq(draft, facts);
  return {
    form,
    draft,
    legs,
    verdict,
    recognised: verdict.structure === null ? null : recognise(verdict.structure),
    board,
    priced: priceLegs(legs),
    hedgeInstrument,
    hedgeQuote: quotes.get(hedgeName) ?? null,
    serviceNowMs,
  };
}
