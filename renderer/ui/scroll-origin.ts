/** A wheel that rests so long has come to the end of its scroll: the next turn begins another, where the pointer is then. */
const SCROLL_ENDS_MS = 1000;

type Turn = Pick<WheelEvent, 'target' | 'timeStamp'>;

function isGone(origin: EventTarget | null): boolean {
  return origin !== null && 'isConnected' in origin && origin.isConnected === false;
}

/** Follows the turns of a wheel. */
export function createScrollOrigin() {
  let origin: EventTarget | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    turn: ({ target, timeStamp }: Turn): void => {
      const isOver = timeStamp - lastMs >= SCROLL_ENDS_MS || isGone(origin);
      if (isOver) origin = target;
      lastMs = timeStamp;
    },
    /** A press means what it lands on: a turn after it begins a scroll. */
    press: (): void => {
      lastMs = Number.NEGATIVE_INFINITY;
    },
    /** Whether the scroll that goes on began over the element. */
    beganOver: (element: EventTarget): boolean => origin === element,
  };
}

let ofWindow: ReturnType<typeof createScrollOrigin> | null = null;

/** The scrolls of this window, followed from the first call on. */
export function followScrolls(): ReturnType<typeof createScrollOrigin> {
  if (ofWindow !== null) return ofWindow;
  const made = createScrollOrigin();
  window.addEventListener('wheel', made.turn, { capture: true, passive: true });
  window.addEventListener('pointerdown', made.press, { capture: true });
  ofWindow = made;
  return made;
}
