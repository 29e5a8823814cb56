import { randomBytes } from 'node:crypto';
import type { ListedProfile, VaultView } from '../../shared/ipc/schemas/profile-schema.ts';
import {
  MOST_PROFILES,
  type ProfileForm,
  profileFormSchema,
  type ProfileProblem,
} from '../../shared/profiles/profile.ts';
import type { PolicyView } from '../../shared/profiles/policy.ts';
import { type Profile, SIMULATOR_ID } from './profile.ts';
import { isServiceAllowed } from '../policy/policy-file.ts';
import type { Vault } from '../vault/vault.ts';
import type { ProfileFile, StoredProfile } from './profile-file.ts';
import { describeRival, findGraverRival, judgeProfile } from './profile-rules.ts';

export interface ProfileListOptions {
  readonly file: ProfileFile;
  readonly vault: Vault;
  readonly policy: PolicyView;
  /** The one that the start was given; null for none. */
  readonly environment: Profile | null;
  /** Whether a profile has a journal: then it belongs to its service for good. */
  readonly wasOpened: (profileId: string) => boolean;
}

/** All profiles, wherever they come from. */
export interface ProfileListing {
  readonly all: () => ListedProfile[];
  readonly find: (profileId: string) => ListedProfile | null;
  /** Those that the trader keeps. */
  readonly stored: (profileId: string) => StoredProfile | null;
  /** With its credentials, as far as they can be had; null is the embedded simulator. Throws for one that is not there. */
  readonly resolve: (profileId: string) => Profile | null;
  readonly add: (form: ProfileForm) => ProfileProblem[];
  readonly edit: (profileId: string, form: ProfileForm) => ProfileProblem[];
  readonly update: (changed: StoredProfile) => void;
  readonly remove: (profileId: string) => void;
}

const BUILT_IN: ListedProfile = {
  id: SIMULATOR_ID,
  name: 'Simulator',
  kind: 'simulator',
  origin: '',
  form: 'get_body',
  scheme: 'token',
  colour: 'grey',
  credentials: 'built_in',
  is_stored: false,
  forbidden: null,
};

export function createProfileListing(options: ProfileListOptions): ProfileListing {
  const { file, vault, policy, environment } = options;

  function whyForbidden(origin: string): string | null {
    return isServiceAllowed(policy, origin) ? null : `The policy of this machine does not allow ${origin}.`;
  }

  function listEnvironment(): ListedProfile[] {
    if (environment === null) return [];
    const { id, name, kind, origin, form, credentials, colour = 'grey' } = environment;
    const scheme = credentials.scheme === 'none' ? 'token' : credentials.scheme;
    const forbidden = whyForbidden(new URL(origin).origin);
    return [{ id, name, kind, origin, form, scheme, colour, credentials: 'environment', is_stored: false, forbidden }];
  }

  function all(): ListedProfile[] {
    const { state } = vault.view();
    const stored = file.read().profiles.map(({ key_digest, ...profile }): ListedProfile => ({
      ...profile,
      credentials: tellCredentials(key_digest, vault.read(profile.id, profile.origin) !== null, state),
      is_stored: true,
      forbidden: whyForbidden(profile.origin),
    }));
    const listed = [BUILT_IN, ...listEnvironment(), ...stored];
    return listed.map((profile) => {
      const rival = findGraverRival(profile, listed);
      return rival === null ? profile : { ...profile, forbidden: profile.forbidden ?? `${describeRival(rival)}.` };
    });
  }

  function judge(form: ProfileForm, ownId: string | null): ProfileProblem[] {
    return judgeProfile(form, { others: all().filter(({ id }) => id !== ownId), policy });
  }

  const stored = (profileId: string) => file.read().profiles.find(({ id }) => id === profileId) ?? null;

  function update(changed: StoredProfile): void {
    const list = file.read();
    file.write({ ...list, profiles: list.profiles.map((known) => (known.id === changed.id ? changed : known)) });
  }

  return {
    all,
    stored,
    update,
    find: (profileId) => all().find(({ id }) => id === profileId) ?? null,
    resolve: (profileId) => {
      if (profileId === SIMULATOR_ID) return null;
      if (profileId === environment?.id) return environment;
      const known = stored(profileId);
      if (known === null) throw new Error(`there is no profile ${profileId}`);
      const { id, name, kind, origin, form, scheme, colour } = known;
      const key = vault.read(id, origin);
      const credentials =
        key === null
          ? ({ scheme: 'none' } as const)
          : { scheme, clientId: key.client_id, clientSecret: key.client_secret };
      return { id, name, kind, origin, form, colour, credentials };
    },
    add: (form) => {
      const list = file.read();
      if (list.profiles.length >= MOST_PROFILES) {
        return [{ field: 'profile', message: `There are ${MOST_PROFILES} profiles. Remove one to add another.` }];
      }
      const problems = judge(form, null);
      if (problems.length > 0) return problems;
      const added = { ...normalize(form), id: randomBytes(8).toString('hex'), key_digest: null };
      file.write({ ...list, profiles: [...list.profiles, added] });
      return [];
    },
    edit: (profileId, form) => {
      const known = stored(profileId);
      if (known === null) return [notEditable()];
      const problems = judge(form, profileId);
      if (problems.length > 0) return problems;
      const next = normalize(form);
      const isBound = options.wasOpened(profileId) || vault.has(profileId);
      if (isBound && (next.kind !== known.kind || next.origin !== known.origin)) {
        const field = next.kind === known.kind ? 'origin' : 'kind';
        const allowed = field === 'kind' ? known.kind : known.origin;
        return [
          {
            field,
            message: `Its orders and key belong to this service. It stays ${allowed}. Add another profile for another service.`,
          },
        ];
      }
      update({ ...known, ...next });
      return [];
    },
    remove: (profileId) => {
      const list = file.read();
      file.write({ ...list, profiles: list.profiles.filter(({ id }) => id !== profileId) });
    },
  };
}

/** What stands against changing a profile that the trader does not keep. */
export function notEditable(): ProfileProblem {
  return {
    field: 'profile',
    message: 'Only profiles added here can be changed. This one comes with the start.',
  };
}

function tellCredentials(
  digest: string | null,
  isHeld: boolean,
  state: VaultView['state'],
): ListedProfile['credentials'] {
  if (isHeld) return 'stored';
  return digest !== null && (state === 'locked' || state === 'unavailable' || state === 'damaged') ? 'locked' : 'none';
}

/** With the address in its one spelling. */
function normalize(form: ProfileForm): ProfileForm {
  return profileFormSchema.parse({ ...form, origin: new URL(form.origin).origin });
}
