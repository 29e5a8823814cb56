import { useEffect, useRef, useState } from 'react';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { isSameDraft } from '../form/ticket-draft.ts';
import type { TicketState } from '../form/ticket-state.ts';

/** A press that came before the newest draft was checked, or checked against the order just sent, is honoured if the answer comes this soon. */
const EARLY_PRESS_MS = 500;

interface EarlyPressOptions {
  readonly draft: OrderDraft;
  readonly acknowledged: TicketState['acknowledged'];
  /** Nothing but the answer is missing: a press that something else forbids now does not count once that is gone. */
  readonly mayWait: boolean;
  /** What the ticket shows is the answer to this draft, after the last press. */
  readonly isAnswered: boolean;
  /** What a press comes to once its answer is there. */
  readonly press: () => void;
}

/** Keeps a press that came before its answer, for a moment; one that ran out is told, since nothing else on screen would. */
export function useEarlyPress({ draft, acknowledged, mayWait, isAnswered, press }: EarlyPressOptions) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [ranOut, setRanOut] = useState<OrderDraft | null>(null);

  function drop(): void {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }

  // It was meant for what stood there, with what was accepted of it; each tick of the market makes the same draft anew.
  const meant = JSON.stringify([draft, acknowledged]);
  useEffect(() => drop, [meant]);

  useEffect(() => {
    if (timer.current === null || !isAnswered) return;
    drop();
    press();
  });

  return {
    /** The last press came to nothing, because the check took too long. */
    hasRunOut: ranOut !== null && isSameDraft(ranOut, draft),
    /** Forgets a press that still waits. */
    drop,
    /** Takes every press; true when it counts now. */
    take: (): boolean => {
      setRanOut(null);
      drop();
      if (isAnswered) return true;
      if (!mayWait) return false;
      timer.current = setTimeout(() => {
        timer.current = null;
        setRanOut(draft);
      }, EARLY_PRESS_MS);
      return false;
    },
  };
}
