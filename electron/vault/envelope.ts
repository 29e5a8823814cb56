import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/result.ts';

/** AES-256-GCM: the sizes that NIST SP 800-38D recommends, in bytes. */
const CIPHER = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const base64 = z.base64();

/**
 * How the vault's key is kept. `passphrase`: derived by scrypt. `system`: random, sealed by the operating system, whose
 * cipher isn't relied on for integrity.
 */
const keySchema = z.discriminatedUnion('sealed_by', [
  z.strictObject({
    sealed_by: z.literal('passphrase'),
    kdf: z.literal('scrypt'),
    n: z.literal(131_072),
    r: z.literal(8),
    p: z.literal(1),
    salt: base64,
  }),
  z.strictObject({ sealed_by: z.literal('system'), backend: z.string().min(1).max(64), wrapped: base64 }),
]);
export type EnvelopeKey = z.infer<typeof keySchema>;

const envelopeSchema = z.strictObject({
  format: z.literal('strikedesk-vault'),
  version: z.literal(1),
  key: keySchema,
  /** Whose credentials are inside: told while it is locked. */
  profiles: z.array(z.string()),
  nonce: base64,
  data: base64,
  tag: base64,
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** Seals a text with a new nonce; the file's clear part is bound to it. */
export function seal(text: string, cipherKey: Buffer, key: EnvelopeKey, profiles: readonly string[]): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundText(key, profiles));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return write({
    format: 'strikedesk-vault',
    version: 1,
    key,
    profiles: [...profiles],
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  });
}

/** Reads a file's text without opening it. Only what `seal` writes, byte for byte, is an envelope. */
export function readEnvelope(text: string): Result<Envelope, 'newer' | 'damaged'> {
  const value = parseJson(text);
  const parsed = envelopeSchema.safeParse(value);
  if (parsed.success) return write(parsed.data) === text ? ok(parsed.data) : fail('damaged');
  const version = z.looseObject({ format: z.literal('strikedesk-vault'), version: z.number() }).safeParse(value);
  return fail(version.success && version.data.version > 1 ? 'newer' : 'damaged');
}

/** The sealed text; null for another key or a changed file. */
export function unseal({ key, profiles, nonce, data, tag }: Envelope, cipherKey: Buffer): string | null {
  try {
    const iv = decode(nonce, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, cipherKey, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(boundText(key, profiles));
    decipher.setAuthTag(decode(tag, TAG_BYTES));
    return Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function decode(text: string, bytes: number): Buffer {
  const value = Buffer.from(text, 'base64');
  // Unused bits at the end of base64 would be a second spelling.
  if (value.length !== bytes || value.toString('base64') !== text) throw new Error('not of its length');
  return value;
}

function boundText(key: EnvelopeKey, profiles: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(['strikedesk-vault', 1, key, profiles]), 'utf8');
}

function write(envelope: Envelope): string {
  const { data, ...rest } = envelope;
  // Canonical: the same value has one text.
  const canonical = Buffer.from(data, 'base64').toString('base64');
  return `${JSON.stringify({ ...rest, data: canonical })}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
