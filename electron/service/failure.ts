import { fail } from '../../shared/result.ts';
import { type ErrorClass, SERVICE_ERROR_CODES } from '../../shared/service/error-codes.ts';

/** Where a call's time stands against the service's clock. */
export interface CallTimes {
  /** Monotonic milliseconds from the first byte written to the last byte read. */
  readonly roundTripMs: number;
  /** The service's clock when it answered (`usOut`), milliseconds since the epoch; null when it did not say. */
  readonly serviceTimeMs: number | null;
  /** Local wall clock when the answer was read. */
  readonly receivedAtMs: number;
}

/** What a successful call gives. */
export interface Answer<T> {
  readonly value: T;
  readonly times: CallTimes;
}

/** No byte of the request was written: it is certain that the service never saw it. */
export interface NotSent {
  readonly kind: 'not_sent';
  readonly reason:
    | 'connection_refused'
    | 'host_unreachable'
    | 'closed'
    | 'deadline'
    | 'bad_params'
    | 'no_credentials'
    /** The service refused the login. */
    | 'login_failed'
    /** The login was not answered, or not in time: nothing is said of the credentials. */
    | 'login_unanswered'
    | 'tls_failed'
    /** The key is of another account than the one whose orders are asked for. */
    | 'other_account'
    /** Of which account the key is, is not known yet. */
    | 'account_unread'
    /** Reads are held back from a service that does not answer. */
    | 'service_away'
    /** The account's limit of requests left no room within the deadline. */
    | 'no_credits'
    /** Whoever asked for it no longer wanted it when its turn came. */
    | 'withdrawn';
  readonly detail: string;
}

/** Bytes were (or may have been) written and no usable answer came: the outcome is unknown. */
export interface NoAnswer {
  readonly kind: 'no_answer';
  readonly reason:
    | 'deadline'
    | 'connection_lost'
    | 'answer_cut'
    | 'redirect'
    | 'http_status'
    | 'not_json'
    | 'too_large'
    | 'too_deep'
    | 'wrong_id'
    | 'bad_envelope'
    | 'unreadable_result';
  readonly detail: string;
  readonly httpStatus: number | null;
  /** Start of the body as plain text, for the log; never parsed as success. */
  readonly bodyStart: string | null;
}

/** A well-formed error reply. What it proves is in `class`, where it is ours. */
export interface ServiceRefusal {
  readonly kind: 'service_error';
  /** False where no id ties it to the request, as in the form of a GET with a query: it may be another request's. */
  readonly isOurs: boolean;
  readonly code: number;
  readonly class: ErrorClass;
  /** The service's message, such as `Invalid params`. */
  readonly message: string;
  /** From `data`, where the service gave them. */
  readonly reason: string | null;
  readonly param: string | null;
  readonly data: unknown;
  readonly httpStatus: number;
  readonly times: CallTimes;
}

/** Every way a call can fail; an expected failure is a value. */
export type CallFailure = NotSent | NoAnswer | ServiceRefusal;

/** A fault of ours amid a call, which may have been written by then: nothing is known of what became of it. */
export function failByFault(error: unknown): { readonly ok: false; readonly error: NoAnswer } {
  const detail = `a fault of the terminal: ${error instanceof Error ? error.message : String(error)}`;
  return fail({ kind: 'no_answer', reason: 'connection_lost', detail, httpStatus: null, bodyStart: null });
}

/** Nothing was written. */
export function notSent(reason: NotSent['reason'], detail: string): { ok: false; error: NotSent } {
  return fail({ kind: 'not_sent', reason, detail });
}

/** In a word, for the log. */
export function nameFailure(failure: CallFailure): string {
  return failure.kind === 'service_error' ? `${failure.code} ${failure.message}` : failure.reason;
}

/** What the service said no with, to be kept and shown: its code, that code's name, and why. */
export function describeRefusal({ code, message, param, reason }: ServiceRefusal) {
  const name = SERVICE_ERROR_CODES.get(code)?.name ?? message;
  return { code, name, reason: param === null ? reason : `${param}: ${reason ?? ''}` };
}
