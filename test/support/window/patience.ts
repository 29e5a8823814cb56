/**
 * So long a journey waits for what should come: a limit against hanging, not a measure of speed. On a machine that others
 * share, what takes a second alone was seen to take twenty.
 */
export const PATIENCE_MS = 60_000;
