import { fail, ok, type Result } from '../../../shared/result.ts';
import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import type { Account } from '../../account/account.ts';
import { refuse, type Refusal } from '../../refusal.ts';
import type { Exchange } from '../exchange.ts';
import { findById, liveOrders } from './find-order.ts';
import { isLive, type Order } from './order.ts';
import type { InstrumentState } from '../venue.ts';

const SETTLEMENT_IN_PROGRESS = 10_041;

/** Open and locked books take cancels; of a halted one the contract says nothing, and it takes none here. */
function refusedIn(state: InstrumentState): ReturnType<typeof refuse> | null {
  if (state === 'open' || state === 'locked') return null;
  return refuse(state === 'settlement' ? SETTLEMENT_IN_PROGRESS : ERROR_CODE.bookClosed, { reason: state });
}

/** Cancels one order by its id, or refuses: not known, not open any more, or its book takes no cancels. */
export function cancelById(
  exchange: Exchange,
  account: Account,
  orderId: string,
  nowMs: number,
): Result<Order, Refusal> {
  const found = findById(exchange, account, orderId);
  if (!found.ok) return found;
  const { order, venue } = found.value;
  const refused = refusedIn(venue.state);
  if (refused !== null) return refused;
  exchange.cancel(venue, order, 'user_request', nowMs);
  exchange.settleConsequences(venue, nowMs);
  return ok(order);
}

/** What came of cancelling many: those that ended, and those whose books took no cancel, with why. */
export interface Cancelled {
  readonly ended: readonly Order[];
  readonly refused: ReadonlyMap<Order, Refusal>;
}

/** Cancels every live order that matches and whose book takes cancels; where no book of any does, it is refused. */
export function cancelMatching(
  exchange: Exchange,
  account: Account,
  matches: (order: Order) => boolean,
  nowMs: number,
): Result<Cancelled, Refusal> {
  const matching = liveOrders(account).filter(matches);
  const refused = new Map<Order, Refusal>();
  for (const order of matching) {
    const venue = exchange.venue(order.instrument.name);
    // Another's end may have ended it already.
    if (venue === undefined || !isLive(order)) continue;
    const closed = refusedIn(venue.state);
    if (closed !== null) {
      refused.set(order, closed.error);
      continue;
    }
    exchange.cancel(venue, order, 'user_request', nowMs);
    exchange.settleConsequences(venue, nowMs);
  }
  const ended = matching.filter(({ state }) => state === 'cancelled');
  const [why] = refused.values();
  return ended.length === 0 && why !== undefined ? fail(why) : ok({ ended, refused });
}
