/** Why a button waits: so many warnings are not accepted, one or more. */
export function askToAccept(count: number): string {
  return count === 1 ? 'Accept the warning first.' : `Accept the ${count} warnings first.`;
}
