import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Box, placeCard } from './place-card.ts';

/** Where a step stands: around what it points at, and its card beside that. */
export interface Boxes {
  /** What is pointed at. */
  readonly element: HTMLElement;
  readonly target: Box;
  readonly card: { readonly left: number; readonly top: number };
}

/** Out of sight. */
const NOWHERE: Box = { left: -100, top: -100, width: 0, height: 0 };

/** Measures what `find` gives as soon as it is there, and again whenever anything around it changes its size. */
export function useBoxes(find: () => HTMLElement | null, card: RefObject<HTMLElement | null>): Boxes | null {
  const [boxes, setBoxes] = useState<Boxes | null>(null);
  useLayoutEffect(() => {
    let frame = 0;
    let found: HTMLElement | null = null;
    const resizing = new ResizeObserver(measure);

    function measure(): void {
      if (found === null || card.current === null) return;
      if (found.offsetParent === null) {
        // Another workspace is in front: the card stays, and points at nothing there.
        setBoxes((known) => known && { ...known, target: NOWHERE });
        return;
      }
      const { left, top, width, height } = found.getBoundingClientRect();
      const target = { left, top, width, height };
      const view = { width: window.innerWidth, height: window.innerHeight };
      const { offsetWidth, offsetHeight } = card.current;
      setBoxes({ element: found, target, card: placeCard(target, { width: offsetWidth, height: offsetHeight }, view) });
    }

    // A workspace that was never shown is built first.
    function look(): void {
      found = find();
      if (found === null) {
        frame = requestAnimationFrame(look);
        return;
      }
      for (const element of [found, card.current, document.documentElement]) {
        if (element !== null) resizing.observe(element);
      }
      measure();
    }

    look();
    return () => {
      cancelAnimationFrame(frame);
      resizing.disconnect();
    };
  }, [find, card]);
  return boxes;
}
