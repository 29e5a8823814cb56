import { useEffect, useRef } from 'react';
import { convertPrice } from '../../../shared/options/price-forms.ts';
import { useInstrument } from '../../api/queries.ts';
import { useQuote } from '../../stores/market-store.ts';
import { useSelection } from '../../stores/selection-store.ts';
import { useLook } from '../../stores/watch-store.ts';
import { usePanelLink } from '../../ui/panel-frame.ts';
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
  const link = usePanelLink();
  // What was clicked before the ticket was there, or before it followed this colour, was not meant for it.
  const taken = useRef({ link, picked });
  useEffect(() => {
    if (selected !== shown) dispatch({ type: 'select_instrument', instrumentName: selected });
    if (taken.current.link !== link || picked?.instrumentName !== selected) taken.current = { link, picked };
    if (picked === null || picked === taken.current.picked) return;
    // Without metadata the grid of prices isn't known: wait for it.
    if (instrument === null) return;
    taken.current = { link, picked };
    const onGrid = putOnGrid(instrument, picked.price);
    const forms = ticker === null ? null : convertPrice(onGrid, null, instrument, ticker, serviceNowMs);
    dispatch({ type: 'take_price', price: picked.price, instrument, forms });
  }, [selected, shown, picked, instrument, ticker, serviceNowMs, link, dispatch]);
}
