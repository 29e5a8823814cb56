import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/ipc/schemas/preferences-schema.ts';

/** What the first paint depends on. */
export type PageLook = Pick<Preferences, 'theme' | 'density'>;

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

/** The built window, held in memory. Nothing that isn't in here can be asked for. */
export interface Page {
  /**
   * The HTML of one load in the chosen colours and density, so nothing flashes. A session's first page carries its key.
   */
  readonly render: (nonce: string, look: PageLook, sessionKey?: string) => string;
  /** By exact path as the URL spells it, such as `/assets/index.js`; null for anything else. */
  readonly file: (path: string) => PageFile | null;
}

const NONCE_PLACEHOLDER = '__CSP_NONCE__';
const KEY_PLACEHOLDER = '__SESSION_KEY__';
/** As the built page spells the look that everything comes with. */
const LOOK_PLACEHOLDER = spellLook(DEFAULT_PREFERENCES);

function spellLook({ theme, density }: PageLook): string {
  return `data-theme="${theme}" data-density="${density}"`;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built window once. Requests match these paths exactly, so none leads outside. Throws without a page or for
 * an unknown kind.
 */
export function readPage(folder: string): Page {
  const files = new Map<string, PageFile>();
  let html: string | null = null;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    if (name === '/index.html') {
      html = readFileSync(path, 'utf8');
      continue;
    }
    const contentType = CONTENT_TYPES[extname(name)];
    if (contentType === undefined) throw new Error(`the built window holds a file of unknown kind: ${name}`);
    files.set(name, { body: new Uint8Array(readFileSync(path)), contentType });
  }
  if (html === null) throw new Error(`no built window in ${folder}`);
  if (!html.includes(NONCE_PLACEHOLDER)) throw new Error('the built page has no place for its nonce');
  if (!html.includes(LOOK_PLACEHOLDER)) throw new Error('the built page has no place for its look');
  if (!html.includes(KEY_PLACEHOLDER)) throw new Error('the built page has no place for the key of its session');
  const template = html;
  return {
    render: (nonce, look, sessionKey = '') =>
      template
        .replaceAll(NONCE_PLACEHOLDER, () => nonce)
        .replace(KEY_PLACEHOLDER, () => sessionKey)
        .replace(LOOK_PLACEHOLDER, () => spellLook(look)),
    file: (path) => files.get(path) ?? null,
  };
}
