import type { CustomCellRendererProps } from 'ag-grid-react';
import { showForeign } from '../../ui/foreign-text.ts';
import type { OrderView } from './order-view.ts';

/** What tells one label from the next stands mostly at its end: made ones begin with the time. */
const END_CHARACTERS = 8;

/** A label that, where room is short, loses its middle and keeps its end. */
export function LabelCell({ value }: CustomCellRendererProps<OrderView, string>) {
  const characters = [...showForeign(value ?? '')];
  return (
    <span className="order-label">
      <span>{characters.slice(0, -END_CHARACTERS).join('')}</span>
      <span>{characters.slice(-END_CHARACTERS).join('')}</span>
    </span>
  );
}
