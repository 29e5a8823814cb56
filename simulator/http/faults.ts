/** What can go wrong with one call, for tests and rehearsals. Those that execute the call first say so. */
export type Fault =
  /** The socket ends; nothing was executed. */
  | 'drop_before_executing'
  /** Executed, then the socket ends without a reply. */
  | 'drop_after_executing'
  /** The socket is reset (RST); nothing was executed. */
  | 'reset_before_executing'
  /** Executed, then the socket is reset (RST). */
  | 'reset_after_executing'
  /** Nothing is executed and nothing ever comes; the socket stays open until the caller ends it. */
  | 'silent_before_executing'
  /** Executed, then nothing ever comes; the socket stays open until the caller ends it. */
  | 'silent_after_executing'
  /** Executed; half of the reply, then the socket ends. */
  | 'cut_reply'
  /** Executed; the reply comes twice on the same socket. */
  | 'duplicate_reply'
  /** Executed; the reply bears another id. */
  | 'wrong_id'
  /** Executed; the reply has a result and an error. */
  | 'both_result_and_error'
  /** Executed; the result is null. */
  | 'null_result'
  /** Executed; neither result nor error. */
  | 'absent_result'
  /** Executed; a valid reply of 16 MiB. */
  | 'huge_body'
  /** Executed; a valid reply nested 100,000 deep. */
  | 'deep_body'
  /** Executed, then the reply waits; with `before`, the call waits and is executed then. */
  | { readonly delayMs: number; readonly before?: boolean }
  /** Executed; the body comes byte by byte, one each `dripMs` (1000: a byte a second), until the caller ends it. */
  | { readonly dripMs: number }
  /** Executed; `usIn` and `usOut` are that far off the service's clock. */
  | { readonly clockOffsetMs: number }
  /** A page of some gateway (403, 408, 429, 502 …); executed only when `executed` is true. */
  | { readonly httpStatus: number; readonly html: string; readonly executed?: boolean }
  /** A redirect, 302 unless another status is given; nothing was executed. */
  | { readonly redirect: string; readonly status?: 301 | 302 | 303 | 307 | 308 };

/** Whether a call that meets the fault is executed at all. */
export function executes(fault: Fault | null): boolean {
  if (fault === null) return true;
  if (typeof fault === 'string') return !fault.endsWith('before_executing');
  if ('html' in fault) return fault.executed === true;
  return !('redirect' in fault);
}
