import { useEffect, useState } from 'react';
import {
  ARMED_MS,
  type Demand,
  demandPress,
  DIALOG_MS,
  type Ladder,
  type PressFacts,
  type PressKind,
} from '../../../../shared/orders/confirmation.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { useBackend } from '../../../api/backend.ts';
import { describeFailure, readFailure } from '../../../api/failure-text.ts';
import { showToast } from '../../../stores/toast-store.ts';
import { mayHaveSlept, readClockGap, useSleepCheck } from '../../../stores/sleep.ts';
import { isSameDraft } from '../form/ticket-draft.ts';

/** A first press that waits for its second, on button or dialog. */
export interface Waiting {
  readonly kind: 'armed' | 'confirmed';
  readonly draft: OrderDraft;
  readonly ladder: Ladder | null;
  readonly demand: Demand;
  /** `performance.now()` when it runs out. */
  readonly until: number;
  /** As it began: `performance.now()` stands still while the machine sleeps. */
  readonly gapMs: number;
}

/** A button that was pressed once. */
export interface Armed {
  /** `performance.now()` when it disarms. */
  readonly until: number;
  /** It was armed this moment: nothing pressed now fires it. */
  readonly isHeld: boolean;
}

/** A second press this soon is the stroke of the first: a key that bounces, or a hasty double press. */
export const SAME_STROKE_MS = 300;

export interface PressOptions {
  readonly draft: OrderDraft;
  /** Null until the profile's is known: then everything is confirmed. */
  readonly ladder: Ladder | null;
  readonly facts: PressFacts;
  /** Trading is stopped, by whichever window. */
  readonly isStopped: boolean;
  readonly sell: (press: PressKind) => void;
}

const CAUTIOUS: Ladder = { rung: 'confirm_each', cap_usd: null };

function isSameLadder(a: Ladder | null, b: Ladder | null): boolean {
  return a?.rung === b?.rung && a?.cap_usd === b?.cap_usd;
}

/** Carries a press up the profile's ladder: it sells, arms the button, or shows the order to be confirmed. */
export function usePress({ draft, ladder, facts, isStopped, sell }: PressOptions) {
  const { client } = useBackend();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  // Any change of the order, its instrument or the ladder takes back what was armed before, for good; so does a stop.
  const isOver =
    waiting !== null && (isStopped || !(isSameDraft(waiting.draft, draft) && isSameLadder(waiting.ladder, ladder)));
  if (isOver) setWaiting(null);
  const current = isOver ? null : waiting;

  const [ripe, setRipe] = useState<Waiting | null>(null);
  useEffect(() => {
    if (waiting === null) return undefined;
    const ripening = setTimeout(() => setRipe(waiting), SAME_STROKE_MS);
    const ending = setTimeout(() => setWaiting(null), waiting.until - performance.now());
    return () => {
      clearTimeout(ripening);
      clearTimeout(ending);
    };
  }, [waiting]);
  useSleepCheck(waiting !== null, () => {
    setWaiting(null);
    tellSleep();
  });

  function wait(kind: Waiting['kind'], demand: Demand): void {
    const until = performance.now() + (kind === 'armed' ? ARMED_MS : DIALOG_MS);
    setWaiting({ kind, draft, ladder, demand, until, gapMs: readClockGap() });
    client.request('orders.arm', { draft, press: kind }).catch((error: unknown) => {
      setWaiting(null);
      const detail = describeFailure(readFailure(error));
      showToast({ subject: 'arming', tone: 'bad', title: 'Nothing was sent', detail, isSticky: false });
    });
  }

  function fire(press: PressKind): void {
    setWaiting(null);
    if (current !== null && mayHaveSlept(current.gapMs)) tellSleep();
    else sell(press);
  }

  return {
    /** While the button is armed. */
    armed: current?.kind === 'armed' ? ({ until: current.until, isHeld: ripe !== current } satisfies Armed) : null,
    /** The order that is shown to be confirmed; null while none is. */
    shown: current?.kind === 'confirmed' ? current : null,
    takePress: (): void => {
      const demand = demandPress(ladder ?? CAUTIOUS, draft, facts);
      if (demand.press === 'single') fire('single');
      else if (demand.press === 'armed' && current?.kind === 'armed') {
        if (ripe === current) fire('armed');
      } else wait(demand.press, demand);
    },
    /** As a first press, whatever the ladder would let through: nothing is sent. */
    arm: (): void => {
      const demand = demandPress(ladder ?? CAUTIOUS, draft, facts);
      wait(demand.press === 'confirmed' ? 'confirmed' : 'armed', demand);
    },
    /** Sells what is armed; nothing where nothing is. */
    fireArmed: (): void => {
      if (current?.kind === 'armed') fire('armed');
    },
    confirm: (): void => {
      if (current?.kind === 'confirmed') fire('confirmed');
    },
    /** The back end asks for more than the window thought. */
    show: (why: Demand['why']): void => wait('confirmed', { press: 'confirmed', why, notionalUsd: null }),
    disarm: (): void => setWaiting(null),
  };
}

function tellSleep(): void {
  showToast({
    subject: 'arming',
    tone: 'attention',
    title: 'Taken back: the machine slept',
    detail: 'The order armed or shown before is not sent. Look at the prices, and press again.',
    isSticky: true,
  });
}
