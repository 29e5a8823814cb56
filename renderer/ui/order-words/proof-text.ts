/** What an absence rests on, so that whoever sends again knows how much to trust it. */
export function describeProof({ allowed_ms: allowedMs, lag_ms: lagMs }: Readonly<Record<string, string>>): string {
  const late = `By the service’s clock its deadline is past. Look-ups ${showSeconds(allowedMs)} later show no order and no trade of it.`;
  const seen =
    lagMs === undefined
      ? 'The look-up lag is not known yet. To be surer, wait half a minute for the last look-up.'
      : `The look-up lag was at most ${showSeconds(lagMs)}.`;
  return `${late} ${seen}`;
}

/** Tenths of a second, never less than were measured. */
function showSeconds(milliseconds = ''): string {
  return `${(Math.ceil(Number(milliseconds) / 100) / 10).toFixed(1)} s`;
}
