import { join } from 'node:path';
import type { VaultView } from '../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import type { Clock } from '../clock.ts';
import { codeOf } from '../storage/reason-of.ts';
import { createAttempts } from './attempts.ts';
import type { Envelope } from './envelope.ts';
import {
  type CipherKey,
  type Derive,
  deriveByScrypt,
  makePassphraseKey,
  makeSystemKey,
  type SystemStore,
} from './keys.ts';
import { createVaultFile, type Credential, type VaultState } from './vault-file.ts';

/** In the data folder: every credential, sealed as one. */
export const VAULT_FILE = 'credentials.vault';
export const LEAST_PASSPHRASE_CHARACTERS = 12;

export interface VaultOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** The system's store, as it is now; null where it has none that truly encrypts. */
  readonly findSystem: () => SystemStore | null;
  readonly derive?: Derive;
}

/** The credentials of all profiles; only `read` gives a secret. */
export interface Vault {
  readonly view: () => VaultView;
  /** The profile's credential, for its own service alone; null where there is none or it is locked. */
  readonly read: (profileId: string, origin: string) => Credential | null;
  /** Whether there is one, as far as the file tells, locked or not. */
  readonly has: (profileId: string) => boolean;
  /** Null when it was done; else what stands in the way. */
  readonly unlock: (passphrase: string) => Promise<ProfileProblem | null>;
  readonly store: (profileId: string, credential: Credential, passphrase: string) => Promise<ProfileProblem | null>;
  readonly forget: (profileId: string) => ProfileProblem | null;
  /** Looks again at what could not be opened by the system's store: its keyring may be unlocked by now. */
  readonly retry: () => ProfileProblem | null;
  /** Renames a file that can't be opened here; it is never deleted. */
  readonly setAside: () => ProfileProblem | null;
}

/** Opens what the data folder has. Never throws for what is wrong with the file: the state says it. */
export function openVault({ dataDir, clock, findSystem, derive = deriveByScrypt }: VaultOptions): Vault {
  const path = join(dataDir, VAULT_FILE);
  const attempts = createAttempts(clock.monotonic);
  let isDeriving = false;
  let system = findSystem();
  const file = createVaultFile(path, system);

  async function unlock(passphrase: string): Promise<ProfileProblem | null> {
    const state = file.state();
    if (state.at !== 'locked' || state.envelope.key.sealed_by !== 'passphrase') return whyClosed(state);
    const waitMs = attempts.waitMs();
    if (waitMs > 0) {
      return about('passphrase', `Too many wrong passphrases. Try again in ${Math.ceil(waitMs / 1000)} s.`);
    }
    if (isDeriving) return about('passphrase', 'Another passphrase is being tried. Wait for it.');
    isDeriving = true;
    try {
      const bytes = await derive(passphrase, state.envelope.key);
      if (!file.open(state.envelope, bytes)) {
        attempts.failed();
        return about('passphrase', 'Wrong passphrase, or the file of credentials was changed.');
      }
      attempts.succeeded();
      return null;
    } finally {
      isDeriving = false;
    }
  }

  async function store(profileId: string, credential: Credential, passphrase: string): Promise<ProfileProblem | null> {
    const state = file.state();
    const closed = whyClosed(state);
    if (closed !== null) return closed;
    const held = state.at === 'open' ? state : null;
    const cipherKey = held?.cipherKey ?? (await makeKey(system, passphrase, derive));
    if ('field' in cipherKey) return cipherKey;
    return file.write({ ...held?.contents, [profileId]: credential }, cipherKey);
  }

  function forget(profileId: string): ProfileProblem | null {
    const state = file.state();
    const closed = whyClosed(state);
    if (closed !== null) return closed;
    if (state.at !== 'open' || !Object.hasOwn(state.contents, profileId)) return null;
    const rest = Object.entries(state.contents).filter(([id]) => id !== profileId);
    return file.write(Object.fromEntries(rest), state.cipherKey);
  }

  function setAside(): ProfileProblem | null {
    const { at } = file.state();
    if (at === 'open' || at === 'empty') return about('vault', 'The credentials can be used: they stay.');
    try {
      file.rename(`${path}.set-aside-${clock.now()}`);
    } catch (error) {
      return about('vault', `${path} could not be renamed (${codeOf(error)}).`);
    }
    return null;
  }

  return {
    view: () => {
      const state = file.state();
      return {
        state: state.at,
        sealed_by: 'envelope' in state ? nameSeal(state.envelope) : null,
        would_seal: system?.name ?? 'passphrase',
        reason: 'reason' in state ? state.reason : null,
      };
    },
    read: (profileId, origin) => {
      file.follow();
      const state = file.state();
      const found = state.at === 'open' ? (state.contents[profileId] ?? null) : null;
      return found?.origin === origin ? found : null;
    },
    has: (profileId) => {
      const state = file.state();
      return state.at === 'open' ? Object.hasOwn(state.contents, profileId) : profilesOf(state).includes(profileId);
    },
    unlock,
    store,
    forget,
    retry: () => {
      if (file.state().at === 'unavailable') {
        system = findSystem();
        file.lookAgain(system);
      }
      return whyClosed(file.state());
    },
    setAside,
  };
}

/** What prevents a change; null when contents are readable or absent. */
function whyClosed(state: VaultState): ProfileProblem | null {
  if (state.at === 'locked') return about('vault', 'The credentials are locked: enter their passphrase first.');
  return state.at === 'unavailable' || state.at === 'damaged' ? about('vault', state.reason) : null;
}

/** A first key: of the system where that has a store, else of a passphrase. */
async function makeKey(
  system: SystemStore | null,
  passphrase: string,
  derive: Derive,
): Promise<CipherKey | ProfileProblem> {
  if (system === null) {
    const problem = judgePassphrase(passphrase);
    return problem ?? (await makePassphraseKey(passphrase, derive));
  }
  try {
    return makeSystemKey(system);
  } catch {
    return about('vault', `${system.name} could not seal the credentials. Unlock the system’s keyring, then retry.`);
  }
}

/** Null for a passphrase that may seal credentials. */
function judgePassphrase(passphrase: string): ProfileProblem | null {
  const { length } = [...passphrase];
  if (length >= LEAST_PASSPHRASE_CHARACTERS) return null;
  const allowed = `it must have at least ${LEAST_PASSPHRASE_CHARACTERS} characters; several words are best`;
  return about(
    'passphrase',
    length === 0 ? `A passphrase is missing: ${allowed}.` : `The passphrase is too short: ${allowed}.`,
  );
}

function nameSeal(envelope: Envelope | null): string | null {
  if (envelope === null) return null;
  return envelope.key.sealed_by === 'passphrase' ? 'passphrase' : envelope.key.backend;
}

function profilesOf(state: VaultState): readonly string[] {
  return 'envelope' in state ? (state.envelope?.profiles ?? []) : [];
}

function about(field: ProfileProblem['field'], message: string): ProfileProblem {
  return { field, message };
}
