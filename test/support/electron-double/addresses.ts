/**
 * A plain Chromium has no custom schemes: `app://name/path` becomes `https://name.app.invalid/path`, an origin that no
 * network has.
 */
const SUFFIX = '.app.invalid';

export function toPageAddress(address: string): string {
  return address.replace(/^app:\/\/([\w-]+)/u, `https://$1${SUFFIX}`);
}

export function toAppAddress(address: string): string {
  if (address.startsWith('blob:')) return `blob:${toAppAddress(address.slice('blob:'.length))}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.protocol !== 'https:' || !url.host.endsWith(SUFFIX)) return address;
  return `app://${url.host.slice(0, -SUFFIX.length)}${address.slice(url.origin.length)}`;
}

/** What Electron says of a frame's origin; a frame without an address of its own has its parent's. */
export function toAppOrigin(address: string, parentOrigin: string | null): string {
  if (address.startsWith('about:')) return parentOrigin ?? 'null';
  const app = /^app:\/\/[^/]+/u.exec(toAppAddress(address));
  return app === null ? (URL.canParse(address) ? new URL(address).origin : 'null') : app[0];
}
