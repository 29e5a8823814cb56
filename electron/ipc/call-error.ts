import type { IpcError } from '../../shared/ipc/error.ts';
import type { CallFailure } from '../service/failure.ts';

/** A failed call as a value for windows. Service names survive; bodies and secrets don't. */
export function toIpcError(failure: CallFailure): IpcError {
  switch (failure.kind) {
    case 'not_sent':
      if (failure.reason === 'no_credits') {
        return { code: 'RateLimitExceeded', message: failure.detail, params: { reason: failure.reason } };
      }
      return failure.reason === 'login_failed' || failure.reason === 'no_credentials'
        ? { code: 'AuthenticationError', message: failure.detail, params: { reason: failure.reason } }
        : { code: 'ConnectionFailed', message: failure.detail, params: { reason: failure.reason } };
    case 'no_answer':
      return {
        code: failure.reason === 'deadline' ? 'RequestTimeout' : noAnswerCode(failure.reason),
        message: failure.detail,
        params: { reason: failure.reason },
      };
    case 'service_error': {
      const params: Record<string, string> = { code: String(failure.code) };
      if (failure.reason !== null) params['reason'] = failure.reason;
      if (failure.param !== null) params['param'] = failure.param;
      return { code: serviceCode(failure.code, failure.class, failure.reason), message: failure.message, params };
    }
  }
}

function noAnswerCode(reason: string): IpcError['code'] {
  return reason === 'connection_lost' || reason === 'answer_cut' ? 'ConnectionFailed' : 'InvalidResponse';
}

function serviceCode(code: number, errorClass: string, reason: string | null): IpcError['code'] {
  if (code === 13_020 || reason === 'instrument not found') return 'NotFound';
  if (code === 10_028 || code === 10_066) return 'RateLimitExceeded';
  if (code === 13_403 || code === 13_021 || code === 11_042) return 'PermissionDenied';
  if (errorClass === 'credentials') return 'AuthenticationError';
  return 'ExchangeError';
}
