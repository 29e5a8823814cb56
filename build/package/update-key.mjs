import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PlainFailure } from '../lib/project.mjs';

/**
 * The public key of updates (SPKI, base64) from a PEM file. Throws a sentence for anything but one Ed25519 key.
 * @param {string} file
 */
export function readPublicKey(file) {
  const text = readPem(file, '--update-key');
  // A private key would be taken as well, its public half made from it; but it has no business where packages are built.
  if (!/^-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----\s*$/u.test(text)) {
    throw new PlainFailure(`--update-key ${file} is not a public key in PEM`, 2);
  }
  const key = made(() => createPublicKey(text), `--update-key ${file} is not a public key in PEM`);
  if (key.asymmetricKeyType !== 'ed25519') throw new PlainFailure(`--update-key ${file} is not of Ed25519`, 2);
  return toSpki(key);
}

/**
 * The private key of updates, from a file in PEM without a passphrase. Throws a sentence, never with anything of the file
 * in it.
 * @param {string} file
 */
export function readPrivateKey(file) {
  const text = readPem(file, '--key');
  const key = made(() => createPrivateKey(text), `--key ${file} is not a private key in PEM without a passphrase`);
  if (key.asymmetricKeyType !== 'ed25519') throw new PlainFailure(`--key ${file} is not of Ed25519`, 2);
  return key;
}

/**
 * A public key as packages carry it.
 * @param {import('node:crypto').KeyObject} key
 */
export function toSpki(key) {
  return key.export({ format: 'der', type: 'spki' }).toString('base64');
}

/**
 * @param {string} file
 * @param {string} flag
 */
function readPem(file, flag) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new PlainFailure(`${flag} ${file} can’t be read`, 2);
  }
}

/**
 * @param {() => import('node:crypto').KeyObject} make
 * @param {string} sentence
 */
function made(make, sentence) {
  try {
    return make();
  } catch {
    // What the library says of it could quote it.
    throw new PlainFailure(sentence, 2);
  }
}
