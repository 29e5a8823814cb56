import { existsSync, readFileSync, renameSync } from 'node:fs';
import { z } from 'zod';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';
import { codeOf } from '../storage/reason-of.ts';
import { writeAtomic } from '../storage/write-atomic.ts';
import { type Envelope, readEnvelope, seal, unseal } from './envelope.ts';
import { type CipherKey, openSystemKey, type SystemStore } from './keys.ts';

/** What a profile logs in with. `origin` binds it to its service: it is used for no other. */
const credentialSchema = z.strictObject({ origin: z.string(), client_id: z.string(), client_secret: z.string() });
export type Credential = z.infer<typeof credentialSchema>;
const contentsSchema = z.record(z.string(), credentialSchema);
type Contents = Readonly<Record<string, Credential>>;

/** What is known of the file: nothing there, sealed, or opened with its key. */
export type VaultState =
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

/** The file of credentials, as this instance knows it: another may write it too. */
export interface VaultFile {
  readonly state: () => VaultState;
  /** What another instance has written since counts: a key that it forgot or set anew is no more the one of before. */
  readonly follow: () => void;
  /** Reads it again, with what the system offers now. */
  readonly lookAgain: (system: SystemStore | null) => void;
  /** Opens what is sealed with the bytes of its key; false where these don't open it. */
  readonly open: (envelope: Envelope, bytes: Buffer) => boolean;
  /** Writes new contents under the same key, if the file is still the one that is known. */
  readonly write: (contents: Contents, cipherKey: CipherKey) => ProfileProblem | null;
  /** Renames it, so that none is there. Throws when that can't be done. */
  readonly rename: (to: string) => void;
}

/** Never throws for what is wrong with the file: the state says it. */
export function createVaultFile(path: string, systemAtFirst: SystemStore | null): VaultFile {
  let system = systemAtFirst;
  let knownText: string | null = null;
  let state = lookAnew();

  function readText(): string | null {
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  function lookAnew(): VaultState {
    try {
      knownText = readText();
    } catch (error) {
      return { at: 'damaged', reason: `${path} can’t be read (${codeOf(error)}). It is kept as it is.` };
    }
    return look(path, knownText, system);
  }

  return {
    state: () => state,
    follow: () => {
      if (state.at !== 'open') return;
      const { cipherKey } = state;
      try {
        if (readText() === knownText) return;
      } catch {
        return;
      }
      const found = lookAnew();
      const contents = found.at === 'locked' ? openContents(found.envelope, cipherKey.bytes) : null;
      state =
        found.at === 'locked' && contents !== null
          ? { at: 'open', envelope: found.envelope, contents, cipherKey }
          : found;
    },
    lookAgain: (systemNow) => {
      system = systemNow;
      state = lookAnew();
    },
    open: (envelope, bytes) => {
      const contents = openContents(envelope, bytes);
      if (contents === null) return false;
      state = { at: 'open', envelope, contents, cipherKey: { bytes, key: envelope.key } };
      return true;
    },
    write: (contents, cipherKey) => {
      if (readText() !== knownText) {
        state = lookAnew();
        const message = 'Another instance of the terminal has changed the credentials. Open them again, then retry.';
        return { field: 'vault', message };
      }
      const profiles = Object.keys(contents).toSorted();
      const text = seal(JSON.stringify(contents), cipherKey.bytes, cipherKey.key, profiles);
      try {
        writeAtomic(path, text);
      } catch (error) {
        const message = `The credentials could not be written to ${path} (${codeOf(error)}). Nothing has changed.`;
        return { field: 'vault', message };
      }
      const written = readEnvelope(text);
      knownText = text;
      state = { at: 'open', envelope: written.ok ? written.value : null, cipherKey, contents };
      return null;
    },
    rename: (to) => {
      renameSync(path, to);
      knownText = null;
      state = { at: 'empty' };
    },
  };
}

function look(path: string, text: string | null, system: SystemStore | null): VaultState {
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
  const { key } = envelope;
  if (key.sealed_by === 'passphrase') return { at: 'locked', envelope };
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
  const contents = openContents(envelope, bytes);
  return contents === null
    ? { at: 'damaged', reason: `${path} is damaged. It is kept as it is.` }
    : { at: 'open', envelope, contents, cipherKey: { bytes, key } };
}

function openContents(envelope: Envelope, bytes: Buffer): Contents | null {
  const text = unseal(envelope, bytes);
  if (text === null) return null;
  const contents = contentsSchema.safeParse(JSON.parse(text));
  return contents.success ? contents.data : null;
}
