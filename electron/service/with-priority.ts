import type { CallOptions, ServiceClient } from './client-interface.ts';
import { decorate } from './decorate.ts';

/** The same client for a part of the terminal whose reads all have one priority, unless a call names its own. */
export function withPriority(client: ServiceClient, priority: NonNullable<CallOptions['priority']>): ServiceClient {
  return decorate(client, ({ options }, next) => next({ priority, ...options }));
}
