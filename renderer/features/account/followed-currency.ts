import { useState } from 'react';
import { settlementCurrency } from '../../../shared/service/instrument.ts';
import { useInstrument } from '../../api/queries.ts';
import { usePanelSetting } from '../../stores/workspace/panel-settings.ts';
import { useSelection } from '../../stores/workspace/selection-store.ts';

/** Of the account's currencies the one that is pinned, else the one that is followed, else the first; null of none. */
export function chooseCurrency(
  currencies: readonly string[],
  pinned: string | null,
  followed: string | null,
): string | null {
  return [pinned, followed].find((each) => each !== null && currencies.includes(each)) ?? currencies[0] ?? null;
}

/** What the panel's currency is pinned to, what the selected instrument settles in, and what pins another or, by null, none. */
export function useFollowedCurrency() {
  const [pinned, pin] = usePanelSetting('currency');
  const instrument = useInstrument(useSelection((state) => state.instrumentName)).data ?? null;
  const settles = instrument === null ? null : settlementCurrency(instrument);
  // While the next instrument is read, the account stays where it is.
  const [followed, follow] = useState(settles);
  if (settles !== null && settles !== followed) follow(settles);
  return { pinned, followed: settles ?? followed, pin };
}
