import { isForbidden } from '../../../shared/service/error-codes.ts';
import type { MethodParams } from '../../../shared/service/methods.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import { decorate } from '../../service/decorate.ts';
import type { LookUpMethod } from './look-up.ts';

const LOOK_UPS: readonly string[] = [
  'private/get_order_state_by_label',
  'private/get_open_orders_by_label',
] satisfies LookUpMethod[];

function isLookUp(method: string): method is LookUpMethod {
  return LOOK_UPS.includes(method);
}

/** What was looked up: a right may be of one kind of look-up, or of one currency. */
export interface LookedUp {
  readonly method: LookUpMethod;
  readonly currency: MethodParams<LookUpMethod>['currency'];
}

/** The same client, and `onRefused` hears of each look-up by label that the service refuses for want of a right. */
export function hearLookUps(client: ServiceClient, onRefused: (lookUp: LookedUp) => void): ServiceClient {
  return decorate(client, async ({ method, params, options }, next) => {
    const result = await next(options);
    const isRefused = !result.ok && result.error.kind === 'service_error' && isForbidden(result.error.code);
    if (isRefused && isLookUp(method)) onRefused({ method, currency: (params as MethodParams<LookUpMethod>).currency });
    return result;
  });
}
