import type { CallOptions, ServiceClient } from './client-interface.ts';

/** The same client for a part of the terminal whose reads all have one priority, unless a call names its own. */
export function withPriority(client: ServiceClient, priority: NonNullable<CallOptions['priority']>): ServiceClient {
  return {
    call: (method, params, options) => client.call(method, params, { priority, ...options }),
    callExtension: (method, params, options) => client.callExtension(method, params, { priority, ...options }),
    close: client.close,
  };
}
