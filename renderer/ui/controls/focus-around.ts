/**
 * What around an element can have the focus, the nearest first: there the keyboard stays when the element goes. Listed
 * while it is there; afterwards nothing tells where it was.
 */
export function listAround(element: Element): readonly HTMLElement[] {
  const around: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.hasAttribute('tabindex')) around.push(at);
  }
  return around;
}

/** Gives the focus to the first that is still there, and scrolls to none: they are larger than what is in sight. */
export function focusFirstLeft(around: readonly HTMLElement[]): void {
  around.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
}
