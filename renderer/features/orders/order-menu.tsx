import { useId } from 'react';
import type { GridApi } from 'ag-grid-community';
import { DropdownMenu } from 'radix-ui';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import { useBackend } from '../../api/backend.ts';
import { copyRows } from '../../grid/export/copy.ts';
import { focusAgain } from '../../grid/keep-place.ts';
import { beginAmend } from '../../stores/orders/amends-store.ts';
import { cancelOrder } from '../../stores/orders/cancel-orders.ts';
import { offerDraft } from '../../stores/orders/offered-draft-store.ts';
import { ordersStore } from '../../stores/orders/orders-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { whyNoAmend } from '../../ui/order-words/amend-text.ts';
import { whyNotCancelled } from '../../ui/order-words/cancel-text.ts';
import { copyText } from '../../ui/words/copy-text.ts';
import { draftAgain } from './draft-again.ts';
import { getOrderViewId, mayBeSentAgain, type OrderView, readLabel, whyNotSentAgain } from './order-view.ts';

/** The row whose menu is open, and where, in pixels of the window. */
export interface OrderMenuState {
  readonly view: OrderView;
  readonly at: { readonly x: number; readonly y: number };
}

interface OrderMenuProps extends OrderMenuState {
  readonly api: GridApi<OrderView> | null;
  readonly onDetails: () => void;
  readonly onClose: () => void;
}

/** What a new one is made of may be under the label of any order, not of those on screen alone. */
function offerAgain(row: OrderRow): void {
  const used = new Set([...ordersStore.getState().entries.values()].map((entry) => entry.row.label));
  offerDraft(draftAgain(row, (label) => used.has(label)));
}

/** What can be done with an order. */
export function OrderMenu({ view, at, api, onDetails, onClose }: OrderMenuProps) {
  const { client } = useBackend();
  const status = useSession((state) => state.status);
  const cancels = status?.cancels ?? null;
  const { row } = view;
  const menuId = useId();
  const label = readLabel(view);
  const whyNotCancel = row === null ? null : whyNotCancelled(row, cancels);
  const whyNotAgain = whyNotSentAgain(view);
  const whyNot = whyNoAmend(view.order, status);
  return (
    <DropdownMenu.Root modal={false} open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DropdownMenu.Trigger asChild>
        <span className="order-menu-anchor" aria-hidden="true" style={{ left: at.x, top: at.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="start"
          aria-label={`Order ${label ?? ''}`}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // There is no button to go back to: the row has the keys again, unless the choice took them elsewhere.
            event.preventDefault();
            if (document.activeElement === document.body) focusAgain(api);
          }}
        >
          <DropdownMenu.Item className="menu-item" onSelect={onDetails}>
            Details…
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" disabled={label === null} onSelect={() => copyText(label ?? '')}>
            Copy label
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className="menu-item"
            disabled={view.order === null}
            onSelect={() => copyText(view.order?.order_id ?? '')}
          >
            Copy order id
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className="menu-item"
            disabled={api === null}
            onSelect={() => copyText(api === null ? '' : copyRows(api, (id) => id === getOrderViewId(view)))}
          >
            Copy row
          </DropdownMenu.Item>
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item
            className="menu-item"
            disabled={whyNot !== null}
            aria-describedby={whyNot === null ? undefined : `${menuId}-amend`}
            onSelect={() => (view.order === null ? undefined : beginAmend(view.order))}
          >
            Amend… <kbd>F2</kbd>
          </DropdownMenu.Item>
          {whyNot === null ? null : (
            <DropdownMenu.Label id={`${menuId}-amend`} className="menu-label">
              {`No amend: ${whyNot}`}
            </DropdownMenu.Label>
          )}
          {row === null ? (
            <DropdownMenu.Label className="menu-label">
              Not placed here: cancel it where it was placed
            </DropdownMenu.Label>
          ) : (
            <>
              <DropdownMenu.Item
                className="menu-item"
                disabled={whyNotCancel !== null}
                aria-describedby={whyNotCancel === null ? undefined : `${menuId}-cancel`}
                onSelect={() => void cancelOrder(client, row)}
              >
                Cancel
              </DropdownMenu.Item>
              {whyNotCancel === null ? null : (
                <DropdownMenu.Label id={`${menuId}-cancel`} className="menu-label">
                  {`No cancel: ${whyNotCancel}`}
                </DropdownMenu.Label>
              )}
              <DropdownMenu.Item
                className="menu-item"
                disabled={!mayBeSentAgain(view)}
                aria-describedby={whyNotAgain === null ? undefined : `${menuId}-again`}
                onSelect={() => offerAgain(row)}
              >
                Into the ticket as a new order
              </DropdownMenu.Item>
              {whyNotAgain === null ? null : (
                <DropdownMenu.Label id={`${menuId}-again`} className="menu-label">
                  {`A new one ${whyNotAgain}`}
                </DropdownMenu.Label>
              )}
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
