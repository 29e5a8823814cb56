import { useEffect, useRef, useState } from 'react';
import type { SellDraft } from '../../../shared/orders/draft.ts';
import { useBackend } from '../../api/backend.ts';
import type { LinkState } from '../../api/host-port.ts';
import type { ReceivedQuote } from '../../stores/market-store.ts';
import { type CheckedDraft, type CheckRunner, createCheckRunner } from './check-runner.ts';
import { isSameDraft } from './ticket-draft.ts';

function atNextFrame(action: () => void): () => void {
  const frame = requestAnimationFrame(action);
  return () => cancelAnimationFrame(frame);
}

/** The newest answer to the ticket's draft, asked again whenever the draft, its market, the connection or the stop of trading changes. */
export function useOrderCheck(
  draft: SellDraft,
  quote: ReceivedQuote | null,
  link: LinkState,
  isStopped: boolean,
): CheckedDraft | null {
  const { client } = useBackend();
  const [answer, setAnswer] = useState<CheckedDraft | null>(null);
  const runner = useRef<CheckRunner | null>(null);
  // The draft is made anew at each render; what it says changes less often.
  const stable = useRef(draft);
  if (!isSameDraft(stable.current, draft)) stable.current = draft;
  const wanted = stable.current;

  useEffect(() => {
    const made = createCheckRunner({
      ask: (asked) => client.request('orders.check', { draft: asked }),
      atNextFrame,
      receive: setAnswer,
    });
    runner.current = made;
    return () => made.stop();
  }, [client]);

  useEffect(() => runner.current?.want(wanted), [wanted, quote, link, isStopped]);

  return answer;
}
