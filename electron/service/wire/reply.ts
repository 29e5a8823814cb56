import type { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/result.ts';
import { responseEnvelopeSchema, type ResponseEnvelope } from '../../../shared/service/envelope.ts';
import { classifyErrorCode } from '../../../shared/service/error-codes.ts';
import { isMoment } from '../../../shared/service/fields.ts';
import type { HttpReply } from './exchange.ts';
import type { Answer, CallTimes, NoAnswer, ServiceRefusal } from '../failure.ts';
import { readJson } from './json.ts';
import { LEFT } from './text-cursor.ts';
import { readPlainJson } from './text-reader.ts';

/** What the reply is read against. */
export interface Expectation {
  /** Null for a GET with a query, which carries no id: its reply has none either (facts, section 1). */
  readonly id: number | null;
  readonly result: z.ZodType;
  readonly receivedAtMs: number;
}

/** Characters of an unusable body that are kept as evidence. */
const BODY_START_CHARACTERS = 300;

/**
 * Reads a reply. Success: 200, our id, a fitting result. Rejection: an error with our id under 200 or 4xx (facts,
 * section 1). Anything else proves nothing; without ids a rejection proves nothing either.
 */
export function readReply(reply: HttpReply, expected: Expectation): Result<Answer<unknown>, NoAnswer | ServiceRefusal> {
  const { status, text } = reply;
  const plain = status === 200 ? readPlainSuccess(reply, expected) : null;
  if (plain !== null) return ok(plain);
  const noAnswer = (reason: NoAnswer['reason'], detail: string): { ok: false; error: NoAnswer } =>
    fail({ kind: 'no_answer', reason, detail, httpStatus: status, bodyStart: plainStart(text) });

  if (status >= 300 && status < 400) return noAnswer('redirect', `HTTP ${status}: redirects are not followed`);
  const mayRefuse = status >= 400 && status < 500;
  if (status !== 200 && !mayRefuse) return noAnswer('http_status', `HTTP ${status}`);

  const json = readJson(text);
  if (!json.ok) {
    if (json.error === 'too_deep') return noAnswer('too_deep', 'nested too deep');
    return mayRefuse ? noAnswer('http_status', `HTTP ${status}`) : noAnswer('not_json', 'the body is not JSON');
  }
  const parsed = responseEnvelopeSchema.safeParse(json.value);
  if (!parsed.success) return noAnswer('bad_envelope', 'the body is not a JSON-RPC reply');
  const envelope = parsed.data;
  if (!isOurs(envelope.id, expected.id)) return noAnswer('wrong_id', 'the reply carries another id');

  const hasResult = Object.hasOwn(envelope, 'result');
  if (hasResult === (envelope.error !== undefined)) {
    return noAnswer('bad_envelope', hasResult ? 'both result and error' : 'neither result nor error');
  }
  const times = readTimes(reply, envelope, expected.receivedAtMs);
  if (envelope.error !== undefined)
    return fail(readRefusal(envelope.error, { httpStatus: status, times, isOurs: expected.id !== null }));
  if (status !== 200) return noAnswer('http_status', `HTTP ${status} with a result`);

  const result = expected.result.safeParse(envelope.result);
  if (result.success) return ok({ value: result.data, times });
  const [issue] = result.error.issues;
  return noAnswer('unreadable_result', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
}

const successes = new WeakMap<z.ZodType, z.ZodType<ResponseEnvelope>>();

function rememberSuccess(result: z.ZodType): z.ZodType<ResponseEnvelope> {
  const schema = responseEnvelopeSchema.extend({ result });
  successes.set(result, schema);
  return schema;
}

/** Nearly every reply is a success that is written plainly, and read in half the time; null for any other. */
function readPlainSuccess(reply: HttpReply, { id, result, receivedAtMs }: Expectation): Answer<unknown> | null {
  const envelope = readPlainJson(successes.get(result) ?? rememberSuccess(result), reply.text);
  if (envelope === LEFT || envelope.error !== undefined || !isOurs(envelope.id, id)) return null;
  if (!Object.hasOwn(envelope, 'result')) return null;
  return { value: envelope.result, times: readTimes(reply, envelope, receivedAtMs) };
}

function isOurs(id: ResponseEnvelope['id'], expected: number | null): boolean {
  return expected === null ? id === undefined || id === null : id === expected;
}

function readTimes(reply: HttpReply, envelope: ResponseEnvelope, receivedAtMs: number): CallTimes {
  const serviceTimeMs = Math.floor((envelope.usOut ?? Number.NaN) / 1000);
  // A time outside the range of dates is ignored: nothing could store it.
  return {
    roundTripMs: reply.roundTripMs,
    serviceTimeMs: isMoment(serviceTimeMs) ? serviceTimeMs : null,
    receivedAtMs,
  };
}

function readRefusal(
  error: NonNullable<ResponseEnvelope['error']>,
  told: Pick<ServiceRefusal, 'httpStatus' | 'times' | 'isOurs'>,
): ServiceRefusal {
  const { code, message, data } = error;
  return {
    kind: 'service_error',
    code,
    class: classifyErrorCode(code),
    message,
    reason: typeof data === 'string' ? data : readText(data, 'reason'),
    param: readText(data, 'param'),
    data,
    ...told,
  };
}

function readText(data: unknown, key: string): string | null {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, key)) return null;
  const value: unknown = Reflect.get(data, key);
  return typeof value === 'string' ? value : null;
}

/** The start of a body as one line of plain text: control characters become blanks. */
function plainStart(text: string): string | null {
  const start = text
    .slice(0, BODY_START_CHARACTERS)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return start === '' ? null : start;
}
