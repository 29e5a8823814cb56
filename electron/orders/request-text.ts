import { type OrderParams, orderParamsSchema } from '../../shared/service/methods.ts';
import { markNumbers } from '../service/wire/json.ts';
import { planWire } from '../service/wire/wire-numbers.ts';

const SELL_PLAN = planWire(orderParamsSchema);

/** The params of a sell as they stand on the wire, for reading: decimals as the exact numbers that are sent. */
export function writeRequest(params: OrderParams): string {
  return JSON.stringify(markNumbers(params, SELL_PLAN), null, 2);
}
