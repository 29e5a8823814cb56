import { type ForecastStep, step } from '../forecast-schema.ts';
import { isIcebergPossible } from '../order-types.ts';
import type { Sell } from './sell.ts';

/**
 * What the draft leaves open, which then is as the contract has it: all of the amount shows, market maker protection does not
 * hold, the first fill counts for linked orders. All else the request says itself.
 */
export function forecastDefaults({ draft, instrument, facts }: Sell): ForecastStep[] {
  const mayHide = isIcebergPossible(draft) && instrument.kind !== 'future_combo';
  const mayProtect = draft.type === 'limit' && facts.isMmpEnabled === true;
  const open = [
    ...(mayHide && draft.display_amount.trim() === '' ? ['display_amount'] : []),
    ...(mayProtect && !draft.mmp ? ['mmp'] : []),
    ...(draft.linked_order_type !== null && draft.trigger_fill_condition === null ? ['trigger_fill_condition'] : []),
  ];
  return open.length === 0 ? [] : [step('good', 'defaults', { fields: open.join(' ') })];
}
