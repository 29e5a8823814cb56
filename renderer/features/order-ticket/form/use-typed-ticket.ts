import { useMemo, useReducer } from 'react';
import { whereSized } from '../../../../shared/orders/facts.ts';
import type { Side } from '../../../../shared/orders/side.ts';
import { useInstrument } from '../../../api/queries.ts';
import { useQuote } from '../../../stores/market-store.ts';
import { readServiceNow, useSession } from '../../../stores/session-store.ts';
import { usePresetInForce } from '../presets/use-presets.ts';
import { readKeptTicket, useKeptTicket } from './kept-ticket.ts';
import { buildDraft } from './ticket-draft.ts';
import { listMarked, reduceTicket, seeThroughPreset } from './ticket-preset.ts';
import { summarise } from './ticket-summary.ts';
import { useTicketSelection } from './use-ticket-selection.ts';

/** What stands in the ticket: typed, filled by a preset, or kept from before; and the market it is typed for. */
export type TypedTicket = ReturnType<typeof useTypedTicket>;

/** `sideBefore`: the side of the ticket that this one took the place of; null: it is the first. */
export function useTypedTicket(panelKey: string | null, sideBefore: Side | null) {
  const [own, dispatch] = useReducer(reduceTicket, panelKey, (key) =>
    sideBefore === null ? readKeptTicket(key) : { ...readKeptTicket(key), side: sideBefore },
  );
  const link = useSession((session) => session.link);
  const serviceNowMs = readServiceNow();
  const { noteFilled, wasFilledSince } = useTicketSelection(own, serviceNowMs, dispatch);
  const instrument = whereSized(useInstrument(own.instrumentName).data ?? null);
  const quote = useQuote(own.instrumentName);
  const ticker = quote?.quote.ticker ?? null;
  const isTickerStale = quote?.quote.is_stale ?? true;
  // A price by a rule goes by a market that is there, never by what is left of one.
  const isMarketThere = link === 'connected' && !isTickerStale;
  const preset = usePresetInForce(own, instrument, isMarketThere ? ticker : null, dispatch, noteFilled);
  const state = useMemo(() => seeThroughPreset(own), [own]);
  const marked = useMemo(() => listMarked(own), [own]);
  const mark = ticker?.mark_price ?? null;
  const summary = useMemo(() => summarise(state, instrument, mark), [state, instrument, mark]);
  // Of the ticket alone: what is kept, checked and pressed is the same one while the market moves.
  const draft = useMemo(() => buildDraft(state, instrument), [state, instrument]);
  useKeptTicket(panelKey, own, draft, instrument);
  return {
    own,
    state,
    marked,
    summary,
    draft,
    instrument,
    quote,
    ticker,
    isTickerStale,
    serviceNowMs,
    preset,
    dispatch,
    noteFilled,
    wasFilledSince,
  };
}
