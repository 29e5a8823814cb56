import { useEffect, useState } from 'react';
import type { ProfileView } from '../../../shared/ipc/session-schema.ts';
import type { SellDraft } from '../../../shared/orders/draft.ts';
import { isSameDraft } from './ticket-draft.ts';

/** How many presses sell: one, or a second one within a few seconds. */
export type Confirmation = 'confirm' | 'one_click';

/** How long the second press is waited for. */
export const ARMED_MS = 4000;

/** Paper money takes one press; test and real money take two until the trader says otherwise. */
export function defaultConfirmation(kind: ProfileView['kind'] | null): Confirmation {
  return kind === 'simulator' ? 'one_click' : 'confirm';
}

/** Arms and fires: a press under `confirm` only arms, for this very draft and a short time. */
export function useConfirmation(draft: SellDraft, kind: ProfileView['kind'] | null) {
  const [chosen, setChosen] = useState<Confirmation | null>(null);
  const [armed, setArmed] = useState<SellDraft | null>(null);
  const mode = chosen ?? defaultConfirmation(kind);
  const isArmed = mode === 'confirm' && armed !== null && isSameDraft(armed, draft);

  useEffect(() => {
    if (armed === null) return undefined;
    const timer = setTimeout(() => setArmed(null), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);

  return {
    mode,
    isArmed,
    choose: (next: Confirmation): void => {
      setChosen(next);
      setArmed(null);
    },
    /** Takes a press: whether it sells now. */
    takePress: (): boolean => {
      const sells = mode === 'one_click' || isArmed;
      setArmed(sells ? null : draft);
      return sells;
    },
  };
}
