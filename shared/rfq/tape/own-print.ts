import { decimal, divide, greatestCommonDivisor, toNumber } from '../../decimal.ts';
import type { RfqRow } from '../../ipc/schemas/rfq-schema.ts';
import type { BlockRfqTrade } from '../../service/block-rfq.ts';
import { namedLegs, type NamedLeg, structureKey } from './print.ts';

/** A request whose end is not known is taken to live this long, and may have come to the service as much later. */
const LONGEST_LIFE_MS = 600_000;
/** A print has its trade's time, so none follows the end by more than booking. */
const BOOKED_LATE_MS = 5000;
/** After its request ended, the tape is asked for it this long. */
const ASKED_LATE_MS = 60_000;

/** Legs of a request in whole ratios, as a print has them. */
export function requestLegs(row: RfqRow): NamedLeg[] {
  const divisor = greatestCommonDivisor(row.legs.map(({ amount }) => decimal(amount)));
  return row.legs.map((leg) => ({ ...leg, ratio: toNumber(divide(decimal(leg.amount), divisor)) }));
}

/**
 * The request behind this print: same structure, alive then; null for none. Known ones come before possible ones, newer
 * before older.
 */
export function findOwnRequest(print: BlockRfqTrade, rows: readonly RfqRow[]): RfqRow | null {
  const key = structureKey(namedLegs(print)).text;
  const possible = rows
    .filter((row) => {
      const isThen = print.timestamp >= row.submitted_at && print.timestamp <= lastTradeOf(row);
      return isThen && mayHaveArrived(row) && structureKey(requestLegs(row)).text === key;
    })
    .toSorted((a, b) => b.submitted_at - a.submitted_at);
  return possible.find(({ rfq }) => rfq !== null) ?? possible[0] ?? null;
}

function mayHaveArrived({ outcome }: RfqRow): boolean {
  return outcome !== 'refused' && outcome !== 'not_sent';
}

/** Whether a trade of the request may come on the tape about now. Service time, milliseconds. */
export function mayPrint(row: RfqRow, serviceNowMs: number): boolean {
  const isThere = row.outcome === 'created' || row.outcome === 'unknown' || row.outcome === 'sending';
  return isThere && serviceNowMs <= endOf(row) + ASKED_LATE_MS;
}

function lastTradeOf(row: RfqRow): number {
  // It may have been cancelled, or filled.
  if (row.ended_by !== null) return Math.min(endOf(row), row.ended_by) + BOOKED_LATE_MS;
  const isEndKnown = row.rfq?.expiration_timestamp !== undefined;
  return endOf(row) + (isEndKnown ? BOOKED_LATE_MS : LONGEST_LIFE_MS);
}

function endOf({ rfq, submitted_at }: RfqRow): number {
  return rfq?.expiration_timestamp ?? submitted_at + LONGEST_LIFE_MS;
}
