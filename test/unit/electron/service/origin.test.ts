import { describe, expect, it } from 'vitest';
import { parseOrigin } from '../../../../electron/service/wire/origin.ts';

describe('the address of a service', () => {
  it.each([
    'https://www.example.com',
    'https://test.example.com:8443/',
    'http://127.0.0.1:8080',
    'http://127.1.2.3',
    'http://localhost:1',
    'http://[::1]:9000',
  ])('%s is taken', (origin) => {
    expect(parseOrigin(origin).origin).toBe(new URL(origin).origin);
  });

  it.each([
    'http://www.example.com',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://10.0.0.1',
    'http://[::2]',
    'ws://localhost',
    'file:///etc/passwd',
    'https://www.example.com/api',
    'https://www.example.com/?x=1',
    'https://www.example.com/#x',
    'https://user:canary-password@www.example.com',
    'www.example.com',
    '',
  ])('%s is refused', (origin) => {
    expect(() => parseOrigin(origin)).toThrow(/^the service address/);
    expect(() => parseOrigin(origin)).not.toThrow('canary');
  });
});
