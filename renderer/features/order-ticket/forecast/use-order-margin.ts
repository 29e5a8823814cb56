import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { OrderMargin } from '../../../../shared/ipc/schemas/margin-schema.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { useBackend } from '../../../api/backend.ts';
import { useIsConnected } from '../../../api/queries.ts';

/** Who still types is not asked for: each question costs a read. */
const STILL_MS = 400;
/** It moves with the mark. */
const AGAIN_MS = 10_000;

/** What is known of an order's margin; `waiting` until the service has answered for the order as it stands. */
export type KnownMargin = OrderMargin | { readonly state: 'waiting' } | { readonly state: 'failed' };

/** The margin of the draft, asked of the service once it has stood still; `draft` null: there is no order yet. */
export function useOrderMargin(draft: OrderDraft | null): KnownMargin | null {
  const { client } = useBackend();
  const isConnected = useIsConnected();
  const terms = draft === null ? null : termsOf(draft);
  const still = useStill(terms);
  const query = useQuery({
    queryKey: ['margin', still],
    queryFn: () => {
      if (draft === null) throw new Error('there is no order to ask about');
      return client.request('orders.margin', { draft });
    },
    enabled: isConnected && still !== null && still === terms,
    refetchInterval: AGAIN_MS,
    gcTime: AGAIN_MS,
    retry: false,
  });
  if (terms === null) return null;
  if (still !== terms || query.isPending) return { state: 'waiting' };
  // What was told before is no longer so.
  return query.isError || query.data === undefined ? { state: 'failed' } : query.data;
}

/** What the margin hangs on: a label or a window of time are no reason to ask again. */
function termsOf({
  direction,
  instrument_name,
  type,
  amount,
  contracts,
  price,
  advanced,
  reduce_only,
}: OrderDraft): string {
  return JSON.stringify([direction, instrument_name, type, amount, contracts, price, advanced, reduce_only]);
}

/** The text once it has been the same for a moment. */
function useStill(text: string | null): string | null {
  const [still, setStill] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStill(text), STILL_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return still;
}
