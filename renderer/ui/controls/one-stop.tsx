import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

const WORDS = 'button.explained';
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

interface OneStopProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * One stop of the Tab key for all explained words inside, however many: arrow keys, Home and End go from one to the next.
 */
export function OneStop({ className, children }: OneStopProps) {
  const box = useRef<HTMLDivElement>(null);
  const chosen = useRef<Element | null>(null);

  function choose(word: Element | undefined): void {
    chosen.current = word ?? null;
    for (const other of listWords(box.current)) {
      const tabIndex = other === word ? 0 : -1;
      // Written only where it differs: what is shown follows prices.
      if (other.tabIndex !== tabIndex) other.tabIndex = tabIndex;
    }
  }

  // Words come and go with what is shown.
  useEffect(() => {
    const words = listWords(box.current);
    choose(words.find((word) => word === chosen.current) ?? words[0]);
  });

  function handleKey(event: KeyboardEvent): void {
    const words = listWords(box.current);
    const at = words.findIndex((word) => word === event.target);
    const to = { Home: 0, End: words.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? 0);
    const next = words[Math.min(Math.max(to, 0), words.length - 1)];
    if (at < 0 || to === at || next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div
      ref={box}
      className={className}
      onKeyDown={handleKey}
      onFocus={({ target }) => (target.matches(WORDS) ? choose(target) : undefined)}
    >
      {children}
    </div>
  );
}

function listWords(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>(WORDS) ?? [])];
}
