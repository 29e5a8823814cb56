import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { DecimalString } from '../../../../shared/decimal.ts';
import type { TemplateLeg } from '../../../../shared/rfq/templates.ts';
import { useInstruments } from '../../../api/rfq-queries.ts';
import type { NewLeg } from '../../../stores/rfq/rfq-store.ts';
import { marketStore } from '../../../stores/market-store.ts';
import { useLook } from '../../../stores/watch-store.ts';
import { leastAmount, legAmount } from './solved-amounts.ts';

/** Legs of a structure that was solved, with amounts; the least ones where none is given. */
export interface SizedLegs {
  /** The amount they were made for; null while it is not known. */
  readonly wanted: DecimalString | null;
  /** What is shown, and taken as it is shown. */
  readonly shown: readonly TemplateLeg[];
  /** Null while an instrument, or a price that an amount needs, is not known. */
  readonly legs: readonly NewLeg[] | null;
}

/** The same question as before is answered as before until its new answer is whole: a button must not go under a press. */
export function useHeldLegs(question: string, sized: SizedLegs): SizedLegs {
  const held = useRef({ question, sized });
  const isWorse = sized.legs === null && held.current.question === question && held.current.sized.legs !== null;
  const best = isWorse ? held.current.sized : sized;
  useEffect(() => {
    held.current = { question, sized: best };
  });
  return best;
}

/** Sizes legs that were solved. Their futures are watched: `forward` stands in for a mark that did not come yet. */
export function useSizedLegs(
  legs: readonly TemplateLeg[],
  typed: DecimalString | null,
  forward: DecimalString | null,
): SizedLegs {
  const instruments = useInstruments(legs.map(({ instrumentName }) => instrumentName));
  const known = [...instruments.values()].filter((instrument) => instrument !== null);
  const isBesideOptions = known.some(({ kind }) => kind === 'option');
  const futures = known.filter(({ kind }) => kind === 'future').map(({ instrument_name }) => instrument_name);
  useLook(isBesideOptions ? futures : [], 'background');
  const quotes = useStore(marketStore, (state) => state.quotes);
  const wanted = typed ?? leastAmount(legs, instruments);
  if (wanted === null || legs.length === 0) return { wanted, shown: legs, legs: null };
  const sized = legs.flatMap(({ instrumentName, direction, ratio }) => {
    const mark = quotes.get(instrumentName)?.quote.ticker?.mark_price ?? forward;
    const instrument = instruments.get(instrumentName) ?? null;
    const amount = legAmount({ instrumentName, direction, ratio }, wanted, isBesideOptions, instrument, mark);
    return amount === null ? [] : [{ instrumentName, direction, amount }];
  });
  return { wanted, shown: legs, legs: sized.length === legs.length ? sized : null };
}
