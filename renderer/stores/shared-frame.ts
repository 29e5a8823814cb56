/** What waits for a frame that is painted anyway, and the timer that ends its wait. */
const waiting = new Map<() => void, ReturnType<typeof setTimeout>>();

/**
 * Does it with the next prices that panels show, or by itself once the time is over: each frame costs more than what is in
 * it, and what only moves a figure that nobody waits for is worth none of its own. Gives back the function that forgets it.
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
