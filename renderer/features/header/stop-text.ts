/** What the button that stops trading, and allows it again, says. `isHeld`: it was stopped so lately that a press does nothing. */
export function nameStop(isStopped: boolean, isHeld: boolean): string {
  if (!isStopped) return 'Stop trading';
  return isHeld ? 'Trading stopped just now' : 'Trading stopped — allow again';
}

/**
 * What a stop of trading leaves at the service: resting orders of this terminal, those on their way, and those undecided.
 * `whyNoCancel`: why they can't be cancelled here, or null. `isSeen`: the service shows them now.
 */
export function describeStopped(
  resting: number,
  { sending, undecided }: { readonly sending: number; readonly undecided: number },
  whyNoCancel: string | null,
  isSeen: boolean,
): string {
  const cannot = whyNoCancel === null ? '' : `: ${whyNoCancel}`;
  const rest = resting === 0 ? 'No order of this terminal rests.' : `${sayResting(resting, isSeen)}${cannot}.`;
  // What is on the way may rest by now: that none does is not said beside it.
  const said = resting === 0 && sending > 0 ? [] : [rest];
  const more = said.length === 0 ? '' : 'more ';
  if (sending > 0) said.push(`${sending} ${more}${sending === 1 ? 'is' : 'are'} on the way, sent before the stop.`);
  if (undecided > 0) said.push(`${undecided} more ${undecided === 1 ? 'is' : 'are'} being looked up.`);
  return said.join(' ');
}

/** That cancelling all takes orders which wait for a trigger, too; null where there are none. */
export function describeWaiting(count: number): string | null {
  if (count === 0) return null;
  return count === 1
    ? '1 of them waits for a trigger, like a protecting stop. Cancel all takes it too.'
    : `${count} of them wait for a trigger, like a protecting stop. Cancel all takes these too.`;
}

function sayResting(count: number, isSeen: boolean): string {
  if (!isSeen) return `${count === 1 ? '1 order was' : `${count} orders were`} resting at the service when last seen`;
  return `${count === 1 ? '1 order still rests' : `${count} orders still rest`} at the service`;
}
