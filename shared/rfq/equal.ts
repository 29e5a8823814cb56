import { parseDecimal } from '../decimal.ts';
import type { RfqRow } from '../ipc/schemas/rfq-schema.ts';
import type { RfqDraft } from './draft.ts';

/** An equal request of before that would trade beside this one. */
export interface EqualRequest {
  readonly label: string;
  readonly ageMs: number;
}

/** Legs by name, side and amount in one text, whatever their order. */
function legsKey(legs: readonly { instrument_name: string; direction: string; amount: string }[]): string {
  return legs
    .map(
      ({ instrument_name, direction, amount }) => `${instrument_name} ${direction} ${parseDecimal(amount) ?? amount}`,
    )
    .toSorted()
    .join(';');
}

/** Whether nobody knows yet what became of it. */
export function isUndecided({ outcome }: Pick<RfqRow, 'outcome'>): boolean {
  return outcome === 'unknown' || outcome === 'sending';
}

/** Label of a request for the same legs whose outcome is not known, or null. */
export function findUndecidedEqual(rows: Iterable<RfqRow>, draft: Pick<RfqDraft, 'legs'>): string | null {
  const wanted = legsKey(draft.legs);
  for (const row of rows) if (isUndecided(row) && legsKey(row.legs) === wanted) return row.label;
  return null;
}

/**
 * The newest request for the same legs taken within `withinMs` or still live: makers may answer both. Service times;
 * future ones count as now.
 */
export function findEqualLately(
  rows: Iterable<RfqRow>,
  draft: Pick<RfqDraft, 'legs'>,
  serviceNowMs: number,
  withinMs: number,
): EqualRequest | null {
  const wanted = legsKey(draft.legs);
  let newest: EqualRequest | null = null;
  for (const row of rows) {
    const ageMs = Math.max(0, serviceNowMs - row.submitted_at);
    if (row.outcome !== 'created' || (ageMs >= withinMs && !isAlive(row, serviceNowMs))) continue;
    if ((newest === null || ageMs < newest.ageMs) && legsKey(row.legs) === wanted) newest = { label: row.label, ageMs };
  }
  return newest;
}

function isAlive({ rfq }: RfqRow, serviceNowMs: number): boolean {
  const isOpen = rfq?.state === 'created' || rfq?.state === 'open';
  return isOpen && serviceNowMs < (rfq?.expiration_timestamp ?? 0);
}
