/** What an absence rests on, so that whoever sends again knows how much to trust it. */
export function describeProof({ allowed_ms: allowedMs, lag_ms: lagMs }: Readonly<Record<string, string>>): string {
  const late = `By the service's own clock it is too late for it, look-ups ${showSeconds(allowedMs)} later don't show it, and no trade is its.`;
  const seen =
    lagMs === undefined
      ? 'How late this service shows new orders was not seen yet: it is surer to wait for the last look, within half a minute.'
      : `New orders were shown within ${showSeconds(lagMs)}.`;
  return `${late} ${seen}`;
}

/** Tenths of a second, never less than were measured. */
function showSeconds(milliseconds = ''): string {
  return `${(Math.ceil(Number(milliseconds) / 100) / 10).toFixed(1)} s`;
}
