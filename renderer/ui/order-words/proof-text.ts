import { formatTimeOfDay } from '../words/format.ts';
import { zoneName } from '../words/shown.ts';

/** What an absence rests on, so that whoever sends again knows how much to trust it. */
export function describeProof(proof: Readonly<Record<string, string>>): string {
  const { allowed_ms: allowedMs, lag_ms: lagMs, last_look_at: lastLookAt, waited_ms: waitedMs } = proof;
  if (lastLookAt !== undefined)
    return `Look-ups ${showSeconds(allowedMs)} past its deadline don't show it, and how late this service shows new orders was not seen yet.`;
  const late = `By the service's own clock it is too late for it, look-ups ${showSeconds(waitedMs ?? allowedMs)} later don't show it, and no trade is its.`;
  const seen =
    lagMs === undefined
      ? 'How late this service shows new orders was not seen then.'
      : `New orders were shown within ${showSeconds(lagMs)}.`;
  return `${late} ${seen}`;
}

/** When the last query for what is not found yet is due, on the trader's clock as far as the two agree. */
export function nameLastLook(atMs: number): string {
  return `${formatTimeOfDay(atMs).slice(0, 8)} ${zoneName(atMs)}`;
}

/** Tenths of a second, never less than were measured. */
function showSeconds(milliseconds = ''): string {
  return `${(Math.ceil(Number(milliseconds) / 100) / 10).toFixed(1)} s`;
}
