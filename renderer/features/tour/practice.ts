import { EMPTY_DRAFT, type OrderDraft } from '../../../shared/orders/draft.ts';
import { nextFreeLabel } from '../../../shared/orders/rules/label.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';

const LABEL = 'practice';

/** A small market sell that fills at once, under a label that none of the orders has. */
export function practiceDraft(rows: readonly OrderRow[]): OrderDraft {
  const isUsed = (label: string): boolean => rows.some((row) => row.label === label);
  return {
    ...EMPTY_DRAFT,
    instrument_name: 'BTC-PERPETUAL',
    type: 'market',
    amount: '5000',
    post_only: false,
    label: isUsed(LABEL) ? nextFreeLabel(LABEL, isUsed) : LABEL,
  };
}

/** The newest order that was not there when the practice began; null before there is one. */
export function findPractised(rows: readonly OrderRow[], known: ReadonlySet<string>): OrderRow | null {
  const own = rows.filter(({ intent_id }) => !known.has(intent_id));
  return own.reduce<OrderRow | null>(
    (newest, row) => (newest === null || row.created_at >= newest.created_at ? row : newest),
    null,
  );
}
