import { formatTimeOfDay } from '../words/format.ts';
import { zoneName } from '../words/shown.ts';

/** What an absence rests on, so that whoever sends again knows how much to trust it. */
export function describeProof(proof: Readonly<Record<string, string>>): string {
  const { allowed_ms: allowedMs, lag_ms: lagMs, last_look_at: lastLookAt, waited_ms: waitedMs } = proof;
  if (lastLookAt !== undefined)
    return `Look-ups ${showSeconds(allowedMs)} past its deadline show no order. The look-up lag is not known yet.`;
  const late = `By the service’s clock its deadline is past. Look-ups ${showSeconds(waitedMs ?? allowedMs)} later show no order and no trade of it.`;
  const seen =
    lagMs === undefined ? 'The look-up lag was not known then.' : `The look-up lag was at most ${showSeconds(lagMs)}.`;
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
