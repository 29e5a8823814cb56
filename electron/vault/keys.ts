import { randomBytes, scrypt } from 'node:crypto';
import { KEY_BYTES, type EnvelopeKey } from './envelope.ts';

/** A store of the operating system that truly encrypts. Both throw when it can't be used. */
export interface SystemStore {
  /** Its name, such as `gnome_libsecret`, `keychain` or `dpapi`. */
  readonly name: string;
  readonly seal: (text: string) => Buffer;
  readonly unseal: (sealed: Buffer) => string;
}

type PassphraseKey = Extract<EnvelopeKey, { sealed_by: 'passphrase' }>;

/** The key of the cipher, and how the file says to find it again. */
export interface CipherKey {
  readonly bytes: Buffer;
  readonly key: EnvelopeKey;
}

/** Derives a key of the cipher from a passphrase. */
export type Derive = (passphrase: string, key: PassphraseKey) => Promise<Buffer>;

const SALT_BYTES = 16;
/** scrypt with n = 2^17 and r = 8 works in 128 MiB; Node asks for leave to use more than 32. */
const MAX_MEMORY_BYTES = 160 * 1024 * 1024;

export const deriveByScrypt: Derive = (passphrase, { n, r, p, salt }) =>
  new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: MAX_MEMORY_BYTES };
    // One passphrase, however a keyboard composes its letters.
    scrypt(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, bytes) => {
      if (error === null) resolve(bytes);
      else reject(error);
    });
  });

/** A key from a passphrase, with a new salt. */
export async function makePassphraseKey(passphrase: string, derive: Derive): Promise<CipherKey> {
  const salt = randomBytes(SALT_BYTES).toString('base64');
  const key: PassphraseKey = { sealed_by: 'passphrase', kdf: 'scrypt', n: 131_072, r: 8, p: 1, salt };
  return { key, bytes: await derive(passphrase, key) };
}

/** A random key that the system's store keeps. Throws when the store does not give it back. */
export function makeSystemKey(store: SystemStore): CipherKey {
  const bytes = randomBytes(KEY_BYTES);
  const text = bytes.toString('base64');
  const sealed = store.seal(text);
  if (store.unseal(sealed) !== text || sealed.includes(text))
    throw new Error(`${store.name} does not keep what it is given`);
  return { bytes, key: { sealed_by: 'system', backend: store.name, wrapped: sealed.toString('base64') } };
}

/** The key that the store keeps; null when the store won't open it. */
export function openSystemKey(store: SystemStore, wrapped: string): Buffer | null {
  try {
    const bytes = Buffer.from(store.unseal(Buffer.from(wrapped, 'base64')), 'base64');
    return bytes.length === KEY_BYTES ? bytes : null;
  } catch {
    return null;
  }
}
