import { useEffect, useRef, useState } from 'react';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { useBackend } from '../../../api/backend.ts';
import type { LinkState } from '../../../api/host-port.ts';
import type { ReceivedQuote } from '../../../stores/market-store.ts';
import {
  atNextFrame,
  type CheckedDraft,
  type CheckRunner,
  createCheckRunner,
  isForSame,
} from '../form/check-runner.ts';
import { isSameDraft } from '../form/ticket-draft.ts';
import { tellTick } from './market-tick.ts';
import type { Placing } from '../press/use-placing.ts';

/** An answer, and the last press at its question. */
export interface OrderAnswer extends CheckedDraft {
  readonly lastPress: Placing;
}

/**
 * The newest answer to the ticket's draft. Asked again when draft, market, connection, stop of trading or the last press's
 * outcome changes: a sent order may rule out the next. Until then the earlier one counts, unless of another instrument.
 */
export function useOrderCheck(
  draft: OrderDraft,
  quote: ReceivedQuote | null,
  link: LinkState,
  isStopped: boolean,
  lastPress: Placing,
): OrderAnswer | null {
  const { client } = useBackend();
  const [answer, setAnswer] = useState<OrderAnswer | null>(null);
  const runner = useRef<CheckRunner<OrderDraft> | null>(null);
  // The draft is new at each render; its content changes less often.
  const stable = useRef(draft);
  if (!isSameDraft(stable.current, draft)) stable.current = draft;
  const wanted = stable.current;
  const isOfOther = answer !== null && !isForSame(answer.draft, wanted);
  // For good: of an instrument that is come back to, it would be of before.
  if (isOfOther) setAnswer(null);

  const tick = tellTick(wanted, quote);
  const newestPress = useRef(lastPress);

  useEffect(() => {
    let askedAfter = newestPress.current;
    const made = createCheckRunner({
      ask: (asked) => {
        askedAfter = newestPress.current;
        return client.request('orders.check', { draft: asked });
      },
      atNextFrame,
      isForSame,
      receive: (received) => setAnswer({ ...received, lastPress: askedAfter }),
    });
    runner.current = made;
    return () => made.stop();
  }, [client]);

  useEffect(() => {
    newestPress.current = lastPress;
    runner.current?.want(wanted);
  }, [wanted, tick, link, isStopped, lastPress]);

  return isOfOther ? null : answer;
}
