import { fail, ok, type Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import type { Place } from '../account/sessions.ts';
import { refusal, type Refusal } from '../refusal.ts';
import type { CallLog } from './call-log.ts';
import { isJson } from './gate.ts';
import { errorReply, resultReply, type Reply } from './reply.ts';
import { readEnvelope, readQuery, splitTarget, type IncomingCall } from './request.ts';
import type { Service } from './service.ts';

const INTERNAL_ERROR = 11_094;

/** An HTTP request as far as a call is made of it. */
export interface CallRequest {
  readonly httpMethod: string;
  /** Path and query as on the request line. */
  readonly target: string;
  readonly contentType: string | undefined;
  readonly authorization: string | undefined;
  readonly place: Place;
  readonly body: Buffer;
}

/** A reply, and whether the connection ends with it. */
export interface Answer {
  readonly reply: Reply;
  readonly isLast: boolean;
}

/** What both lanes do with a request, without sockets. */
export class CallDoor {
  readonly #service: Service;
  readonly #log: CallLog;
  #arrivals = 0;
  /** Milliseconds with their fraction: what is executed has the whole ones. */
  readonly now: () => number;

  constructor(service: Service, log: CallLog, now: () => number) {
    this.#service = service;
    this.#log = log;
    this.now = now;
  }

  /** The call that a request makes, or the reply that refuses it. */
  read({ target, contentType, body }: CallRequest, inMs: number): Result<IncomingCall, Reply> {
    const refuse = (error: Refusal, id?: IncomingCall['id'], status = 400) =>
      fail(errorReply(id, error, inMs, this.now(), status));
    const parts = splitTarget(target);
    if (parts === null) return refuse(refusal(ERROR_CODE.methodNotFound), undefined, 404);
    if (body.length > 0 && !isJson(contentType)) return refuse(refusal(ERROR_CODE.invalidContentType));
    const call = body.length > 0 ? readEnvelope(body, parts.method) : readQuery(parts.query, parts.method);
    if (!call.ok) return refuse(call.error.refusal, call.error.id);
    this.#arrivals += 1;
    return ok({ ...call.value, arrival: this.#arrivals });
  }

  /** Carries a call out and keeps a record of it. */
  execute(call: IncomingCall, request: CallRequest, inMs: number): Answer {
    const { authorization, place, httpMethod, target, body } = request;
    const outcome = this.#service.call(
      call,
      { authorization, ...place },
      { httpMethod, target, body },
      Math.floor(this.now()),
    );
    const outMs = this.now();
    const reply = outcome.ok
      ? resultReply(call.id, outcome.value, inMs, outMs)
      : errorReply(call.id, outcome.error, inMs, outMs);
    const isSpent = !outcome.ok && outcome.error.code === ERROR_CODE.tooManyRequests;
    this.note(call, outcome.ok ? 'result' : outcome.error);
    return { reply, isLast: isSpent && this.#service.rules.closeWhenSpent };
  }

  /** Keeps a record of a call: its result, its refusal, or null when it was not carried out. */
  note(call: IncomingCall, outcome: 'result' | Refusal | null): void {
    this.#log.record({
      method: call.method,
      id: call.id,
      params: call.params.values,
      atMs: Math.floor(this.now()),
      executed: outcome !== null,
      outcome: outcome === null ? 'not_executed' : outcome === 'result' ? 'result' : 'error',
      errorCode: typeof outcome === 'object' && outcome !== null ? outcome.code : null,
    });
  }

  /** The simulator's own fault: kept, and answered as the service would. */
  crash(error: unknown, inMs: number): Reply {
    this.#log.crashes.push(error);
    return errorReply(undefined, refusal(INTERNAL_ERROR), inMs, this.now(), 500);
  }
}

/** The body and the reply of a request that was read: what most calls are, with no fault to meet. */
export function answerPlainly(door: CallDoor, request: CallRequest, inMs: number): Answer {
  try {
    const call = door.read(request, inMs);
    return call.ok ? door.execute(call.value, request, inMs) : { reply: call.error, isLast: false };
  } catch (error) {
    return { reply: door.crash(error, inMs), isLast: false };
  }
}
