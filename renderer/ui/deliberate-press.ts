import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';

/** Longer than a slow double click: a press this soon after a question came up was meant for what opened it. */
export const ANSWER_AFTER_MS = 700;

interface DeliberatePress {
  /** The question has just come up: nothing pressed now answers it. */
  readonly isHeld: boolean;
  readonly handleClick: (event: MouseEvent) => void;
  readonly handleKey: (event: KeyboardEvent) => void;
}

/** A key that is held presses once. */
export function refuseRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

/**
 * Presses that only a person's own hand makes: no scripted event, no repeat of a held key, no second click of a double
 * click; and where it is the answer to a question that was just opened, no press in the same breath.
 */
export function useDeliberatePress(onPress: () => void, isAnswer: boolean): DeliberatePress {
  const [isHeld, setHeld] = useState(isAnswer);
  useEffect(() => {
    if (!isAnswer) return undefined;
    const timer = setTimeout(() => setHeld(false), ANSWER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAnswer]);
  return {
    isHeld,
    handleClick: (event) => {
      if (event.nativeEvent.isTrusted && event.detail <= 1 && !isHeld) onPress();
    },
    handleKey: refuseRepeat,
  };
}
