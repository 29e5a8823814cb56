import { useEffect, useRef } from 'react';

/** What Escape closes before it means anything else. */
const TAKES_ESCAPE = 'dialog[open], [role="menu"]';

/** Takes a press back by Escape, wherever in the window the keyboard is, but for what is open over it. */
export function useEscape(takeBack: () => void): void {
  const newest = useRef(takeBack);
  useEffect(() => {
    newest.current = takeBack;
  });
  useEffect(() => {
    function handle({ key }: KeyboardEvent): void {
      if (key === 'Escape' && document.querySelector(TAKES_ESCAPE) === null) newest.current();
    }
    // Before fields and lists, which may keep the key to themselves.
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, []);
}
