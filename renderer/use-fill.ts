import { useCallback, useEffect, useRef } from 'react';
import type { OrderDraft } from '../shared/orders/draft.ts';
import { useBackend } from './api/backend.ts';
import { showPanel } from './catalogue/show-panel.ts';
import { type FillElsewhere, followFills } from './stores/orders/fill-elsewhere.ts';
import { takeOfferedDraft, useOfferedDraft } from './stores/orders/offered-draft-store.ts';
import { showToast } from './stores/toast-store.ts';
import { hasPanel } from './workspace/reveal-panel.ts';

/**
 * Puts a draft, or what panels offer, into the ticket of the workspace in front, which takes the keyboard. A ticket in its
 * own window is filled there. `fill` puts it into this window's.
 */
export function useFill(fill: (draft: OrderDraft) => void): (draft: OrderDraft) => void {
  const { windowId } = useBackend();
  const elsewhere = useRef<FillElsewhere | null>(null);
  const fillHere = useCallback(
    (draft: OrderDraft) => {
      fill(draft);
      showPanel('order-ticket', 'ticket.amount');
      // A question about the draft before closes by this one, and gives the focus back to what asked it: the button that sells.
      if (document.querySelector('dialog[open]') !== null)
        requestAnimationFrame(() => requestAnimationFrame(() => showPanel('order-ticket', 'ticket.amount')));
    },
    [fill],
  );
  useEffect(() => {
    const channel = new BroadcastChannel('strikedesk fills');
    elsewhere.current = followFills({
      channel,
      id: () => crypto.randomUUID(),
      after: (milliseconds, run) => void setTimeout(run, milliseconds),
      hasTicket: () => windowId !== null && hasPanel('order-ticket'),
      take: (draft) => {
        fillHere(draft);
        window.focus();
      },
    });
    return () => channel.close();
  }, [windowId, fillHere]);

  const fillAnywhere = useCallback(
    (draft: OrderDraft) => void fillWhereItIs(draft, elsewhere.current, fillHere),
    [fillHere],
  );
  const offered = useOfferedDraft();
  useEffect(() => {
    if (offered === null) return;
    takeOfferedDraft();
    fillAnywhere(offered);
  }, [offered, fillAnywhere]);
  return fillAnywhere;
}

async function fillWhereItIs(
  draft: OrderDraft,
  elsewhere: FillElsewhere | null,
  fillHere: (draft: OrderDraft) => void,
): Promise<void> {
  if (hasPanel('order-ticket') || elsewhere === null || !(await elsewhere.offer(draft))) return fillHere(draft);
  showToast({
    subject: 'filled elsewhere',
    tone: 'good',
    title: 'The order is in the ticket’s own window',
    detail: 'Nothing was sent: go on there.',
    isSticky: false,
  });
}
