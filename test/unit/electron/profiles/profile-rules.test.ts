import { describe, expect, it } from 'vitest';
import { judgeKey } from '../../../../electron/profiles/key-rules.ts';
import { findGraverRival, judgeProfile } from '../../../../electron/profiles/profile-rules.ts';
import { NO_POLICY } from '../../../../shared/profiles/policy.ts';
import type { ProfileForm } from '../../../../shared/profiles/profile.ts';

const FINE: ProfileForm = {
  name: 'Desk A',
  kind: 'test',
  origin: 'https://test.example.com',
  form: 'get_body',
  scheme: 'token',
  colour: 'blue',
};

const OTHERS = [
  { name: 'Simulator', kind: 'simulator', origin: '' },
  { name: 'Desk Ä', kind: 'live', origin: 'https://live.example.com' },
  { name: 'Desk B', kind: 'test', origin: 'https://other.example.com' },
] as const;

const judge = (change: Partial<ProfileForm>, services: string[] | null = null) =>
  judgeProfile({ ...FINE, ...change }, { others: OTHERS, policy: { ...NO_POLICY, services } });

describe('an address', () => {
  it.each<[Partial<ProfileForm>, string]>([
    [{ kind: 'test', origin: 'https://live.example.com' }, 'The profile “Desk Ä” has https://live.example.com as Live'],
    [{ kind: 'custom', origin: 'https://LIVE.example.com:443/' }, 'choose Live here too'],
    [{ kind: 'live', origin: 'https://other.example.com' }, 'choose Test here too'],
  ])('has one kind: %j is refused, naming the other profile and the kind that is allowed', (change, words) => {
    const problems = judge(change);
    expect(problems.map(({ field }) => field)).toEqual(['kind']);
    expect(problems[0]?.message).toContain(words);
  });

  it('may be that of several accounts, all of one kind, and has other ports for other services', () => {
    expect(judge({ kind: 'live', origin: 'https://live.example.com' })).toEqual([]);
    expect(judge({ kind: 'test', origin: 'https://live.example.com:8443' })).toEqual([]);
  });

  it('is believed to be what is worse where two of an earlier run differ', () => {
    const live = { name: 'A', kind: 'live', origin: 'https://x.example' } as const;
    for (const kind of ['test', 'custom'] as const) {
      const other = { name: 'B', kind, origin: 'https://x.example' };
      expect(findGraverRival(other, [live, other])).toBe(live);
      expect(findGraverRival(live, [live, other])).toBeNull();
    }
  });
});

describe('a profile', () => {
  it.each<Partial<ProfileForm>>([
    {},
    { kind: 'live' },
    { kind: 'simulator', origin: 'http://127.0.0.1:8080' },
    { kind: 'custom', origin: 'http://localhost:1' },
    { name: 'x'.repeat(40) },
  ])('is fine with %j', (change) => {
    expect(judge(change)).toEqual([]);
  });

  it.each<[Partial<ProfileForm>, string, string]>([
    [{ name: '' }, 'name', '1 to 40'],
    [{ name: 'x'.repeat(41) }, 'name', 'at most 40'],
    [{ name: ' a' }, 'name', 'blank'],
    [{ name: 'a\u202eb' }, 'name', 'invisible character'],
    [{ name: 'SIMULATOR' }, 'name', 'Another profile'],
    [{ name: 'desk a\u0308' }, 'name', 'Another profile'],
    [{ origin: '' }, 'origin', 'https://host'],
    [{ origin: 'example' }, 'origin', 'not an address'],
    [{ origin: 'http://example.com' }, 'origin', 'must use https'],
    [{ origin: 'https://example.com/api' }, 'origin', 'scheme, host and port only'],
    [{ origin: 'https://me:pw@example.com' }, 'origin', 'scheme, host and port only'],
    [{ kind: 'live', origin: 'http://127.0.0.1:1' }, 'origin', 'must use https'],
    [{ kind: 'simulator' }, 'origin', '127.0.0.1'],
  ])('with %j is refused at %s: %s', (change, field, words) => {
    const [problem] = judge(change);
    expect(problem).toMatchObject({ field, message: expect.stringContaining(words) as string });
  });

  it('is held to the services that a policy allows', () => {
    expect(judge({}, ['https://test.example.com'])).toEqual([]);
    expect(judge({}, ['https://other'])[0]?.message).toContain('https://other');
    expect(judge({}, [])[0]?.message).toContain('embedded simulator only');
  });
});

describe('a key', () => {
  it.each([
    ['token', '', 'secret', 'client_id'],
    ['token', 'id', '', 'client_secret'],
    ['token', 'i d', 'secret', 'client_id'],
    ['token', 'id', 'sec\nret-canary', 'client_secret'],
    ['basic', 'i:d', 'secret', 'client_id'],
    ['signature', 'i/d', 'secret', 'client_id'],
  ] as const)('by %s of %j and %j is refused at %s, without being repeated', (scheme, id, secret, field) => {
    const problems = judgeKey(scheme, id, secret);
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    if (secret.includes('canary')) expect(JSON.stringify(problems)).not.toContain('canary');
  });

  it('is fine as services make them', () => {
    expect(judgeKey('signature', 'aB3_-x', 'Zm9v+/=')).toEqual([]);
  });
});
