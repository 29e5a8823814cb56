import type { Priority } from '../../shared/ipc/schemas/session-schema.ts';
import type { Result } from '../../shared/result.ts';
import type { ExtensionName, ExtensionParams, ExtensionResult } from '../../shared/service/extensions.ts';
import type { MethodName, MethodParams, MethodResult } from '../../shared/service/methods.ts';
import type { Answer, CallFailure } from './failure.ts';

export interface CallOptions {
  /** Wall-clock limit of the whole call, retries included; 5 s when not given. */
  readonly deadlineMs?: number;
  /** Before whom a read goes when credits are scarce; `focused` when not given. Orders go first by themselves. */
  readonly priority?: Exclude<Priority, 'orders'>;
  /** Asked just before the first byte, after every wait: false, and the call ends as not sent (`withdrawn`). */
  readonly mayWrite?: () => boolean;
  /** Runs before each further try: of what counts as an order, each takes a credit of its own. */
  readonly onRepeat?: () => void;
}

/** The JSON-RPC client of one profile. Calls never reject: a fault of ours is an answer that did not come. */
export interface ServiceClient {
  readonly call: <Name extends MethodName>(
    method: Name,
    params: MethodParams<Name>,
    options?: CallOptions,
  ) => Promise<Result<Answer<MethodResult<Name>>, CallFailure>>;
  /** Extensions answer a `service_error` with code -32601 where the service has none. */
  readonly callExtension: <Name extends ExtensionName>(
    method: Name,
    params: ExtensionParams<Name>,
    options?: CallOptions,
  ) => Promise<Result<Answer<ExtensionResult<Name>>, CallFailure>>;
  /** Ends its connections; calls under way end as failures. */
  readonly close: () => Promise<void>;
}
