/** Milliseconds as text in seconds, for an issue's params. */
export function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(milliseconds < 10_000 ? 1 : 0);
}
