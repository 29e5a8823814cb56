import { useCallback } from 'react';
import type { OrderDraft } from '../shared/orders/draft.ts';
import { useHotkeys } from './actions/use-hotkeys.ts';
import { useDeskActions } from './catalogue/desk-actions.ts';
import { later } from './load-later.ts';
import { PANELS } from './panels.ts';
import { fillTicket } from './stores/orders/ticket-fill-store.ts';
import { AfterFirstSight } from './workspace/after-first-sight.tsx';
import { revealPanel } from './workspace/reveal-panel.ts';

const DesktopParts = later(({ LATER_PARTS }) => LATER_PARTS.DesktopParts);

/** The window's keys from its first moment, and all above the panels. */
export function Desktop() {
  const actions = useDeskActions();
  useHotkeys(actions);
  const fill = useCallback((draft: OrderDraft) => {
    const ticket = PANELS.find(({ id }) => id === 'order-ticket');
    const revealed = ticket === undefined ? null : revealPanel(ticket);
    if (revealed !== null) fillTicket({ panelKey: revealed.key, draft });
  }, []);
  return (
    <AfterFirstSight>
      <DesktopParts actions={actions} fill={fill} />
    </AfterFirstSight>
  );
}
