import { type RefObject, useEffect } from 'react';
import './more-below.css';

/** Parts of a pixel that scrolling leaves. */
const NEAR_PX = 2;

/** Has what scrolls fade at its lower edge while it goes on below. */
export function useMoreBelow(scrolled: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scrolled.current;
    if (box === null) return undefined;
    const look = (): void => {
      box.toggleAttribute('data-more-below', box.scrollHeight - box.scrollTop - box.clientHeight > NEAR_PX);
    };
    // Its own size, and whatever comes and goes in it.
    const sizes = new ResizeObserver(look);
    const contents = new MutationObserver(look);
    sizes.observe(box);
    contents.observe(box, { childList: true, subtree: true, attributeFilter: ['hidden'] });
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      contents.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [scrolled]);
}
