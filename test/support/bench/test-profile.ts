import type { Profile } from '../../../electron/profiles/profile.ts';

/** The profile of a simulator that tests the back end; a GET with a body unless given otherwise. */
export function testProfile(terms: Pick<Profile, 'origin' | 'credentials'> & Partial<Profile>): Profile {
  return { id: 'test', name: 'Test', kind: 'test', form: 'get_body', ...terms };
}
