/** Milliseconds as text in seconds, for an issue's params. */
export function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(milliseconds < 10_000 ? 1 : 0);
}

/** The service's clock is known so well: a stamp that lies further ahead of it tells no age. */
const SURE_MS = 1000;

/** As `seconds`, of an age by a stamp: empty where the stamp is yet to come, since the clock was set back meanwhile. */
export function secondsSince(ageMs: number): string {
  return ageMs < -SURE_MS ? '' : seconds(ageMs);
}
