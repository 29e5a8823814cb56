import { createHmac } from 'node:crypto';

/** What the signature of an HTTP call covers (facts, section 2). */
export interface SignedParts {
  /** Milliseconds since the epoch; the service takes it for 60 s. */
  readonly timestampMs: number;
  /** Used once. */
  readonly nonce: string;
  readonly verb: 'GET' | 'POST';
  /** Path with query. */
  readonly uri: string;
  readonly body: string;
}

/** HMAC-SHA256 of the text under the client secret, in lower-case hexadecimal. */
export function sign(text: string, clientSecret: string): string {
  return createHmac('sha256', clientSecret).update(text, 'utf8').digest('hex');
}

/** The text that an HTTP call's signature covers. An empty body keeps its newline. */
export function textToSign({ timestampMs, nonce, verb, uri, body }: SignedParts): string {
  return `${timestampMs}\n${nonce}\n${verb}\n${uri}\n${body}\n`;
}

/** Value of the `Authorization` header in the signature scheme. */
export function signatureHeader(parts: SignedParts, clientId: string, clientSecret: string): string {
  const signature = sign(textToSign(parts), clientSecret);
  return `deri-hmac-sha256 id=${clientId},ts=${parts.timestampMs},sig=${signature},nonce=${parts.nonce}`;
}
