/**
 * How the terminal is packed. Nothing but the built output goes into the archive: hosts and window carry their
 * dependencies. Read by electron-builder, and by the tests.
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
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: false,
  },
  // There is no updater: a new version is installed by a person, never under an order that is pending.
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
    target: ['dmg'],
    icon: 'icon.png',
    category: 'public.app-category.finance',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    minimumSystemVersion: '13.0',
  },
};
