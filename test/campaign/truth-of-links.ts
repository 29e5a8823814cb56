import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { StandingOrder } from './service-side.ts';
import type { Evidence, Saying } from './truth.ts';

/** What is wrong with a linked order's row: it is there if its sell is, and as the service has it. */
export function judgeChild(row: OrderRow, sayings: readonly Saying[], evidence: Evidence): string[] {
  const { rows, made, standing, isLongAway, isFollowed } = evidence;
  const parent = rows.find(({ intent_id }) => intent_id === row.child_of?.intent_id);
  const isPlaced = made.some(({ by, label }) => by === 'terminal' && label === row.child_of?.label);
  const own = standing.filter(({ label }) => label === row.label);
  const wrongs: string[] = [];
  const say = (wrong: string) => wrongs.push(`${row.label}, linked to ${row.child_of?.label}: ${wrong}`);
  if (parent === undefined) say('its sell is not in the journal');
  // The outcomes of a sell are judged by themselves: what is linked to it must share them.
  else if (isUndecided(parent) ? !isUndecided(row) : row.outcome !== parent.outcome) {
    say(`${row.outcome}, and its sell is ${parent.outcome}`);
  }
  if (isPlaced !== own.length > 0) say(`${own.length} orders, and its sell is ${isPlaced ? '' : 'not '}there`);
  for (const { outcome, orderId } of sayings) {
    if (outcome !== 'accepted') say(`shown as ${outcome}`);
    else if (!isPlaced) say('shown, and its sell is not there');
    else if (orderId !== null && !own.some((order) => order.orderId === orderId)) say(`shown as another's ${orderId}`);
  }
  if (row.outcome !== 'accepted' || !isFollowed || isLongAway) return wrongs;
  if (row.order === null) say('never seen');
  else {
    const wrong = judgeState(row, standing);
    if (wrong !== null) say(wrong);
    if (row.order.order_state !== 'open' && own.some(({ state }) => state === 'open'))
      say('one is open, and not shown');
  }
  return wrongs;
}

/** Holds the last that a row was seen as against what the service has. */
export function judgeState({ order }: OrderRow, standing: readonly StandingOrder[]): string | null {
  const truth = standing.find(({ orderId }) => orderId === order?.order_id);
  if (order === null || truth === undefined) return null;
  const { order_state: state, filled_amount: filled = '0' } = order;
  if (state === truth.state && Number(filled) === truth.filled) return null;
  return `${order.order_id} is ${truth.state} with ${truth.filled}, shown ${state} with ${filled}`;
}

function isUndecided({ outcome }: OrderRow): boolean {
  return outcome === 'sending' || outcome === 'unknown';
}
