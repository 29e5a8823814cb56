import { randomBytes } from 'node:crypto';

/** A fresh value for one load of the page; style elements that carry it are allowed. */
export function makeNonce(): string {
  return randomBytes(16).toString('base64');
}

/** What the window's page may do: its own scripts and styles, and at most the one connection named. */
export function contentSecurityPolicy(nonce: string, connect: "'none'" | `ws://${string}`): string {
  return [
    "default-src 'none'",
    "object-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "require-trusted-types-for 'script'",
    // The one name is that of the worker which draws payoffs: its policy lets its own script through and nothing else.
    'trusted-types analysis-worker',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** On every answer, whatever it is. */
export const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
    'idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), publickey-credentials-get=(), ' +
    'screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** For answers that are no page of ours: nothing may run in them. */
export const PLAIN_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
