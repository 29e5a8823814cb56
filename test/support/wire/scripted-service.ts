import { fail, ok } from '../../../shared/result.ts';
import type { ExtensionName } from '../../../shared/service/extensions.ts';
import type { MethodName } from '../../../shared/service/methods.ts';
import type { ServiceClient } from '../../../electron/service/client-interface.ts';
import type { CallFailure, CallTimes } from '../../../electron/service/failure.ts';
import type { VirtualClock } from '../virtual-clock.ts';

export type Reply =
  | { readonly value: unknown }
  | { readonly failure: CallFailure }
  | { readonly never: true }
  /** It comes once that is there. */
  | { readonly late: Promise<Reply> };

export interface ScriptedService extends ServiceClient {
  /** How a method answers from now on; the function gets the params. */
  readonly answer: (method: MethodName | ExtensionName, reply: (params: Record<string, unknown>) => Reply) => void;
  readonly calls: (method: MethodName | ExtensionName) => Record<string, unknown>[];
  /** The service's clock minus the terminal's wall clock at the start, milliseconds. */
  readonly setOffset: (milliseconds: number) => void;
  /** Whether its answers tell its time from now on, which the contract does not promise. */
  readonly tellTime: (isTold: boolean) => void;
}

export const noAnswer: Reply = {
  failure: {
    kind: 'no_answer',
    reason: 'connection_lost',
    detail: 'the connection was lost',
    httpStatus: null,
    bodyStart: null,
  },
};

export function refusal(
  code: number,
  errorClass: 'refused' | 'transient' | 'credentials' | 'unknown',
  message: string,
): Reply {
  const times: CallTimes = { roundTripMs: 0, serviceTimeMs: null, receivedAtMs: 0 };
  return {
    failure: {
      kind: 'service_error',
      isOurs: true,
      code,
      class: errorClass,
      message,
      reason: null,
      param: null,
      data: null,
      httpStatus: 400,
      times,
    },
  };
}

/** A service that answers by script, on a virtual clock; its own clock goes with the monotonic one. */
export function createScriptedService(clock: VirtualClock): ScriptedService {
  const replies = new Map<string, (params: Record<string, unknown>) => Reply>();
  const calls: { method: string; params: Record<string, unknown> }[] = [];
  const startMs = clock.now();
  let offsetMs = 0;
  let isTimeTold = true;

  async function call(method: string, params: object): Promise<unknown> {
    calls.push({ method, params: { ...params } });
    let reply = replies.get(method)?.({ ...params }) ?? noAnswer;
    await Promise.resolve();
    while ('late' in reply) reply = await reply.late;
    if ('never' in reply) return new Promise(() => undefined);
    if ('failure' in reply) return fail(reply.failure);
    const serviceTimeMs = isTimeTold ? startMs + clock.monotonic() + offsetMs : null;
    return ok({ value: reply.value, times: { roundTripMs: 0, serviceTimeMs, receivedAtMs: clock.now() } });
  }

  return {
    call: call as ServiceClient['call'],
    callExtension: call as ServiceClient['callExtension'],
    close: () => Promise.resolve(),
    answer: (method, reply) => void replies.set(method, reply),
    calls: (method) => calls.filter((made) => made.method === method).map(({ params }) => params),
    setOffset: (milliseconds) => {
      offsetMs = milliseconds;
    },
    tellTime: (isTold) => {
      isTimeTold = isTold;
    },
  };
}
