import { type ForecastStep, step } from './forecast-schema.ts';
import type { Sell } from './sell.ts';

/**
 * What the draft leaves open, which then is as the contract has it: market maker protection does not hold, where the account has
 * any; the first fill counts for linked orders. All else the request says itself, or its field on the ticket.
 */
export function forecastDefaults({ draft, facts }: Sell): ForecastStep[] {
  const mayProtect = draft.type === 'limit' && facts.isMmpEnabled === true;
  const open = [
    ...(mayProtect && !draft.mmp ? ['mmp'] : []),
    ...(draft.linked_order_type !== null && draft.trigger_fill_condition === null ? ['trigger_fill_condition'] : []),
  ];
  return open.length === 0 ? [] : [step('good', 'defaults', { fields: open.join(' ') })];
}
