/** What waits for a frame that is painted anyway, and the timer that ends its wait. */
const waiting = new Map<() => void, ReturnType<typeof setTimeout>>();

/**
 * Runs with the next prices that panels show, or once the time is over: a figure that nobody waits for is not worth a
 * frame of its own. Returns the function that cancels it.
 */
export function shareFrame(update: () => void, withinMs: number): () => void {
  const forget = (): void => {
    clearTimeout(waiting.get(update));
    waiting.delete(update);
  };
  const take = (): void => {
    forget();
    update();
  };
  forget();
  waiting.set(update, setTimeout(take, withinMs));
  return forget;
}

/** Whoever is about to paint takes along what waits. */
export function takeAlong(): void {
  const due = [...waiting];
  for (const [update, timer] of due) {
    clearTimeout(timer);
    if (waiting.delete(update)) update();
  }
}
