import { describe, expect, it } from 'vitest';
import { takeProfile } from '../../../../electron/host/environment-profile.ts';

const SECRET = 's3cr3t-never-shown';

function environment(changes: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  return {
    STRIKEDESK_SERVICE_ORIGIN: 'https://service.example.com',
    STRIKEDESK_CLIENT_ID: 'client',
    STRIKEDESK_CLIENT_SECRET: SECRET,
    ...changes,
  };
}

describe('the service that the environment names', () => {
  it('is none when no variable is set', () => {
    expect(takeProfile({ HOME: '/root' })).toEqual({ ok: true, value: null });
    expect(takeProfile({ STRIKEDESK_AUTH: '' })).toEqual({ ok: true, value: null });
  });

  it('is a custom profile with a token over GET with a body unless it says otherwise', () => {
    expect(takeProfile(environment())).toMatchObject({
      ok: true,
      value: {
        kind: 'custom',
        name: 'Custom · service.example.com',
        origin: 'https://service.example.com',
        form: 'get_body',
        credentials: { scheme: 'token', clientId: 'client', clientSecret: SECRET },
      },
    });
  });

  it('takes the variables out, whether they fit or not', () => {
    for (const env of [environment(), environment({ STRIKEDESK_AUTH: 'magic' })]) {
      takeProfile(env);
      expect(Object.keys(env)).toEqual([]);
    }
  });

  it('keeps accounts apart by address and client, whatever the secret', () => {
    const id = (changes: Record<string, string>) => {
      const profile = takeProfile(environment(changes));
      return profile.ok ? profile.value?.id : null;
    };
    const first = id({});
    expect(first).toMatch(/^custom-[0-9a-f]{16}$/u);
    expect(id({ STRIKEDESK_CLIENT_SECRET: 'another' })).toBe(first);
    expect(id({ STRIKEDESK_SERVICE_ORIGIN: 'https://service.example.com/' })).toBe(first);
    expect(id({ STRIKEDESK_CLIENT_ID: 'another' })).not.toBe(first);
    expect(id({ STRIKEDESK_SERVICE_ORIGIN: 'https://other.example.com' })).not.toBe(first);
  });

  it.each([
    ['STRIKEDESK_SERVICE_ORIGIN', undefined],
    ['STRIKEDESK_SERVICE_ORIGIN', 'service.example.com'],
    ['STRIKEDESK_SERVICE_ORIGIN', 'http://service.example.com'],
    ['STRIKEDESK_SERVICE_ORIGIN', 'https://service.example.com/api'],
    ['STRIKEDESK_SERVICE_ORIGIN', `https://user:${SECRET}@service.example.com`],
    ['STRIKEDESK_CLIENT_ID', undefined],
    ['STRIKEDESK_CLIENT_SECRET', undefined],
    ['STRIKEDESK_AUTH', 'magic'],
    ['STRIKEDESK_FORM', 'GET'],
    ['STRIKEDESK_PROFILE', 'simulator'],
  ])('names %s when it is %s, and no secret', (name, value) => {
    const profile = takeProfile(environment({ [name]: value }));
    expect(profile.ok).toBe(false);
    expect(profile.ok ? '' : profile.error).toContain(name);
    expect(profile.ok ? '' : profile.error).not.toContain(SECRET);
  });
});
