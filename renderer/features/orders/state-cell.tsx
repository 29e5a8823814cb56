import type { CustomCellRendererProps } from 'ag-grid-react';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { describeNotice, describeState } from '../../ui/order-text.ts';
import { Pill } from '../../ui/pill.tsx';

/** The order's state in words, what the trader should notice, and for an unknown one the way to look again. */
export function StateCell({ data }: CustomCellRendererProps<OrderRow, string>) {
  const { client } = useBackend();
  if (data === undefined) return null;
  const { tone, text } = describeState(data, Date.now());
  return (
    <span className="order-state">
      <Pill tone={tone}>{text}</Pill>
      {data.outcome === 'unknown' ? (
        <button
          type="button"
          className="order-recheck"
          aria-label="Check again"
          // Enter on the cell does the same.
          tabIndex={-1}
          onClick={() => void client.request('orders.recheck', { intent_id: data.intent_id }).catch(() => undefined)}
        >
          Check
        </button>
      ) : null}
      {data.notices.length === 0 ? null : (
        <span className="order-notices">{data.notices.map(describeNotice).join(' ')}</span>
      )}
    </span>
  );
}
