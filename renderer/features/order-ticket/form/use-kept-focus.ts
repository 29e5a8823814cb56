import { type RefObject, useEffect } from 'react';
import { focusFirstLeft, listAround } from '../../../ui/controls/focus-around.ts';

/**
 * Keeps the keyboard in the ticket when the focused element goes: a warning, a taken fix, a closed outcome. The focus goes
 * below the field that it was of, else to all fields or the ticket: to nothing that a key acts on.
 */
export function useKeptFocus(fields: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const ticket = fields.current?.parentElement ?? null;
    if (ticket === null) return undefined;
    let held: { readonly element: Element; readonly around: readonly HTMLElement[] } | null = null;

    function take({ target }: FocusEvent): void {
      if (target instanceof Element) held = { element: target, around: listAround(target) };
    }

    /** What goes is left too; whether it went is known once that is over. */
    function leave({ target }: FocusEvent): void {
      queueMicrotask(() => {
        if (held?.element === target && held.element.isConnected) held = null;
      });
    }

    function look(): void {
      if (held === null || held.element.isConnected || document.activeElement !== document.body) return;
      const { around } = held;
      held = null;
      focusFirstLeft(around);
    }

    const contents = new MutationObserver(look);
    contents.observe(ticket, { childList: true, subtree: true });
    ticket.addEventListener('focusin', take);
    ticket.addEventListener('focusout', leave);
    return () => {
      contents.disconnect();
      ticket.removeEventListener('focusin', take);
      ticket.removeEventListener('focusout', leave);
    };
  }, [fields]);
}

/** Scrolls to what has the focus where less room would take it out of sight, and never to what was out of sight before. */
export function useFocusInSight(scrolled: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scrolled.current;
    if (box === null) return undefined;
    let height = box.clientHeight;
    const sizes = new ResizeObserver(() => {
      const before = height;
      height = box.clientHeight;
      const focused = document.activeElement;
      if (height >= before || focused === null || focused === box || !box.contains(focused)) return;
      const edge = box.getBoundingClientRect().top;
      const { top, bottom } = focused.getBoundingClientRect();
      if (bottom > edge && top < edge + before) focused.scrollIntoView({ block: 'nearest' });
    });
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [scrolled]);
}
