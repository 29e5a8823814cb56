/** Milliseconds as text in seconds, for an issue's params. */
export function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(milliseconds < 10_000 ? 1 : 0);
}

/** Error of the service's clock; a stamp further ahead gives no age. */
const SURE_MS = 1000;

/** As `seconds`, of an age by a stamp: empty where the stamp is yet to come, since the clock was set back meanwhile. */
export function secondsSince(ageMs: number): string {
  return ageMs < -SURE_MS ? '' : seconds(ageMs);
}
