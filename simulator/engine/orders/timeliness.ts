import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import { refuse } from '../../refusal.ts';
import type { InstrumentState, Venue } from '../venue.ts';

const CLOSED_STATES: Record<Exclude<InstrumentState, 'open'>, number> = {
  settlement: 10_041,
  locked: 10_019,
  halted: ERROR_CODE.bookClosed,
  inactive: ERROR_CODE.bookClosed,
  delivered: ERROR_CODE.bookClosed,
  archivized: ERROR_CODE.bookClosed,
};

/** Why a book takes no order or edit now: it comes after its `valid_until`, or the book is closed. Null when it does. */
export function refuseLate(venue: Venue, validUntilMs: number | undefined, nowMs: number) {
  if (validUntilMs !== undefined && nowMs >= validUntilMs) return refuse(ERROR_CODE.timedOut);
  if (venue.state !== 'open') return refuse(CLOSED_STATES[venue.state], { reason: venue.state });
  return venue.isActive ? null : refuse(ERROR_CODE.bookClosed, { reason: 'inactive' });
}
