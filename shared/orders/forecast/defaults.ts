import { type ForecastStep, step } from './forecast-schema.ts';
import type { ReadOrder } from './read-order.ts';

/**
 * Terms that the draft leaves to the contract's defaults: no market maker protection; linked orders come with the first
 * fill.
 */
export function forecastDefaults({ draft, facts }: ReadOrder): ForecastStep[] {
  const mayProtect = draft.type === 'limit' && facts.isMmpEnabled === true;
  const open = [
    ...(mayProtect && !draft.mmp ? ['mmp'] : []),
    ...(draft.linked_order_type !== null && draft.trigger_fill_condition === null ? ['trigger_fill_condition'] : []),
  ];
  return open.length === 0 ? [] : [step('good', 'defaults', { fields: open.join(' ') })];
}
