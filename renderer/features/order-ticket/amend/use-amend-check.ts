import { useEffect, useRef, useState } from 'react';
import type { AmendDraft } from '../../../../shared/execution/amend-draft.ts';
import type { AmendCheck } from '../../../../shared/ipc/schemas/amend-schema.ts';
import { useBackend } from '../../../api/backend.ts';
import { useNow } from '../../../stores/now.ts';
import { atNextFrame, type Checked, type CheckRunner, createCheckRunner } from '../form/check-runner.ts';

export type AmendAnswer = Checked<AmendDraft, AmendCheck>;

/** Asks for what an amend would do at each change of it, and once a second for the market. */
export function useAmendCheck(orderId: string, draft: AmendDraft): AmendAnswer | null {
  const { client } = useBackend();
  const [answer, setAnswer] = useState<AmendAnswer | null>(null);
  const runner = useRef<CheckRunner<AmendDraft> | null>(null);
  const second = Math.floor(useNow() / 1000);
  useEffect(() => {
    const made = createCheckRunner<AmendDraft, AmendCheck>({
      ask: (asked) => client.request('amends.check', { order_id: orderId, draft: asked }),
      atNextFrame,
      isForSame: () => true,
      receive: setAnswer,
    });
    runner.current = made;
    return () => made.stop();
  }, [client, orderId]);
  useEffect(() => {
    runner.current?.want(draft);
  }, [draft, second]);
  return answer;
}
