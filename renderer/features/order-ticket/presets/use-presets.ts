import { useEffect, useMemo, useRef } from 'react';
import { pickPreset, type Preset } from '../../../../shared/orders/presets.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import { usePresets } from '../../../api/queries.ts';
import type { PresetAction } from '../form/ticket-preset.ts';
import type { TicketState } from '../form/ticket-state.ts';

/**
 * Lays the preset for the instrument over the ticket when either changes; gives that preset, or null. `noteFilled` hears when
 * it changes what would be sold: nobody typed that.
 */
export function usePresetInForce(
  own: TicketState,
  instrument: Instrument | null,
  ticker: Ticker | null,
  dispatch: (action: PresetAction) => void,
  noteFilled: () => void,
): Preset | null {
  const { instrumentName } = own;
  const presets = usePresets().data;
  const isReady = presets !== undefined && instrument !== null && instrument.instrument_name === instrumentName;
  const found = isReady ? pickPreset(presets, instrument, own.side) : null;
  // The list is read anew now and then; what it says of the instrument changes less often.
  const text = found === null ? null : JSON.stringify(found);
  const preset = useMemo(() => (text === null ? null : (JSON.parse(text) as Preset)), [text]);

  // A new ticker or new metadata is no reason to lay it over the ticket again.
  const applied = useRef<{ readonly instrumentName: string | null; readonly text: string | null } | null>(null);
  useEffect(() => {
    // The ticket drops a preset with its instrument, also for one that is not known yet when the first comes back.
    if (applied.current?.instrumentName !== instrumentName) applied.current = null;
    if (!isReady || applied.current?.text === text) return;
    if (text !== null || (applied.current?.text ?? null) !== null) noteFilled();
    applied.current = { instrumentName, text };
    dispatch({ type: 'apply_preset', preset, instrument, ticker });
  }, [isReady, instrumentName, text, preset, instrument, ticker, dispatch, noteFilled]);

  const waitsForMarket = own.preset !== null && own.preset.priceRule !== null && own.preset.price === null;
  useEffect(() => {
    if (!waitsForMarket || !isReady || ticker === null) return;
    noteFilled();
    dispatch({ type: 'price_preset', instrument, ticker });
  }, [waitsForMarket, isReady, instrument, ticker, dispatch, noteFilled]);

  return preset;
}
