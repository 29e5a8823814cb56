import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EnvelopeKey, readEnvelope, seal, unseal } from '../../../../electron/vault/envelope.ts';
import { deriveByScrypt, makePassphraseKey } from '../../../../electron/vault/keys.ts';

/** Cheap, and as sensitive to each of its inputs as the real one. */
const derive = async (passphrase: string, key: EnvelopeKey) =>
  createHash('sha256')
    .update(JSON.stringify([passphrase, key]))
    .digest();

const SECRET = '{"p1":{"origin":"https://a","client_id":"id","client_secret":"canary-secret"}}';

async function open(text: string, passphrase: string): Promise<string | null> {
  const read = readEnvelope(text);
  if (!read.ok || read.value.key.sealed_by !== 'passphrase') return null;
  return unseal(read.value, await derive(passphrase, read.value.key));
}

async function sealed(text = SECRET, passphrase = 'right'): Promise<string> {
  const { key, bytes } = await makePassphraseKey(passphrase, derive);
  return seal(text, bytes, key, ['p1']);
}

describe('a sealed envelope', () => {
  it('gives back any text to its passphrase, and to no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), fc.string(), async (text, passphrase, other) => {
        const envelope = await sealed(text, passphrase);
        expect(await open(envelope, passphrase)).toBe(text);
        if (other !== passphrase) expect(await open(envelope, other)).toBeNull();
      }),
    );
  });

  it('does not open once any of its bytes is another', async () => {
    const envelope = Buffer.from(await sealed());
    for (let at = 0; at < envelope.length; at += 1) {
      for (const flip of [1, 2, 4, 8, 16, 32]) {
        const changed = Buffer.from(envelope);
        changed[at] = (changed[at] ?? 0) ^ flip;
        expect(await open(changed.toString('latin1'), 'right'), `byte ${at} flipped by ${flip}`).toBeNull();
      }
    }
  });

  it('does not open when bytes are left out, put in or moved', async () => {
    const envelope = await sealed();
    await fc.assert(
      fc.asyncProperty(fc.nat(envelope.length), fc.nat(20), fc.string({ maxLength: 8 }), async (at, cut, put) => {
        const changed = envelope.slice(0, at) + put + envelope.slice(at + cut);
        const opened = await open(changed, 'right');
        expect(opened).toBe(changed === envelope ? SECRET : null);
      }),
      { numRuns: 1000 },
    );
  });

  it('holds nothing of what it seals, and is never twice the same', async () => {
    const { key, bytes } = await makePassphraseKey('right', derive);
    const [one, two] = [seal(SECRET, bytes, key, []), seal(SECRET, bytes, key, [])];
    expect(one).not.toContain('canary');
    expect(one).not.toContain(Buffer.from('canary-secret').toString('base64').slice(0, 12));
    expect(JSON.parse(one)).not.toEqual(JSON.parse(two));
  });

  it.each(['', '{}', 'null', '[]', '{"format":"strikedesk-vault"}', '\u0000'])('is not %j', (text) => {
    expect(readEnvelope(text)).toEqual({ ok: false, error: 'damaged' });
  });

  it('of a newer version is told apart from a damaged one', () => {
    expect(readEnvelope('{"format":"strikedesk-vault","version":2}')).toEqual({ ok: false, error: 'newer' });
  });

  it('takes its key from a passphrase by scrypt with n 2^17, r 8, p 1, however the letters are composed', async () => {
    const { key, bytes } = await makePassphraseKey('caf\u00e9 au lait', deriveByScrypt);
    expect(key).toMatchObject({ kdf: 'scrypt', n: 131_072, r: 8, p: 1 });
    if (key.sealed_by !== 'passphrase') throw new Error('a passphrase seals it');
    expect(await deriveByScrypt('cafe\u0301 au lait', key)).toEqual(bytes);
    expect(await deriveByScrypt('cafe au lait', key)).not.toEqual(bytes);
    const weaker = (await sealed()).replace('"n":131072', '"n":1024');
    expect(readEnvelope(weaker)).toEqual({ ok: false, error: 'damaged' });
  });
});
