/** What the host replaces on each load; still there when the page is served as a plain file. */
const PLACEHOLDER = '__CSP_NONCE__';

/** The nonce that this load's policy allows for style elements, or null where the host gave none. */
export function readNonce(page: Document): string | null {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return nonce === '' || nonce === PLACEHOLDER ? null : nonce;
}
