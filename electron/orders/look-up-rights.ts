import type { ServiceClient } from '../service/client-interface.ts';
import type { LookUpMethod } from './look-up.ts';

const LOOK_UPS: readonly string[] = [
  'private/get_order_state_by_label',
  'private/get_open_orders_by_label',
] satisfies LookUpMethod[];

function isLookUp(method: string): method is LookUpMethod {
  return LOOK_UPS.includes(method);
}

/** The same client, and `onRefused` hears of each look-up by label that the service refuses for want of a right. */
export function hearLookUps(client: ServiceClient, onRefused: (method: LookUpMethod) => void): ServiceClient {
  return {
    ...client,
    call: async (method, params, options) => {
      const result = await client.call(method, params, options);
      const isRefused = !result.ok && result.error.kind === 'service_error' && result.error.class === 'credentials';
      if (isRefused && isLookUp(method)) onRefused(method);
      return result;
    },
  };
}
