import { useEffect, useRef } from 'react';
import { convertPrice } from '../../../shared/options/price-forms.ts';
import { useInstrument } from '../../api/queries.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useSelection } from '../../stores/selection-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { putOnGrid } from './ticket-numbers.ts';
import type { TicketAction } from './ticket-state.ts';

/** Follows the selection of the window, and takes prices that were clicked. */
export function useTicketSelection(
  shown: string | null,
  serviceNowMs: number,
  dispatch: (action: TicketAction) => void,
): void {
  const selected = useSelection((selection) => selection.instrumentName);
  const picked = useSelection((selection) => selection.pickedPrice);
  const instrument = useInstrument(selected).data ?? null;
  const ticker = useQuote(selected)?.quote.ticker ?? null;
  useLook(selected === null ? [] : [selected], 'focused');
  const taken = useRef(0);
  useEffect(() => {
    if (selected !== shown) dispatch({ type: 'select_instrument', instrumentName: selected });
    if (picked === null || picked.count === taken.current || picked.instrumentName !== selected) return;
    // Without metadata the grid of prices isn't known: wait for it.
    if (instrument === null) return;
    taken.current = picked.count;
    const onGrid = putOnGrid(instrument, picked.price);
    const forms = ticker === null ? null : convertPrice(onGrid, null, instrument, ticker, serviceNowMs);
    dispatch({ type: 'take_price', price: picked.price, instrument, forms });
  }, [selected, shown, picked, instrument, ticker, serviceNowMs, dispatch]);
}
