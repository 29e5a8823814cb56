import { describe, expect, it } from 'vitest';
import { createServiceClient } from '../../../../electron/service/client.ts';
import type { Profile } from '../../../../electron/profiles/profile.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

const PROFILE: Profile = {
  id: 'test',
  name: 'test',
  kind: 'custom',
  origin: 'https://service.example',
  form: 'get_body',
  credentials: { scheme: 'none' },
};

const create = (changes: Partial<Profile>) =>
  createServiceClient({ profile: { ...PROFILE, ...changes }, clock: createVirtualClock(), random: () => 0 });

describe('a profile that can not be used is refused when the client is made', () => {
  it('for an address without encryption', () => {
    expect(() => create({ origin: 'http://service.example' })).toThrow('https');
  });

  it.each([
    ['basic', 'with:colon'],
    ['signature', 'with,comma'],
    ['signature', 'line\r\nbreak'],
  ] as const)('%s with the client id %j, without naming the secret', (scheme, clientId) => {
    const credentials = { scheme, clientId, clientSecret: 'canary-secret' };
    expect(() => create({ credentials })).toThrow('client id');
    expect(() => create({ credentials })).not.toThrow('canary-secret');
  });
});
