/** What the button that stops trading, and allows it again, says. `isHeld`: it was stopped so lately that a press does nothing. */
export function nameStop(isStopped: boolean, isHeld: boolean): string {
  if (!isStopped) return 'Stop trading';
  return isHeld ? 'Trading stopped just now' : 'Trading stopped — allow again';
}

/**
 * What a stop of trading leaves at the service: orders of this terminal that rest, and those not yet resolved.
 * `whyNoCancel`: why they can't be cancelled from here, or null where they can. `isSeen`: the service tells of them now.
 */
export function describeStopped(
  resting: number,
  undecided: number,
  whyNoCancel: string | null,
  isSeen: boolean,
): string {
  const cannot = whyNoCancel === null ? '' : `: ${whyNoCancel}`;
  const rest =
    resting === 0 ? 'No order of this terminal rests at the service.' : `${sayResting(resting, isSeen)}${cannot}.`;
  if (undecided === 0) return rest;
  return `${rest} ${undecided === 1 ? '1 more is' : `${undecided} more are`} being looked up.`;
}

/** That cancelling all takes orders which wait for a trigger, too; null where there are none. */
export function describeWaiting(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? '1 of them waits for a trigger, as a stop does that protects a position: Cancel all takes it, too.'
    : `${count} of them wait for a trigger, as a stop does that protects a position: Cancel all takes these, too.`;
}

function sayResting(count: number, isSeen: boolean): string {
  if (!isSeen) return `${count === 1 ? '1 order was' : `${count} orders were`} resting at the service when last seen`;
  return `${count === 1 ? '1 order still rests' : `${count} orders still rest`} at the service`;
}
