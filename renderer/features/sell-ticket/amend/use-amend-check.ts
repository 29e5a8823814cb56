import { useEffect, useRef, useState } from 'react';
import type { AmendDraft } from '../../../../shared/execution/amend-draft.ts';
import type { IpcError } from '../../../../shared/ipc/error.ts';
import type { AmendCheck } from '../../../../shared/ipc/schemas/amend-schema.ts';
import { useBackend } from '../../../api/backend.ts';
import { readFailure } from '../../../api/failure-text.ts';
import { useNow } from '../../../stores/now.ts';

/** The answer to a draft: what the rules say of it, or why they could not be asked. */
export interface AmendAnswer {
  readonly draft: AmendDraft;
  readonly check: AmendCheck | null;
  readonly failure: IpcError | null;
}

/** Asks for what an amend would do at each change of it, and once a second for the market; one question at a time. */
export function useAmendCheck(orderId: string, draft: AmendDraft): AmendAnswer | null {
  const { client } = useBackend();
  const [answer, setAnswer] = useState<AmendAnswer | null>(null);
  const second = Math.floor(useNow() / 1000);
  const wanted = useRef(draft);
  const isAsking = useRef(false);
  useEffect(() => {
    let isLeft = false;
    wanted.current = draft;
    async function ask(): Promise<void> {
      if (isAsking.current) return;
      isAsking.current = true;
      const asked = wanted.current;
      const received = await client.request('amends.check', { order_id: orderId, draft: asked }).then(
        (check) => ({ draft: asked, check, failure: null }),
        (error: unknown) => ({ draft: asked, check: null, failure: readFailure(error) }),
      );
      isAsking.current = false;
      setAnswer(received);
      // Typed on meanwhile.
      if (!isLeft && wanted.current !== asked) void ask();
    }
    void ask();
    return () => {
      isLeft = true;
    };
  }, [client, orderId, draft, second]);
  return answer;
}
