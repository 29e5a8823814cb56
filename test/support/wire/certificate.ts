import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key and its certificate, as a TLS server takes them. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateTerms {
  /** The address that it is for. */
  readonly ip?: readonly [number, number, number, number];
  readonly from?: Date;
  readonly to?: Date;
}

const DAY_MS = 86_400_000;
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const BASIC_CONSTRAINTS = '0603551d13';
const ALTERNATIVE_NAME = '0603551d11';

/** A self-signed certificate, trusted only on request. Node can't make one. */
export function makeCertificate({ ip = [127, 0, 0, 1], from, to }: CertificateTerms = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = wrap(0x30, hex(ECDSA_WITH_SHA256));
  const name = wrap(0x30, wrap(0x31, wrap(0x30, hex(COMMON_NAME), wrap(0x0c, Buffer.from('test')))));
  const validity = wrap(0x30, time(from ?? new Date(Date.now() - DAY_MS)), time(to ?? new Date(Date.now() + DAY_MS)));
  const extensions = wrap(
    0x30,
    wrap(0x30, hex(BASIC_CONSTRAINTS), wrap(0x04, wrap(0x30, wrap(0x01, Buffer.from([0xff]))))),
    wrap(0x30, hex(ALTERNATIVE_NAME), wrap(0x04, wrap(0x30, wrap(0x87, Buffer.from(ip))))),
  );
  const content = wrap(
    0x30,
    wrap(0xa0, wrap(0x02, Buffer.from([2]))),
    wrap(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    wrap(0xa3, extensions),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]);
  return { key: writeKey(privateKey), cert: writePem(wrap(0x30, content, algorithm, wrap(0x03, signature))) };
}

/** One DER value: tag, length, content. */
function wrap(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

function time(date: Date): Buffer {
  return wrap(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`));
}

function writeKey(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function writePem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
