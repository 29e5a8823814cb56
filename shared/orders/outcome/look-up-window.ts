/** The service keeps closed, unfilled orders in its look-ups for 30 minutes (facts, section 3); milliseconds. */
export const LOOK_UP_WINDOW_MS = 30 * 60_000;
