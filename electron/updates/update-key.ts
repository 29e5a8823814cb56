import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/result.ts';

/** SPKI of Ed25519 in DER is always 44 bytes: 12 that say what it is, 32 of the key. */
const packageSchema = z.looseObject({
  updateKey: z
    .string()
    .regex(/^[A-Za-z0-9+/]{59}=$/)
    .optional(),
});

/**
 * The package's public key for updates, from its package.json text (`updateKey`, SPKI, base64). Null without one; fails
 * for anything else.
 */
export function readUpdateKey(packageText: string): Result<KeyObject | null, string> {
  const wrong = fail('the key for updates that this package carries can’t be read');
  try {
    const { updateKey } = packageSchema.parse(JSON.parse(packageText));
    if (updateKey === undefined) return ok(null);
    const key = createPublicKey({ key: Buffer.from(updateKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? ok(key) : wrong;
  } catch {
    return wrong;
  }
}
