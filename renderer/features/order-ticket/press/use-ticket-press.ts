import { useRef } from 'react';
import { demandReason, type PressKind } from '../../../../shared/orders/confirmation.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { nextFreeLabel } from '../../../../shared/orders/rules/label.ts';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { ordersStore } from '../../../stores/orders/orders-store.ts';
import { useSession } from '../../../stores/session-store.ts';
import { isSameOrder } from '../form/ticket-draft.ts';
import type { TypedTicket } from '../form/use-typed-ticket.ts';
import type { JudgedTicket } from '../issues/use-judged-ticket.ts';
import type { MissingTold } from '../issues/use-missing-told.ts';
import { tellInVain } from './tell-in-vain.ts';
import { useEarlyPress } from './use-early-press.ts';
import { useEscape } from './use-escape.ts';
import type { usePlacing } from './use-placing.ts';
import { SAME_STROKE_MS, usePress } from './use-press.ts';

interface TicketPress {
  readonly typed: TypedTicket;
  readonly judged: JudgedTicket;
  readonly place: ReturnType<typeof usePlacing>['place'];
  readonly missing: MissingTold;
  readonly pendingInstrument: string | null;
  /** Told of every press, whatever comes of it. */
  readonly notePressed: () => void;
}

/** Takes presses of the button and of keys: sells, asks, arms, or says why it does none of these. */
export function useTicketPress({ typed, judged, place, missing, pendingInstrument, notePressed }: TicketPress) {
  const { draft, state, dispatch, instrument, ticker, isTickerStale } = typed;
  const { blocked, isInFlight, isAnswered } = judged;
  const link = useSession((session) => session.link);
  const ladder = useSession((session) => session.status?.ladder ?? null);
  const isStopped = useSession((session) => session.status?.trading_stopped ?? false);
  const pressedFrom = useRef<Element | null>(null);
  const sold = useRef<{ readonly draft: OrderDraft; readonly atMs: number } | null>(null);
  const facts = { instrument, ticker, isTickerStale };
  const press = usePress({ draft, ladder, facts, isStopped, sell: (kind) => void sell(kind) });

  async function sell(kind: PressKind): Promise<void> {
    sold.current = { draft, atMs: performance.now() };
    const placed = await place(draft, state.acknowledged, kind);
    const why = kind === 'single' ? demandReason(placed?.lacking?.params['why']) : null;
    if (why !== null) {
      // The same order is asked for once more: what was accepted of it stands.
      press.show(why);
      return;
    }
    dispatch({ type: 'forget_acknowledgements' });
    if (placed?.isTaken === true) missing.forget();
    if (placed?.isTaken === true && draft.label !== '') {
      const used = new Set([...ordersStore.getState().entries.values()].map(({ row: { label } }) => label));
      const isUsed = (label: string): boolean => label === draft.label || used.has(label);
      dispatch({ type: 'replace_label', used: draft.label, next: nextFreeLabel(draft.label, isUsed) });
    }
  }

  const isPressable = blocked === null && !isInFlight;
  const mayWait = link === 'connected' && !isStopped && pendingInstrument === null;
  const early = useEarlyPress({ draft, acknowledged: state.acknowledged, mayWait, isAnswered, press: pressNow });

  function pressNow(): void {
    // An unseen warning is never accepted on the trader's behalf: such a press comes to nothing.
    if (isPressable) press.takePress();
    // While another name stands in the instrument's field, what the old one lacks is not the matter.
    else if (pendingInstrument === null) missing.tell(blocked, judged.issues.firstError, pressedFrom.current);
  }

  /** By the monotonic clock: a press on the button begins as that goes down. */
  function takePress(beganAtMs: number): void {
    // A second stroke of the press that sold is no press of its own, however soon the service refused that.
    const { current: last } = sold;
    const isSame = last !== null && isSameOrder(last.draft, draft);
    if (isSame && performance.now() - last.atMs < SAME_STROKE_MS) return;
    // Nor is one that was begun before a draft or a preset came, or as it did: nobody has looked at that.
    if (typed.wasFilledSince(beganAtMs - SAME_STROKE_MS))
      return tellInVain('Nothing was sent', 'The ticket had just changed. Look at it, and press again.');
    notePressed();
    pressedFrom.current = document.activeElement;
    if (!isInFlight && early.take()) pressNow();
  }

  useEscape(() => {
    early.drop();
    press.disarm();
  });

  function confirm(): void {
    notePressed();
    press.confirm();
  }

  // By a key from anywhere: one key only arms, whatever the ladder is, and only another one sells what is armed.
  const notByKey = isInFlight ? 'An order is on its way.' : isAnswered ? blocked : 'The order is still being checked.';
  usePanelCommand('ticket.arm', () => {
    notePressed();
    if (notByKey === null) press.arm();
    else tellInVain('The button was not armed', notByKey);
  });
  usePanelCommand('ticket.send', () => {
    notePressed();
    if (press.armed === null) tellInVain('Nothing was sent', 'The button is not armed. Arm it first.');
    else if (notByKey === null) press.fireArmed();
    else tellInVain('Nothing was sent', notByKey);
  });

  return { press, takePress, confirm, hasRunOut: early.hasRunOut };
}
