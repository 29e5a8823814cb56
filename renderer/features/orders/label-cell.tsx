import type { CustomCellRendererProps } from 'ag-grid-react';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import type { OrderView } from './order-view.ts';

/**
 * A label that, where room is short, loses its beginning to an ellipsis: what tells one label from the next stands mostly
 * at its end, since made ones begin with the time.
 */
export function LabelCell({ value }: CustomCellRendererProps<OrderView, string>) {
  return (
    <span className="order-label">
      <bdi>{showForeign(value ?? '')}</bdi>
    </span>
  );
}
