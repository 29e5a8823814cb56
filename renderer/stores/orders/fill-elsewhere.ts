import { keptDraftSchema, type OrderDraft } from '../../../shared/orders/draft.ts';
import type { WindowsChannel } from '../workspace/selection-sync.ts';

/** Longer than a window takes to answer that is not held up, ms: the keyboard waits for it. */
const ANSWER_MS = 200;

/** A draft for a ticket that was moved to a window of its own. Only one of these may take it: who answers first is given it. */
export interface FillElsewhere {
  /** Whether such a ticket takes the draft; false where none answers in time. */
  readonly offer: (draft: OrderDraft) => Promise<boolean>;
}

interface FillOptions {
  readonly channel: WindowsChannel;
  readonly id: () => string;
  readonly after: (milliseconds: number, run: () => void) => void;
  /** Whether this window is there for its ticket. */
  readonly hasTicket: () => boolean;
  readonly take: (draft: OrderDraft) => void;
}

/** Joins the windows of one terminal that hand drafts to each other. Nothing is sent by that: the ticket checks and asks. */
export function followFills({ channel, id, after, hasTicket, take }: FillOptions): FillElsewhere {
  /** Offers of this window without an answer. */
  const waiting = new Map<string, (winner: string) => void>();
  const me = id();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of one origin
  const tell = (told: object): void => channel.postMessage(told);
  channel.onmessage = ({ data }) => {
    if (typeof data !== 'object' || data === null) return;
    if ('asks' in data && typeof data.asks === 'string' && hasTicket()) return tell({ answers: data.asks, from: me });
    if ('answers' in data && typeof data.answers === 'string' && 'from' in data && typeof data.from === 'string') {
      waiting.get(data.answers)?.(data.from);
      return;
    }
    if (!('gives' in data) || data.gives !== me || !('draft' in data)) return;
    const draft = keptDraftSchema.safeParse(data.draft);
    if (draft.success) take(draft.data);
  };
  return {
    offer: (draft) =>
      new Promise((resolve) => {
        const offer = id();
        const end = (winner: string | null): void => {
          if (!waiting.delete(offer)) return;
          if (winner !== null) tell({ gives: winner, draft });
          resolve(winner !== null);
        };
        waiting.set(offer, end);
        after(ANSWER_MS, () => end(null));
        tell({ asks: offer });
      }),
  };
}
