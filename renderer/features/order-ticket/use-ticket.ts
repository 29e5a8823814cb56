import { type KeyboardEvent, useState } from 'react';
import type { Side } from '../../../shared/orders/side.ts';
import { usePanelCommand } from '../../actions/panel-commands.ts';
import { useSession } from '../../stores/session-store.ts';
import { useTicketBoxes } from './form/use-ticket-boxes.ts';
import { useTypedTicket } from './form/use-typed-ticket.ts';
import { useJudgedTicket } from './issues/use-judged-ticket.ts';
import { useMissingTold } from './issues/use-missing-told.ts';
import { describePress } from './press/press-name.ts';
import { tellInVain } from './press/tell-in-vain.ts';
import type { usePlacing } from './press/use-placing.ts';
import { useTicketPress } from './press/use-ticket-press.ts';

export interface TicketProps {
  readonly panelKey: string | null;
  /** The side of the one that it took the place of, which may have had the focus; null: it is the first. */
  readonly sideBefore: Side | null;
  readonly lastPress: ReturnType<typeof usePlacing>;
  readonly onClear: (side: Side) => void;
}

/** Holds what is typed, has it checked, and takes presses: what the ticket shows and does. */
export function useTicket({ panelKey, sideBefore, lastPress, onClear }: TicketProps) {
  const { placing, place, putAway } = lastPress;
  const typed = useTypedTicket(panelKey, sideBefore);
  const { own, draft, dispatch } = typed;
  const [pendingInstrument, setPendingInstrument] = useState<string | null>(null);
  const [pressedAtMs, setPressedAtMs] = useState(Number.NEGATIVE_INFINITY);
  const profileName = useSession((session) => session.session?.profile.name ?? '');
  const ladder = useSession((session) => session.status?.ladder ?? null);
  const isStopped = useSession((session) => session.status?.trading_stopped ?? false);
  const missing = useMissingTold(own.instrumentName);
  const forecast = useTicketBoxes(missing.fields, own.instrumentName, sideBefore !== null);
  const isMissingTold = missing.told !== null;
  const judged = useJudgedTicket({ typed, placing, pressedAtMs, isMissingTold, pendingInstrument });
  const notePressed = () => setPressedAtMs(performance.now());
  const pressed = useTicketPress({ typed, judged, place, missing, pendingInstrument, notePressed });

  usePanelCommand('ticket.buy_side', () => dispatch({ type: 'choose', choice: { side: 'buy' } }));
  usePanelCommand('ticket.sell_side', () => dispatch({ type: 'choose', choice: { side: 'sell' } }));

  function clear(): void {
    if (judged.isInFlight) {
      tellInVain('The ticket was not cleared', 'An order is on its way. Its outcome appears here.');
      return;
    }
    if (!judged.isUnresolved) putAway();
    onClear(draft.direction);
  }
  usePanelCommand('ticket.clear', clear);

  function handleKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.nativeEvent.isTrusted && !event.repeat) pressed.takePress(performance.now());
  }

  return {
    typed,
    judged,
    pressed,
    placing,
    missing,
    forecast,
    ladder,
    profileName,
    isStopped,
    setPendingInstrument,
    clear,
    handleKey,
    text: describePress(typed.summary, judged.currentCheck),
  };
}
