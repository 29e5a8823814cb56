/** In place of a count that nobody knows. */
export const UNREADABLE = 'orders unknown: journal unreadable';

/** How many orders have no outcome yet; null: the journal that would tell can't be read. */
export function countUnknown(count: number | null): string {
  if (count === null) return UNREADABLE;
  return count === 1 ? '1 outcome unknown' : `${count} outcomes unknown`;
}

/** The same of Block RFQs. */
export function countUnknownRfqs(count: number): string {
  return count === 1 ? '1 Block RFQ unknown' : `${count} Block RFQs unknown`;
}
