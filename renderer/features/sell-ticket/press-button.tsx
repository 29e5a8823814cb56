import type { KeyboardEvent, MouseEvent } from 'react';
import './press-button.css';

interface PressButtonProps {
  readonly text: string;
  /** Under the text: the terms of the order, or why it can't be pressed. */
  readonly detail: string;
  readonly isDisabled: boolean;
  readonly isInFlight: boolean;
  /** What it says of the newest draft is not known yet: a press waits for it, but not for long. */
  readonly isBusy?: boolean;
  /** The first of two presses was made. */
  readonly isArmed: boolean;
  /** Takes the focus of the dialog that it is the answer of. */
  readonly hasFocus?: boolean;
  readonly onPress: () => void;
}

/**
 * The one button that sells. Only a person's own press counts: no scripted event, no repeat of a held
 * key, no second click of a double click.
 */
export function PressButton({
  text,
  detail,
  isDisabled,
  isInFlight,
  isBusy = false,
  isArmed,
  hasFocus = false,
  onPress,
}: PressButtonProps) {
  function handleClick(event: MouseEvent): void {
    if (event.nativeEvent.isTrusted && event.detail <= 1) onPress();
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
  }

  return (
    <button
      type="button"
      className={`press ${isInFlight ? 'press-in-flight' : ''} ${isArmed ? 'press-armed' : ''}`}
      // Not `disabled`: the focus must stay here, and the reason must be readable.
      aria-disabled={isDisabled || isInFlight}
      aria-busy={isBusy}
      // Only where it is the answer to a question that was just opened.
      title={hasFocus ? undefined : 'Ctrl Enter presses it from any field of the ticket'}
      data-first-focus={hasFocus ? '' : undefined}
      onClick={handleClick}
      onKeyDown={handleKey}
    >
      {text}
      <small>{detail}</small>
    </button>
  );
}
