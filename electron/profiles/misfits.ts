import type { AuthScheme } from '../../shared/profiles/profile.ts';
import type { Vault } from '../vault/vault.ts';
import { judgeKey } from './key-rules.ts';
import type { StoredProfile } from './profile-file.ts';

/** Why the profile's key, as far as it can be read, can't be sent in a way; null where it can. */
export function whyMisfit(vault: Pick<Vault, 'read'>, held: StoredProfile, scheme: AuthScheme): string | null {
  const key = vault.read(held.id, held.origin);
  const [misfit] = key === null ? [] : judgeKey(scheme, key.client_id, key.client_secret);
  return misfit?.message ?? null;
}
