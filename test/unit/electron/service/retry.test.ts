import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallFailure, NoAnswer, NotSent } from '../../../../electron/service/failure.ts';
import { backoffMs, mayRepeat, provesNothing } from '../../../../electron/service/retry.ts';
import type { ErrorClass } from '../../../../shared/service/error-codes.ts';

const notSent = (reason: NotSent['reason']): CallFailure => ({ kind: 'not_sent', reason, detail: '' });
const noAnswer = (reason: NoAnswer['reason'], httpStatus: number | null = null): CallFailure => ({
  kind: 'no_answer',
  reason,
  detail: '',
  httpStatus,
  bodyStart: null,
});
const refused = (errorClass: ErrorClass): CallFailure => ({
  kind: 'service_error',
  isOurs: true,
  code: 1,
  class: errorClass,
  message: '',
  reason: null,
  param: null,
  data: null,
  httpStatus: 400,
  times: { roundTripMs: 1, serviceTimeMs: null, receivedAtMs: 1 },
});

describe('which failures of a read may pass', () => {
  it.each([
    notSent('connection_refused'),
    notSent('host_unreachable'),
    noAnswer('connection_lost'),
    noAnswer('answer_cut'),
    noAnswer('not_json', 200),
    noAnswer('wrong_id', 200),
    ...[408, 425, 500, 502, 503, 504, 520, 599].map((status) => noAnswer('http_status', status)),
    refused('transient'),
  ])('$kind $reason $class $httpStatus', (failure) => {
    expect(mayRepeat(failure)).toBe(true);
  });

  it.each([
    ...(
      ['closed', 'deadline', 'bad_params', 'no_credentials', 'login_failed', 'login_unanswered', 'tls_failed'] as const
    ).map(notSent),
    ...(['deadline', 'redirect', 'too_large', 'too_deep', 'bad_envelope', 'unreadable_result'] as const).map((reason) =>
      noAnswer(reason, 200),
    ),
    ...[204, 400, 401, 403, 404, 429].map((status) => noAnswer('http_status', status)),
    refused('refused'),
    refused('credentials'),
    refused('unknown'),
  ])('not $kind $reason $class $httpStatus', (failure) => {
    expect(mayRepeat(failure)).toBe(false);
  });
});

it.each([
  [refused('refused'), false],
  [refused('unknown'), true],
  [{ ...refused('refused'), isOurs: false }, true],
  [noAnswer('deadline'), true],
  [notSent('deadline'), false],
])('a failure that may be of something carried out: %o', (failure, isSo) => {
  expect(provesNothing(failure)).toBe(isSo);
});

describe('the wait before the next try', () => {
  it('doubles, is capped, and is never less than half of its step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempt, chance) => {
          const step = Math.min(2_000, 100 * 2 ** (attempt - 1));
          const wait = backoffMs(attempt, () => chance);
          expect(wait).toBeGreaterThanOrEqual(step / 2);
          expect(wait).toBeLessThanOrEqual(step);
        },
      ),
    );
    expect([1, 2, 3, 10].map((attempt) => backoffMs(attempt, () => 0))).toEqual([50, 100, 200, 1_000]);
  });
});
