import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../../electron/service/wire/redact.ts';

describe('redaction', () => {
  it('finds a secret in any text at any depth, as written, in JSON and in an address', () => {
    const secret = 'a"b/c ä';
    const value = {
      detail: `sent ${secret}!`,
      data: [{ text: JSON.stringify(secret) }, encodeURIComponent(secret), 5, null, undefined, true],
    };
    expect(redact(value, [secret])).toEqual({
      detail: 'sent [secret]!',
      data: [{ text: '"[secret]"' }, '[secret]', 5, null, undefined, true],
    });
  });

  it('leaves everything else as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(redact(value, ['a secret that stands nowhere'])).toEqual(value);
      }),
    );
  });
});
