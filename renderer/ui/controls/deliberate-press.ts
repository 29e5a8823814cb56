import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';

/** Longer than a slow double click: a press this soon after a question came up was meant for what opened it. */
export const ANSWER_AFTER_MS = 700;

/** A key that answers, so soon after one that writes or calls something up, is of what is being typed. */
const TYPING_MS = 1500;

interface DeliberatePress {
  /** The question has just come up: nothing pressed now answers it. */
  readonly isHeld: boolean;
  readonly handleDown: () => void;
  readonly handleClick: (event: MouseEvent) => void;
  readonly handleKey: (event: KeyboardEvent) => void;
}

/** A key that is held presses once. */
export function refuseRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}

/**
 * Presses by a person's hand only: no scripted event, no key repeat, no second click of a double click. To a question just
 * opened, no press in the same breath and no key of something typed. Each has its begin by the monotonic clock.
 */
export function useDeliberatePress(onPress: (beganAtMs: number) => void, isAnswer: boolean): DeliberatePress {
  const beganAtMs = useRef<number | null>(null);
  const typedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!isAnswer) return undefined;
    const noteTyping = ({ key, target }: globalThis.KeyboardEvent): void => {
      // What is written into a field of the question belongs to it.
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (key.length === 1 && key !== ' ' && !isField) typedAtMs.current = performance.now();
    };
    window.addEventListener('keydown', noteTyping, true);
    return () => window.removeEventListener('keydown', noteTyping, true);
  }, [isAnswer]);
  const [isHeld, setHeld] = useState(isAnswer);
  useEffect(() => {
    if (!isAnswer) return undefined;
    const timer = setTimeout(() => setHeld(false), ANSWER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isAnswer]);
  return {
    isHeld,
    handleDown: () => {
      beganAtMs.current = performance.now();
    },
    handleClick: (event) => {
      const began = beganAtMs.current ?? performance.now();
      beganAtMs.current = null;
      if (event.nativeEvent.isTrusted && event.detail <= 1 && !isHeld) onPress(began);
    },
    handleKey: (event) => {
      refuseRepeat(event);
      if (event.key !== 'Enter' && event.key !== ' ') return;
      if (!event.repeat) beganAtMs.current = performance.now();
      if (performance.now() - typedAtMs.current < TYPING_MS) event.preventDefault();
    },
  };
}
