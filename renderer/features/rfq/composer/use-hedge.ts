import { useState } from 'react';
import { amountUnit, whereSized } from '../../../../shared/orders/facts.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import { coinSize, positionGreeks } from '../../../../shared/rfq/analysis/totals.ts';
import { accountDelta, type DeltaKind, proposeHedge } from '../../../../shared/rfq/hedge.ts';
import { basePart } from '../../../../shared/rfq/structure.ts';
import { useAccount, useInstrument } from '../../../api/queries.ts';
import { useFutureNames } from '../../../api/rfq-queries.ts';
import { useQuote } from '../../../stores/market-store.ts';
import { setForm } from '../../../stores/rfq/rfq-store.ts';
import { useLook } from '../../../stores/watch-store.ts';
import type { RfqView } from '../use-rfq.ts';

/** The hedge of a request: what is proposed, what stands, and the deltas that it leaves. */
export type HedgeChoice = ReturnType<typeof useHedge>;

/** Without a hedge, of the perpetual or the one that was looked at. */
export function useHedge(view: RfqView) {
  const { hedge } = view.form;
  const pair = basePart(view.legs[0]?.leg.instrumentName ?? '');
  const futures = useFutureNames(pair).data ?? [];
  const [wanted, setWanted] = useState<string | null>(null);
  const [kind, setKind] = useState<DeltaKind>('delta');
  const perpetual = futures.find((name) => name.endsWith('-PERPETUAL')) ?? futures[0] ?? null;
  const chosen = hedge?.instrument_name ?? wanted ?? perpetual;
  useLook(chosen === null ? [] : [chosen], 'visible');
  const ticker = useQuote(chosen)?.quote.ticker ?? null;
  const instrument = whereSized(useInstrument(chosen).data ?? null);
  // A hedge takes away what is held of its own coin, and nothing else.
  const own = view.priced.filter(({ instrument: { base_currency } }) => base_currency === instrument?.base_currency);
  const greeks = view.priced.length === view.legs.length ? positionGreeks(own, view.serviceNowMs) : null;
  const delta = greeks?.[kind] ?? null;
  const proposed = delta === null || instrument === null ? null : proposeHedge(delta, instrument, ticker);
  const amount = hedge === null ? null : readNumber(hedge.amount);
  const coins = amount === null || instrument === null ? null : coinSize(instrument, amount, ticker);
  const left = delta === null || coins === null ? null : delta + (hedge?.direction === 'buy' ? coins : -coins);
  const summaries = useAccount().data?.snapshot.summaries ?? [];
  const held = instrument === null ? null : accountDelta(summaries, instrument, kind);
  const added = hedge === null ? delta : left;
  const proposal = proposed?.ok === true ? proposed.value : null;

  function propose(): void {
    if (proposal === null || chosen === null) return;
    const { direction, amount: size, price } = proposal;
    setForm({ hedge: { instrument_name: chosen, direction, amount: size, price } });
  }

  function choose(name: string): void {
    setWanted(name);
    if (hedge !== null) setForm({ hedge: { ...hedge, instrument_name: name } });
  }

  return {
    futures,
    chosen,
    kind,
    greeks,
    instrument,
    unit: instrument === null ? '' : amountUnit(instrument),
    coin: instrument?.base_currency ?? '',
    proposal,
    /** Whether the delta needs none. */
    isFlat: proposed?.ok === false && proposed.error === 'flat',
    /** Delta that the hedge leaves of the request's own. */
    left,
    /** The account's delta, and what it becomes if all of it trades. */
    account: held === null || added === null ? null : { held, becomes: held + added },
    issues: view.verdict.issues.filter(({ place }) => place.part === 'hedge'),
    setKind,
    propose,
    choose,
  };
}
