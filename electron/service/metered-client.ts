import type { RateBudget } from './budget.ts';
import type { ServiceClient } from './client-interface.ts';
import type { CallFailure } from './failure.ts';
import { SPENT_CODES } from './spent-codes.ts';

/**
 * The same client, with every read charged to the budget in one place, and the meter set to nothing when the
 * service says that it is. Orders are charged by the desk, which must not send one without a credit.
 */
export function meterClient(client: ServiceClient, budget: RateBudget): ServiceClient {
  function note(failure: CallFailure | null, isOrder: boolean): void {
    if (failure?.kind !== 'service_error' || !SPENT_CODES.includes(failure.code)) return;
    (isOrder ? budget.orders : budget.reads).drain();
  }

  return {
    call: async (method, params, options) => {
      const isOrder = method === 'private/sell';
      if (!isOrder) budget.reads.spend();
      const result = await client.call(method, params, options);
      note(result.ok ? null : result.error, isOrder);
      return result;
    },
    callExtension: async (method, params, options) => {
      budget.reads.spend();
      const result = await client.callExtension(method, params, options);
      note(result.ok ? null : result.error, false);
      return result;
    },
    close: client.close,
  };
}
