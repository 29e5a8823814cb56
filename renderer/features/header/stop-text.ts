/**
 * What a stop of trading leaves at the service: orders of this terminal that rest, and those not yet resolved.
 * `whyNoCancel`: why they can't be cancelled from here, or null where they can.
 */
export function describeStopped(resting: number, undecided: number, whyNoCancel: string | null): string {
  const cannot = whyNoCancel === null ? '' : `: ${whyNoCancel}`;
  const rest =
    resting === 0
      ? 'No order of this terminal rests at the service.'
      : `${resting === 1 ? '1 order still rests' : `${resting} orders still rest`} at the service${cannot}.`;
  if (undecided === 0) return rest;
  return `${rest} ${undecided === 1 ? '1 more is' : `${undecided} more are`} being looked up.`;
}
