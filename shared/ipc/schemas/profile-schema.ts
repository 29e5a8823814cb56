import { z } from 'zod';
import { policyViewSchema } from '../../profiles/policy.ts';
import { updatesViewSchema } from './updates-schema.ts';
import { profileFormSchema, profileIdSchema, profileProblemSchema } from '../../profiles/profile.ts';

/**
 * `empty`: no credentials. `locked`: needs the passphrase. `open`: usable. `unavailable`: the sealing store is missing.
 * `damaged`: unreadable, kept. `sealed_by`: store's name or `passphrase`.
 */
export const vaultViewSchema = z.strictObject({
  state: z.enum(['empty', 'locked', 'open', 'unavailable', 'damaged']),
  sealed_by: z.string().nullable(),
  /** Seals new credentials: a passphrase unless the system's store encrypts. */
  would_seal: z.string(),
  /** What is wrong, in a sentence; null where nothing is. */
  reason: z.string().nullable(),
});
export type VaultView = z.infer<typeof vaultViewSchema>;

/** `built_in`: the embedded simulator. `environment`: given at the start, never stored. */
export const credentialStateSchema = z.enum(['none', 'stored', 'locked', 'environment', 'built_in']);

export const listedProfileSchema = profileFormSchema.extend({
  id: profileIdSchema,
  credentials: credentialStateSchema,
  /** A stored profile, which may be edited; others come from the start. */
  is_stored: z.boolean(),
  /** Why it can't be opened here; null when it can. */
  forbidden: z.string().nullable(),
});
export type ListedProfile = z.infer<typeof listedProfileSchema>;

/** Every profile, and what is known of credentials and policy. Holds no secret. */
export const profilesViewSchema = z.strictObject({
  profiles: z.array(listedProfileSchema),
  /** Null: none is open. */
  active: profileIdSchema.nullable(),
  vault: vaultViewSchema,
  policy: policyViewSchema,
  /** Why no other profile can be opened now, in words; null when one can. */
  pending: z.string().nullable(),
  /** Whether selling on the active live profile was confirmed since it was opened; true on every other kind. */
  is_live_confirmed: z.boolean(),
  /** What a start did otherwise than told, in a sentence; null: nothing. */
  notice: z.string().nullable(),
  /** Of the program itself, whichever profile is open. */
  updates: updatesViewSchema,
});
export type ProfilesView = z.infer<typeof profilesViewSchema>;

const secret = z.string().max(1024);
const passphrase = z.string().max(1024);

/** A change of profiles or credentials. Secrets go in only: no reply has any. */
export const profilesActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('add'), profile: profileFormSchema }),
  z.strictObject({ action: z.literal('edit'), id: profileIdSchema, profile: profileFormSchema }),
  /** Removes it and its credentials; orders and journal stay on disk. */
  z.strictObject({ action: z.literal('remove'), id: profileIdSchema }),
  /** Restarts the back end on it. A live one must be typed by its name; so must the active one before it may sell. */
  z.strictObject({ action: z.literal('open'), id: profileIdSchema, typed: z.string().max(256) }),
  /** `passphrase` seals the first credentials where the system can't; empty otherwise. */
  z.strictObject({
    action: z.literal('set_key'),
    id: profileIdSchema,
    client_id: z.string().max(256),
    client_secret: secret,
    passphrase,
  }),
  z.strictObject({ action: z.literal('forget_key'), id: profileIdSchema }),
  z.strictObject({ action: z.literal('unlock'), passphrase }),
  /** Looks again whether the system's store opens the vault. */
  z.strictObject({ action: z.literal('retry_vault') }),
  /** Renames a vault that can't be opened, so that a new one can be begun. */
  z.strictObject({ action: z.literal('set_vault_aside') }),
  /** Asks the service what the credentials may do. Sends no order. */
  z.strictObject({ action: z.literal('test'), id: profileIdSchema }),
  /** Tries a rejected key of the open profile again. */
  z.strictObject({ action: z.literal('retry_key') }),
  /** Says that the key is meant to be of another account than the one whose orders the open profile keeps. */
  z.strictObject({ action: z.literal('adopt_account') }),
  /** Chooses the documented limits while the service gives none. */
  z.strictObject({ action: z.literal('assume_limits') }),
  /** Opens the profile that is only read for writing, where that can be done now. Sends no order. */
  z.strictObject({ action: z.literal('take_over') }),
  /** Asks whether there is a newer version of the program. */
  z.strictObject({ action: z.literal('check_updates') }),
  /** Ends the program, installs the version that is ready, and starts it. */
  z.strictObject({ action: z.literal('install_update') }),
]);
export type ProfilesAction = z.infer<typeof profilesActionSchema>;

/** One finding of a test: question, result, and what it proves. */
export const keyFindingSchema = z.strictObject({
  subject: z.enum(['service', 'credentials', 'selling', 'look_up', 'clock', 'limits']),
  verdict: z.enum(['proven', 'lacking', 'not_proven']),
  /** What was found. */
  detail: z.string(),
});
export type KeyFinding = z.infer<typeof keyFindingSchema>;

/** `problems`: why it was not done; empty when it was. */
export const profilesResultSchema = z.strictObject({
  view: profilesViewSchema,
  problems: z.array(profileProblemSchema),
  /** What a test found; null for any other action. */
  findings: z.array(keyFindingSchema).nullable(),
});
export type ProfilesResult = z.infer<typeof profilesResultSchema>;
