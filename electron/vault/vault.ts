import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { VaultView } from '../../shared/ipc/schemas/profile-schema.ts';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import type { Clock } from '../clock.ts';
import { codeOf } from '../storage/reason-of.ts';
import { writeAtomic } from '../storage/write-atomic.ts';
import { createAttempts } from './attempts.ts';
import { type Envelope, readEnvelope, seal, unseal } from './envelope.ts';
import {
  type CipherKey,
  type Derive,
  deriveByScrypt,
  makePassphraseKey,
  makeSystemKey,
  openSystemKey,
  type SystemStore,
} from './keys.ts';

/** In the data folder: every credential, sealed as one. */
export const VAULT_FILE = 'credentials.vault';
export const LEAST_PASSPHRASE_CHARACTERS = 12;

/** What a profile logs in with. `origin` binds it to its service: it is used for no other. */
const credentialSchema = z.strictObject({ origin: z.string(), client_id: z.string(), client_secret: z.string() });
export type Credential = z.infer<typeof credentialSchema>;
const contentsSchema = z.record(z.string(), credentialSchema);
type Contents = Readonly<Record<string, Credential>>;

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

/** What is known of the file: nothing there, sealed, or opened with its key. */
type State =
  | { readonly at: 'empty' }
  | { readonly at: 'locked'; readonly envelope: Envelope }
  | {
      readonly at: 'open';
      readonly envelope: Envelope | null;
      readonly cipherKey: CipherKey;
      readonly contents: Contents;
    }
  | { readonly at: 'unavailable'; readonly envelope: Envelope; readonly reason: string }
  | { readonly at: 'damaged'; readonly reason: string };

/** Opens what the data folder has. Never throws for what is wrong with the file: the state says it. */
export function openVault({ dataDir, clock, findSystem, derive = deriveByScrypt }: VaultOptions): Vault {
  const path = join(dataDir, VAULT_FILE);
  const attempts = createAttempts(clock.monotonic);
  let isDeriving = false;
  let system = findSystem();
  /** The file as this instance knows it: another may have written it since. */
  let knownText: string | null = null;
  let state = lookAnew();

  function readText(): string | null {
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  function lookAnew(): State {
    try {
      knownText = readText();
    } catch (error) {
      return { at: 'damaged', reason: `${path} can’t be read (${codeOf(error)}). It is kept as it is.` };
    }
    return look(knownText);
  }

  /** What another instance has written since counts: a key that it forgot or set anew is no more the one of before. */
  function follow(): void {
    if (state.at !== 'open') return;
    const { cipherKey } = state;
    try {
      if (readText() === knownText) return;
    } catch {
      return;
    }
    const found = lookAnew();
    const contents = found.at === 'locked' ? open(found.envelope, cipherKey.bytes) : null;
    state =
      found.at === 'locked' && contents !== null
        ? { at: 'open', envelope: found.envelope, contents, cipherKey }
        : found;
  }

  function look(text: string | null): State {
    if (text === null) return { at: 'empty' };
    const read = readEnvelope(text);
    if (!read.ok) {
      const reason =
        read.error === 'newer'
          ? `${path} was written by a newer version of Strikedesk. It is kept as it is.`
          : `${path} is damaged. It is kept as it is.`;
      return { at: 'damaged', reason };
    }
    const envelope = read.value;
    return envelope.key.sealed_by === 'passphrase' ? { at: 'locked', envelope } : openBySystem(envelope, envelope.key);
  }

  function openBySystem(envelope: Envelope, key: { backend: string; wrapped: string }): State {
    if (system?.name !== key.backend) {
      const now = system === null ? 'has no store that truly encrypts' : `offers ${system.name}`;
      const reason = `The credentials were sealed by ${key.backend}; this system now ${now}. The file is kept. They open again where ${key.backend} is back.`;
      return { at: 'unavailable', envelope, reason };
    }
    const bytes = openSystemKey(system, key.wrapped);
    if (bytes === null) {
      const reason = `${system.name} can’t open its credentials. Its keyring may be locked or replaced. The file is kept.`;
      return { at: 'unavailable', envelope, reason };
    }
    const contents = open(envelope, bytes);
    return contents === null
      ? { at: 'damaged', reason: `${path} is damaged. It is kept as it is.` }
      : { at: 'open', envelope, contents, cipherKey: { bytes, key: envelope.key } };
  }

  /** Writes new contents under the same key, if the file is still the one that is known. */
  function write(contents: Contents, cipherKey: CipherKey): ProfileProblem | null {
    if (readText() !== knownText) {
      state = lookAnew();
      return about(
        'vault',
        'Another instance of the terminal has changed the credentials. Open them again, then retry.',
      );
    }
    const profiles = Object.keys(contents).toSorted();
    const text = seal(JSON.stringify(contents), cipherKey.bytes, cipherKey.key, profiles);
    try {
      writeAtomic(path, text);
    } catch (error) {
      return about('vault', `The credentials could not be written to ${path} (${codeOf(error)}). Nothing has changed.`);
    }
    const written = readEnvelope(text);
    knownText = text;
    state = { at: 'open', envelope: written.ok ? written.value : null, cipherKey, contents };
    return null;
  }

  async function begin(passphrase: string): Promise<CipherKey | ProfileProblem> {
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

  /** What prevents a change; null when contents are readable or absent. */
  function whyClosed(): ProfileProblem | null {
    if (state.at === 'locked') return about('vault', 'The credentials are locked: enter their passphrase first.');
    return state.at === 'unavailable' || state.at === 'damaged' ? about('vault', state.reason) : null;
  }

  return {
    view: () => ({
      state: state.at,
      sealed_by: 'envelope' in state ? nameSeal(state.envelope) : null,
      would_seal: system?.name ?? 'passphrase',
      reason: 'reason' in state ? state.reason : null,
    }),
    read: (profileId, origin) => {
      follow();
      const found = state.at === 'open' ? (state.contents[profileId] ?? null) : null;
      return found?.origin === origin ? found : null;
    },
    has: (profileId) =>
      state.at === 'open' ? Object.hasOwn(state.contents, profileId) : profilesOf(state).includes(profileId),
    unlock: async (passphrase) => {
      if (state.at !== 'locked' || state.envelope.key.sealed_by !== 'passphrase') return whyClosed();
      const waitMs = attempts.waitMs();
      if (waitMs > 0) {
        return about('passphrase', `Too many wrong passphrases. Try again in ${Math.ceil(waitMs / 1000)} s.`);
      }
      if (isDeriving) return about('passphrase', 'Another passphrase is being tried. Wait for it.');
      isDeriving = true;
      try {
        const { envelope } = state;
        const bytes = await derive(passphrase, state.envelope.key);
        const contents = open(envelope, bytes);
        if (contents === null) {
          attempts.failed();
          return about('passphrase', 'Wrong passphrase, or the file of credentials was changed.');
        }
        attempts.succeeded();
        state = { at: 'open', envelope, contents, cipherKey: { bytes, key: envelope.key } };
        return null;
      } finally {
        isDeriving = false;
      }
    },
    store: async (profileId, credential, passphrase) => {
      const closed = whyClosed();
      if (closed !== null) return closed;
      const held = state.at === 'open' ? state : null;
      const cipherKey = held?.cipherKey ?? (await begin(passphrase));
      if ('field' in cipherKey) return cipherKey;
      return write({ ...held?.contents, [profileId]: credential }, cipherKey);
    },
    forget: (profileId) => {
      const closed = whyClosed();
      if (closed !== null) return closed;
      if (state.at !== 'open' || !Object.hasOwn(state.contents, profileId)) return null;
      const rest = Object.entries(state.contents).filter(([id]) => id !== profileId);
      return write(Object.fromEntries(rest), state.cipherKey);
    },
    retry: () => {
      if (state.at === 'unavailable') {
        system = findSystem();
        state = lookAnew();
      }
      return whyClosed();
    },
    setAside: () => {
      if (state.at === 'open' || state.at === 'empty') return about('vault', 'The credentials can be used: they stay.');
      try {
        renameSync(path, `${path}.set-aside-${clock.now()}`);
      } catch (error) {
        return about('vault', `${path} could not be renamed (${codeOf(error)}).`);
      }
      knownText = null;
      state = { at: 'empty' };
      return null;
    },
  };
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

function open(envelope: Envelope, bytes: Buffer): Contents | null {
  const text = unseal(envelope, bytes);
  if (text === null) return null;
  const contents = contentsSchema.safeParse(JSON.parse(text));
  return contents.success ? contents.data : null;
}

function nameSeal(envelope: Envelope | null): string | null {
  if (envelope === null) return null;
  return envelope.key.sealed_by === 'passphrase' ? 'passphrase' : envelope.key.backend;
}

function profilesOf(state: State): readonly string[] {
  return 'envelope' in state ? (state.envelope?.profiles ?? []) : [];
}

function about(field: ProfileProblem['field'], message: string): ProfileProblem {
  return { field, message };
}
