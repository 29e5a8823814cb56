import type { JournalFields } from '../../shared/ipc/schemas/journal-schema.ts';
import { canonicalJson } from '../audit/chain.ts';
import type { StoredProfile } from './profile-file.ts';

type Known = Pick<StoredProfile, 'name' | 'kind' | 'origin' | 'form' | 'scheme' | 'colour'>;

/** What happened to a profile, as the journal keeps it. */
export type ProfileChange =
  | 'added'
  | 'edited'
  | 'removed'
  | 'opened'
  | 'key_stored'
  | 'key_forgotten'
  | 'vault_opened'
  | 'vault_refused'
  | 'vault_set_aside';

/** The fields of an entry about a profile: its settings before and after, and never anything of its key. */
export function recordChange(
  event: ProfileChange,
  name: string | null,
  before: Known | null = null,
  after: Known | null = null,
): JournalFields {
  return { event, ...(name === null ? {} : { profile: name }), from: tell(before), to: tell(after) };
}

function tell(profile: Known | null): string | null {
  if (profile === null) return null;
  const { name, kind, origin, form, scheme, colour } = profile;
  return canonicalJson({ name, kind, origin, form, scheme, colour });
}
