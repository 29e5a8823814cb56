import { useCallback, useEffect, useRef } from 'react';
import { convertPrice } from '../../../../shared/options/price-forms.ts';
import { whereSized } from '../../../../shared/orders/facts.ts';
import { runPanelCommand } from '../../../actions/panel-commands.ts';
import { useInstrument } from '../../../api/queries.ts';
import { useQuote } from '../../../stores/market-store.ts';
import { selectInstrument, useSelection } from '../../../stores/workspace/selection-store.ts';
import { useLook } from '../../../stores/watch-store.ts';
import { takeTicketFill, useTicketFill } from '../../../stores/orders/ticket-fill-store.ts';
import { usePanelFrame, usePanelLink } from '../../../ui/panel-frame.ts';
import { putOnGrid } from './ticket-numbers.ts';
import type { FillAction } from './ticket-fill.ts';
import type { TicketAction } from './ticket-action.ts';
import type { TicketState } from './ticket-state.ts';

/** When the ticket was last filled other than by typing. */
interface Filled {
  readonly noteFilled: () => void;
  /** By the monotonic clock. */
  readonly wasFilledSince: (sinceMs: number) => boolean;
}

/** Follows the selection of the window, takes drafts, and prices that were clicked. */
export function useTicketSelection(
  { instrumentName: shown, pickedPrice, side }: Pick<TicketState, 'instrumentName' | 'pickedPrice' | 'side'>,
  serviceNowMs: number,
  dispatch: (action: TicketAction | FillAction) => void,
): Filled {
  const filledAtMs = useRef(Number.NEGATIVE_INFINITY);
  const noteFilled = useCallback(() => {
    filledAtMs.current = performance.now();
  }, []);
  const selected = useSelection((selection) => selection.instrumentName);
  const picked = useSelection((selection) => selection.pickedPrice);
  const instrument = whereSized(useInstrument(selected).data ?? null);
  const ticker = useQuote(selected)?.quote.ticker ?? null;
  useLook(selected === null ? [] : [selected], 'focused');
  const link = usePanelLink();
  const panelKey = usePanelFrame()?.key ?? null;
  const fill = useTicketFill(panelKey);
  useEffect(() => {
    if (fill === null) return;
    noteFilled();
    takeTicketFill();
    selectInstrument(fill.instrument_name, link);
    dispatch({ type: 'fill', draft: fill });
  }, [fill, link, dispatch, noteFilled]);
  // What was clicked before the ticket was there, or before it followed this colour, was not meant for it.
  const taken = useRef({ link, picked });
  useEffect(() => {
    // A draft brings its instrument: what was selected until now is not wanted any more, and would end what it filled.
    if (fill === null && selected !== shown) dispatch({ type: 'select_instrument', instrumentName: selected });
    if (taken.current.link !== link || picked?.instrumentName !== selected) taken.current = { link, picked };
    if (picked === null || picked === taken.current.picked) return;
    taken.current = { link, picked };
    dispatch({ type: 'pick_price', instrumentName: picked.instrumentName, price: picked.price });
    // Where it was clicked nothing can be typed: its trader goes on with the amount.
    if (panelKey !== null) runPanelCommand(panelKey, 'ticket.amount');
  }, [selected, shown, picked, link, fill, panelKey, dispatch]);

  // Without metadata the grid of prices isn't known: the price waits for it in the ticket.
  useEffect(() => {
    if (pickedPrice === null || instrument === null) return;
    const onGrid = putOnGrid(instrument, pickedPrice);
    const forms = ticker === null ? null : convertPrice(onGrid, null, instrument, ticker, serviceNowMs, side);
    dispatch({ type: 'take_price', instrument, forms });
  }, [pickedPrice, instrument, ticker, serviceNowMs, side, dispatch]);
  return { noteFilled, wasFilledSince: (sinceMs) => filledAtMs.current > sinceMs };
}
