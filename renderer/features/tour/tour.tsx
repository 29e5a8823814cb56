import { useCallback, useEffect, useRef } from 'react';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { useBackend } from '../../api/backend.ts';
import { useSession } from '../../stores/session-store.ts';
import { endTour, isTourDue, showTourStep, startTour, useTourStep } from '../../stores/workspace/tour-store.ts';
import { refuseRepeat } from '../../ui/controls/deliberate-press.ts';
import { PractisedOrder } from './practised-order.tsx';
import { PRACTICE, TOUR_STEPS, type TourStep, type TourTarget } from './tour-steps.ts';
import { useBoxes } from './use-boxes.ts';
import './tour.css';

interface TourProps {
  /** The element of a target, brought to the front; null while it is not there yet. */
  readonly find: (target: TourTarget) => HTMLElement | null;
  /** Puts a draft into the ticket; sends nothing. */
  readonly fill: (draft: OrderDraft) => void;
}

/** The guided tour: opens by itself on the first start with the simulator, and whenever it is asked for. */
export function Tour({ find, fill }: TourProps) {
  const { windowId } = useBackend();
  const session = useSession((state) => state.session);
  const index = useTourStep();
  const isOffered = useRef(false);
  useEffect(() => {
    if (session === null || windowId !== null || isOffered.current) return;
    isOffered.current = true;
    if (isTourDue(session)) startTour();
  }, [session, windowId]);
  const step = index === null ? undefined : TOUR_STEPS[index];
  if (index === null || step === undefined || session?.profile.kind !== 'simulator') return null;
  return <Card step={step} index={index} find={find} fill={fill} />;
}

/** Where Escape means something of its own. */
const TAKES_ESCAPE = 'dialog[open], [role="menu"], [role="listbox"]';

/** Escape skips, but for what else it closes, and while the trader types the practice sell. */
function useEscape(typedIn: HTMLElement | null): void {
  useEffect(() => {
    function handle(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(TAKES_ESCAPE) !== null) return;
      if (typedIn?.contains(document.activeElement) === true) return;
      event.preventDefault();
      endTour();
    }
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, [typedIn]);
}

/** The focus comes to the card as it opens, and goes back to where it was. */
function useFocus(): (card: HTMLElement | null) => void {
  const before = useRef<Element | null>(null);
  return useCallback((card: HTMLElement | null) => {
    if (card === null) {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      return;
    }
    before.current = document.activeElement;
    card.focus({ preventScroll: true });
  }, []);
}

/** Takes the focus already, and is read, before it has its place. */
const UNPLACED = { left: 0, top: 0, opacity: 0 };

interface CardProps extends TourProps {
  readonly step: TourStep;
  readonly index: number;
}

function Card({ step, index, find, fill }: CardProps) {
  const card = useRef<HTMLElement>(null);
  const takeFocus = useFocus();
  const { target, beside } = step;
  const isPractice = step === PRACTICE;
  const findOwn = useCallback(() => {
    if (beside !== undefined) find(beside);
    return find(target);
  }, [find, target, beside]);
  const boxes = useBoxes(findOwn, card);
  useEscape(isPractice ? (boxes?.element ?? null) : null);
  useEffect(() => {
    takeFocus(card.current);
    return () => takeFocus(null);
  }, [takeFocus]);
  return (
    <>
      {boxes === null ? null : <div className="tour-ring" style={boxes.target} aria-hidden="true" />}
      <section
        ref={card}
        className="tour-card"
        role="dialog"
        aria-label="Guided tour"
        tabIndex={-1}
        style={boxes === null ? UNPLACED : boxes.card}
        // A key held on “Next” would run to the end, and fill in the practice over what is typed.
        onKeyDown={refuseRepeat}
      >
        <div aria-live="polite">
          <p className="tour-count muted">
            Step {index + 1} of {TOUR_STEPS.length}
          </p>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        {isPractice ? <PractisedOrder fill={fill} /> : null}
        <div className="tour-end">
          <button type="button" className="button" onClick={endTour}>
            {isPractice ? 'End the tour' : 'Skip the tour'}
          </button>
          <span className="tour-space" />
          {index === 0 ? null : (
            <button type="button" className="button" onClick={() => showTourStep(index - 1)}>
              Back
            </button>
          )}
          {isPractice ? null : (
            <button type="button" className="button button-primary" onClick={() => showTourStep(index + 1)}>
              Next
            </button>
          )}
        </div>
      </section>
    </>
  );
}
