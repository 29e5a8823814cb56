import { type DecimalString, parseDecimal } from '../decimal.ts';
import { assertDefined } from '../result.ts';
import type { CreateBlockRfqParams } from '../service/methods.ts';
import { type AllocationDraft, distinctMakers, type HedgeDraft, type RfqDraft } from './draft.ts';
import { recognise } from './recognise.ts';
import type { Structure } from './structure.ts';

function read(text: string, what: string): DecimalString {
  return assertDefined(parseDecimal(text), `the rules refuse a draft without ${what}`);
}

function hedgeParams({ instrument_name, direction, amount, price }: HedgeDraft) {
  if (direction === '') throw new Error('the rules refuse a hedge without a side');
  return { instrument_name, direction, price: read(price, 'a hedge price'), amount: read(amount, 'a hedge amount') };
}

function allocationParams({ amount, user_id, client_id, client_link_id }: AllocationDraft) {
  const part = { amount: read(amount, 'an allocated amount') };
  if (user_id.trim() !== '') return { ...part, user_id: Number(user_id) };
  return { ...part, client_info: { client_id: Number(client_id), client_link_id: Number(client_link_id) } };
}

/** The params of `private/create_block_rfq` for a draft that the rules let pass. Throws on one that they refuse. */
export function buildRfqParams(draft: RfqDraft, label: string): CreateBlockRfqParams {
  const [hedge] = draft.hedges;
  const makers = distinctMakers(draft.makers);
  return {
    legs: draft.legs.map(({ instrument_name, direction, amount }) => ({
      instrument_name,
      direction,
      amount: read(amount, 'an amount'),
    })),
    ...(draft.allocations.length === 0 ? {} : { trade_allocations: draft.allocations.map(allocationParams) }),
    ...(hedge === undefined ? {} : { hedge: hedgeParams(hedge) }),
    label,
    ...(makers.length === 0 ? {} : { makers }),
    disclosed: draft.disclosed,
  };
}

/** What the service is expected to answer: amount, ratios in the order of the legs, and its id for the structure. */
export interface RfqPrediction {
  readonly amount: DecimalString;
  readonly ratios: readonly number[];
  readonly comboId: string | null;
}

export function predictRfq(structure: Structure): RfqPrediction {
  return {
    amount: structure.amount,
    ratios: structure.legs.map(({ ratio }) => ratio),
    comboId: recognise(structure).comboId,
  };
}
