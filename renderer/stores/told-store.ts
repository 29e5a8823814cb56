/** The part of a BroadcastChannel that this needs. */
interface ToldChannel {
  readonly postMessage: (message: unknown) => void;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
}

/** Orders whose outcome a ticket has in sight, of this window and of others, by intent; news tells them nowhere else. */
const told = new Map<string, number>();
let tellOthers: (message: { readonly intentId: string; readonly by: 1 | -1 }) => void = () => undefined;

function count(intentId: string, by: 1 | -1): void {
  const shown = (told.get(intentId) ?? 0) + by;
  if (shown > 0) told.set(intentId, shown);
  else told.delete(intentId);
}

/** What ends each telling of this window's tickets. */
const ends = new Set<() => void>();

/** Says that a ticket tells of this order from now on; gives back what says that it no longer does. */
export function beginTelling(intentId: string): () => void {
  count(intentId, 1);
  tellOthers({ intentId, by: 1 });
  const end = (): void => {
    if (!ends.delete(end)) return;
    count(intentId, -1);
    tellOthers({ intentId, by: -1 });
  };
  ends.add(end);
  return end;
}

/** This window closes: its tickets tell nothing any more. React unmounts none of them then. */
export function endTelling(): void {
  for (const end of ends) end();
}

export function isToldByTicket(intentId: string): boolean {
  return told.has(intentId);
}

/** Joins the windows of one terminal: what a ticket tells in one of them, the others don't tell once more. */
export function followTold(channel: ToldChannel): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of one origin
  tellOthers = (message) => channel.postMessage(message);
  channel.onmessage = ({ data }) => {
    if (typeof data !== 'object' || data === null || !('intentId' in data) || !('by' in data)) return;
    const { intentId, by } = data;
    if (typeof intentId === 'string' && (by === 1 || by === -1)) count(intentId, by);
  };
}
