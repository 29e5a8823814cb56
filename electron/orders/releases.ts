import {
  ARMED_MS,
  demandPress,
  DIALOG_MS,
  isEnough,
  type Ladder,
  type PressFacts,
  type PressKind,
} from '../../shared/orders/confirmation.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import { type Issue, issue } from '../../shared/orders/issue.ts';
import type { Clock } from '../clock.ts';

/** How much later than on screen an arming holds, for slow requests. */
const LATE_MS = 500;
/** Intents let through, so that repeats aren't judged anew. */
const MOST_RELEASED = 5000;

export interface ReleasesOptions {
  readonly clock: Clock;
  /** How often the machine was seen to have slept, or its clock to be set. */
  readonly doubts: () => number;
  readonly ladder: () => Ladder;
  /** What is known of the draft's market now. */
  readonly factsFor: (draft: OrderDraft) => Promise<PressFacts>;
  /** Whether the journal has the intent: then it was let through, by whichever run. */
  readonly isKnown: (intentId: string) => boolean;
}

/** A press of a window, and what it claims stood behind it. */
export interface Press {
  readonly windowId: string;
  readonly intentId: string;
  readonly draft: OrderDraft;
  readonly kind: PressKind;
}

/** The profile's ladder, enforced where no window can pass by it. */
export interface Releases {
  /** Notes that a window armed the draft, or shows it to be confirmed; gives how long that holds, milliseconds. */
  readonly arm: (windowId: string, draft: OrderDraft, kind: 'armed' | 'confirmed') => number;
  /** Null when the press may sell; else what it lacks. An arming serves one press. */
  readonly judge: (press: Press) => Promise<Issue | null>;
  /** A rule or warning stopped the press: its intent is judged anew. */
  readonly revoke: (intentId: string) => void;
  readonly forgetWindow: (windowId: string) => void;
  /** Trading was stopped: what any window had armed or shown by then sells nothing once it is allowed again. */
  readonly takeBack: () => void;
}

interface Arming {
  readonly draft: string;
  readonly kind: 'armed' | 'confirmed';
  readonly until: number;
  /** Doubts as it was armed: a sleep takes it back. */
  readonly doubts: number;
}

/** Whether the window's arming bears a press out, or why not. */
type Bearing = 'borne_out' | 'ran_out' | 'slept';

/** Judges presses by the ladder of the moment, with the back end's own clock and market. */
export function createReleases({ clock, doubts, ladder, factsFor, isKnown }: ReleasesOptions): Releases {
  const armings = new Map<string, Arming>();
  /** What was let through, by intent: for this draft and no other. */
  const released = new Map<string, string>();
  let doubtsBefore = doubts();

  /** What was let through before a sleep is judged anew, too. */
  function wake(): void {
    if (doubts() === doubtsBefore) return;
    doubtsBefore = doubts();
    released.clear();
  }

  /** Takes the window's arming, if it covers this press, draft and time. */
  function bearsOut({ windowId, draft, kind }: Press): Bearing {
    if (kind === 'single') return 'borne_out';
    const arming = armings.get(windowId);
    armings.delete(windowId);
    if (arming?.kind !== kind || arming.draft !== writeDraft(draft)) return 'ran_out';
    // The clock that it runs out by stands still while the machine sleeps.
    if (arming.doubts !== doubts()) return 'slept';
    return clock.monotonic() <= arming.until + LATE_MS ? 'borne_out' : 'ran_out';
  }

  return {
    arm: (windowId, draft, kind) => {
      const holdsMs = kind === 'armed' ? ARMED_MS : DIALOG_MS;
      armings.set(windowId, { draft: writeDraft(draft), kind, until: clock.monotonic() + holdsMs, doubts: doubts() });
      return holdsMs;
    },
    judge: async (press) => {
      const { intentId, draft, kind } = press;
      const text = writeDraft(draft);
      wake();
      if (released.get(intentId) === text || isKnown(intentId)) return null;
      const bearing = bearsOut(press);
      const facts = await factsFor(draft);
      // Another request of the same intent may have been let through meanwhile.
      if (released.get(intentId) === text) return null;
      const demand = demandPress(ladder(), draft, facts);
      if (bearing !== 'borne_out' || !isEnough(kind, demand.press)) {
        const why = bearing === 'borne_out' ? (demand.why ?? 'rung') : bearing;
        return issue('error', 'order', 'confirmation_needed', { rung: ladder().rung, why });
      }
      released.set(intentId, text);
      const [oldest] = released.keys();
      if (released.size > MOST_RELEASED && oldest !== undefined) released.delete(oldest);
      return null;
    },
    revoke: (intentId) => void released.delete(intentId),
    forgetWindow: (windowId) => void armings.delete(windowId),
    takeBack: () => armings.clear(),
  };
}

/** One text for equal drafts, whatever order their fields came in. */
function writeDraft(draft: OrderDraft): string {
  return JSON.stringify(Object.entries(draft).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
