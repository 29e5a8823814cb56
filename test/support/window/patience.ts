/**
 * How long a journey waits, ms: a limit against hanging. On shared machines one second's work was seen to take twenty.
 */
export const PATIENCE_MS = 60_000;
