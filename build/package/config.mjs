import { setFuses } from './fuses.mjs';

/**
 * How electron-builder packs the terminal. Only the built output goes into the archive: hosts and window carry their
 * dependencies.
 * @satisfies {import('electron-builder').Configuration}
 */
export const PACKAGING = {
  appId: 'org.strikedesk.terminal',
  productName: 'Strikedesk',
  copyright: 'The Strikedesk developers',
  directories: { output: 'release', buildResources: 'release/resources' },
  // package.json is always in it: Electron finds main.js by it.
  files: ['out/main/**', 'out/preload/**', 'out/renderer/**', '!node_modules', '!**/*.map'],
  asar: true,
  npmRebuild: false,
  electronLanguages: ['en-US'],
  // Beside the program: whose work it is built of.
  extraFiles: [
    { from: 'release/LICENSES.txt', to: 'LICENSES.txt' },
    { from: 'release/sbom.cdx.json', to: 'sbom.cdx.json' },
  ],
  // Beside electron-builder’s own option, whose list is older than Electron’s.
  afterPack: setFuses,
  // Without an address the program never asks for updates.
  publish: null,
  linux: {
    target: ['AppImage', 'deb', 'rpm'],
    category: 'Office;Finance',
    icon: 'icon.png',
    synopsis: 'A desktop trading terminal for options, futures and perpetuals',
    maintainer: 'The Strikedesk developers',
  },
  win: { target: ['nsis'], icon: 'icon.png', verifyUpdateCodeSignature: true },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
  },
  mac: {
    target: /** @type {import('electron-builder').MacOsTargetName[]} */ (['dmg']),
    icon: 'icon.png',
    category: 'public.app-category.finance',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    minimumSystemVersion: '13.0',
  },
};

/**
 * Packaging with updates from an address; throws unless it is encrypted. `key` (SPKI, base64) signs them. Windows also
 * checks the publisher (docs/design/updates.md).
 * @param {typeof PACKAGING} packaging
 * @param {string} url
 * @param {string | null} key
 */
export function withUpdates(packaging, url, key = null) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') {
    throw new Error(`--update-url must be an address such as https://host/path, without a password; it is “${url}”`);
  }
  // On macOS an update is taken out of a zip, which lies beside what a person installs from.
  const mac = { ...packaging.mac, target: [...packaging.mac.target, /** @type {const} */ ('zip')] };
  const keyed = key === null ? packaging : withUpdateKey(packaging, key);
  return { ...keyed, mac, publish: [{ provider: /** @type {const} */ ('generic'), url: parsed.href }] };
}

/**
 * The same with the key of updates in the archive's package.json, where it is checked with the archive.
 * @param {typeof PACKAGING} packaging
 * @param {string} key
 */
export function withUpdateKey(packaging, key) {
  return { ...packaging, extraMetadata: { updateKey: key } };
}
