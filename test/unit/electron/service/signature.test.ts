import { describe, expect, it } from 'vitest';
import { sign, signatureHeader, textToSign } from '../../../../electron/service/login/signature.ts';

describe('the signature', () => {
  it('agrees with the documented vector (facts, section 2)', () => {
    // The vector is of the WebSocket form: timestamp, nonce and empty data.
    expect(sign('1576074319000\n1iqt2wls\n', 'AMANDASECRECT')).toBe(
      '56590594f97921b09b18f166befe0d1319b198bbcdad7ca73382de2f88fe9aa1',
    );
  });

  const parts = {
    timestampMs: 1_576_074_319_000,
    nonce: '1iqt2wls',
    verb: 'GET',
    uri: '/api/v2/private/x?a=1',
  } as const;

  it('covers time, nonce, verb, address and body, each closed by a newline', () => {
    expect(textToSign({ ...parts, body: '{}' })).toBe('1576074319000\n1iqt2wls\nGET\n/api/v2/private/x?a=1\n{}\n');
    expect(textToSign({ ...parts, body: '' })).toBe('1576074319000\n1iqt2wls\nGET\n/api/v2/private/x?a=1\n\n');
  });

  it('stands in the header with id, time and nonce', () => {
    const signature = sign(textToSign({ ...parts, body: 'ä' }), 'secret');
    expect(signatureHeader({ ...parts, body: 'ä' }, 'me', 'secret')).toBe(
      `deri-hmac-sha256 id=me,ts=1576074319000,sig=${signature},nonce=1iqt2wls`,
    );
  });
});
