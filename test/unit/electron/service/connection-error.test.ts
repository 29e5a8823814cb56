import { describe, expect, it } from 'vitest';
import { explainUnsent } from '../../../../electron/service/wire/connection-error.ts';

const withCode = (code: string): Error => Object.assign(new Error('the message'), { code });

describe('why nothing was sent', () => {
  it.each([
    ['ECONNREFUSED', 'connection_refused'],
    ['ENOTFOUND', 'host_unreachable'],
    ['EAI_AGAIN', 'host_unreachable'],
    ['EHOSTUNREACH', 'host_unreachable'],
    ['ENETUNREACH', 'host_unreachable'],
    ['ETIMEDOUT', 'host_unreachable'],
    ['UND_ERR_CONNECT_TIMEOUT', 'host_unreachable'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls_failed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed'],
    ['CERT_HAS_EXPIRED', 'tls_failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_failed'],
    ['UND_ERR_DESTROYED', 'closed'],
    ['UND_ERR_INVALID_ARG', 'bad_params'],
  ])('%s: %s', (code, reason) => {
    expect(explainUnsent(withCode(code))).toMatchObject({ kind: 'not_sent', reason });
  });

  it('by the first of several addresses that were tried', () => {
    const error = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
    expect(explainUnsent(error).reason).toBe('host_unreachable');
  });
});
