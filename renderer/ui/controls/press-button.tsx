import { useDeliberatePress } from './deliberate-press.ts';
import './press-button.css';

interface PressButtonProps {
  /** Its colour; the text says the side too. */
  readonly side?: 'buy' | 'sell';
  readonly text: string;
  /** Under the text: the terms of the order, or why it can't be pressed. */
  readonly detail: string;
  readonly isDisabled: boolean;
  readonly isInFlight: boolean;
  /** What it says of the newest draft is not known yet: a press waits for it, but not for long. */
  readonly isBusy?: boolean;
  /** The first of two presses was made. */
  readonly isArmed: boolean;
  /** Takes the focus of the dialog that it is the answer of, and a press only once the one that opened that is over. */
  readonly isAnswer?: boolean;
  /** With when the press began, by the monotonic clock. */
  readonly onPress: (beganAtMs: number) => void;
}

/** The one button that sends an order, by a press that only a person's own hand makes. */
export function PressButton({
  side = 'sell',
  text,
  detail,
  isDisabled,
  isInFlight,
  isBusy = false,
  isArmed,
  isAnswer = false,
  onPress,
}: PressButtonProps) {
  const { isHeld, handleDown, handleClick, handleKey } = useDeliberatePress(onPress, isAnswer);
  return (
    <button
      type="button"
      className={`press press-${side} ${isInFlight ? 'press-in-flight' : ''} ${isArmed ? 'press-armed' : ''}`}
      // Not `disabled`: the focus must stay here, and the reason must be readable.
      aria-disabled={isDisabled || isInFlight || isHeld}
      aria-busy={isBusy}
      title={isAnswer ? undefined : 'Ctrl Enter presses it from any field of the ticket'}
      // The focus is only taken where a question was just opened.
      data-first-focus={isAnswer ? '' : undefined}
      onPointerDown={handleDown}
      onClick={handleClick}
      onKeyDown={handleKey}
    >
      {text}
      <small>{detail}</small>
    </button>
  );
}
