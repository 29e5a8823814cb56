/** How many orders have no outcome yet. */
export function countUnknown(count: number): string {
  return count === 1 ? '1 outcome unknown' : `${count} outcomes unknown`;
}

/** The same of Block RFQs. */
export function countUnknownRfqs(count: number): string {
  return count === 1 ? '1 Block RFQ unknown' : `${count} Block RFQs unknown`;
}
