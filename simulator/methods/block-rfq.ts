import { flag, label, list, objectOrText, optional, required } from '../http/params.ts';
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
  ({ exchange, rfqs }, params, nowMs) => rfqs.create(exchange, params, nowMs),
);
