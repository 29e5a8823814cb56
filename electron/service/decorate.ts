import type { Result } from '../../shared/result.ts';
import type { CallOptions, ServiceClient } from './client-interface.ts';
import type { Answer, CallFailure } from './failure.ts';

/** A call on its way to the service. */
export interface PassedCall {
  readonly method: string;
  readonly params: unknown;
  readonly options: CallOptions | undefined;
}

type Outcome<T> = Promise<Result<Answer<T>, CallFailure>>;

/** What every call of a client passes: it may stop the call, change its options, or note its outcome. `next` sends it on. */
export type Pass = <T>(call: PassedCall, next: (options?: CallOptions) => Outcome<T>) => Outcome<T>;

/** The same client behind the passes, the first of which comes first. */
export function decorate(client: ServiceClient, ...passes: readonly Pass[]): ServiceClient {
  function through<T>(method: string, params: unknown, send: (options?: CallOptions) => Outcome<T>) {
    return passes.reduceRight((next, pass) => (options?: CallOptions) => pass({ method, params, options }, next), send);
  }
  return {
    call: (method, params, options) => through(method, params, (given) => client.call(method, params, given))(options),
    callExtension: (method, params, options) =>
      through(method, params, (given) => client.callExtension(method, params, given))(options),
    close: client.close,
  };
}
