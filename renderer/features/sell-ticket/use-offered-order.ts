import { useEffect } from 'react';
import type { OrderRow } from '../../../shared/ipc/order-schema.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { nextFreeLabel } from '../../../shared/orders/rules/label.ts';
import { takeOfferedOrder, useOfferedOrder } from '../../stores/offered-order-store.ts';
import { ordersStore } from '../../stores/orders-store.ts';
import { selectInstrument } from '../../stores/selection-store.ts';
import { usePanelLink } from '../../ui/panel-frame.ts';
import { choosePostOnly } from './post-only.ts';
import type { TicketAction } from './ticket-action.ts';
import { splitType } from './ticket-draft.ts';

/** What lays an order's terms into the ticket, under a label that nobody used. Pure. */
export function listOfferedActions(row: OrderRow, isUsed: (label: string) => boolean): TicketAction[] {
  const number = (
    field: Extract<TicketAction, { type: 'type_number' }>['field'],
    text: string | null,
  ): TicketAction => ({
    type: 'type_number',
    field,
    text: text ?? '',
  });
  return [
    {
      type: 'choose',
      choice: {
        ...splitType(row.type),
        timeInForce: row.time_in_force,
        ...choosePostOnly(splitType(row.type).kind, row.post_only),
        ...(row.expected?.asked == null
          ? {}
          : { rejectPostOnly: row.expected.asked.reject_post_only, mmp: row.expected.asked.mmp }),
        reduceOnly: row.reduce_only,
        linkedType: null,
        ...(row.trigger === null ? {} : { trigger: row.trigger }),
      },
    },
    { type: 'switch_size_unit', unit: 'amount', instrument: null },
    { type: 'switch_price_form', form: row.advanced, converted: null },
    number('amount', row.amount),
    number(row.advanced ?? 'price', row.price),
    number('display_amount', row.display_amount),
    number('trigger_price', row.trigger_price),
    number('trigger_offset', row.trigger_offset),
    { type: 'type_label', text: nextFreeLabel(row.label, isUsed) },
  ];
}

/** Takes an order that is offered to the ticket, once its instrument is shown. Nothing is sent. */
export function useOfferedOrderInTicket(
  shown: string | null,
  instrument: Instrument | null,
  dispatch: (action: TicketAction) => void,
): void {
  const row = useOfferedOrder();
  const link = usePanelLink();
  useEffect(() => {
    if (row === null) return;
    if (shown !== row.instrument_name || instrument?.instrument_name !== row.instrument_name) {
      selectInstrument(row.instrument_name, link);
      return;
    }
    const used = new Set([...ordersStore.getState().entries.values()].map((entry) => entry.row.label));
    for (const action of listOfferedActions(row, (label) => used.has(label))) dispatch(action);
    takeOfferedOrder();
  }, [row, shown, instrument, link, dispatch]);
}
