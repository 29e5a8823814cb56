import { ok } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import { flag, label, list, objectOrText, oneOf, optional, required, wholeNumber } from '../http/params.ts';
import { MAKERS } from '../rfq/makers.ts';
import { defineMethod } from './method.ts';

/** `private/create_block_rfq` (contract "Block RFQ"); the desk checks legs, hedge, makers and allocations. */
export const createBlockRfq = defineMethod(
  'private/create_block_rfq',
  {
    legs: required(list),
    trade_allocations: optional(list),
    hedge: optional(objectOrText),
    label: optional(label),
    makers: optional(list),
    disclosed: optional(flag),
  },
  ({ account, rfqs }, params, nowMs) => rfqs.create(account.id, params, nowMs),
);

/** How the states that may be asked for map to those that a request of the account can have. */
const STATES = {
  open: 'open',
  expired: 'expired',
  closed: 'expired',
  filled: 'none',
  traded: 'none',
  cancelled: 'none',
} as const;

const rfqId = wholeNumber(0, Number.MAX_SAFE_INTEGER);

/**
 * `private/get_block_rfqs`, an extension: the account's requests with makers' quotes. Nothing here accepts or cancels
 * them.
 */
export const getBlockRfqs = defineMethod(
  'private/get_block_rfqs',
  {
    block_rfq_id: optional(rfqId),
    currency: optional(oneOf([...ORDER_CURRENCIES, 'any'], 'invalid currency')),
    state: optional(oneOf(['open', 'filled', 'traded', 'cancelled', 'expired', 'closed'])),
    role: optional(oneOf(['any', 'taker', 'maker'])),
    count: optional(wholeNumber(1, 1000)),
    continuation: optional(rfqId),
  },
  ({ account, rfqs }, params, nowMs) => {
    if (params.role === 'maker') return ok({ block_rfqs: [], continuation: null });
    const query = {
      id: params.block_rfq_id,
      currency: params.currency === 'any' ? undefined : params.currency,
      state: params.state === undefined ? undefined : STATES[params.state],
      before: params.continuation,
      // The default is not documented.
      count: params.count ?? 20,
    };
    return ok(rfqs.list(account.id, query, nowMs));
  },
);

/** `private/get_block_rfq_makers`, an extension: the names that `makers` may hold. */
export const getBlockRfqMakers = defineMethod('private/get_block_rfq_makers', {}, () => ok(MAKERS));
