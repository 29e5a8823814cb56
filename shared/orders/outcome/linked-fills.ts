import type { OrderDraft } from '../draft.ts';

/** Whether one may fill whole after another has filled: of two that cancel each other, where only all of one cancels. */
export function mayAllFill({
  linked_order_type,
  trigger_fill_condition,
}: Pick<OrderDraft, 'linked_order_type' | 'trigger_fill_condition'>): boolean {
  return linked_order_type === 'one_triggers_other' || trigger_fill_condition === 'complete_fill';
}
