import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';

/** Every fuse of Electron’s list, in its order, as the packed program has it. */
export const FUSES = /** @type {const} */ ({
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // How WebAssembly looks after its bounds, of which nothing here makes use: as it comes.
  WasmTrapHandlers: true,
});

/** What a program’s file ends in on each system. */
const ENDINGS = /** @type {Record<string, string>} */ ({ darwin: '.app', mas: '.app', win32: '.exe' });

/**
 * Sets every fuse of a packed program before it is signed. Throws for a fuse that has no setting here.
 * @param {import('electron-builder').AfterPackContext} context
 */
export async function setFuses({ appOutDir, electronPlatformName, packager }) {
  // Linux alone names its program otherwise than the product.
  const own = 'executableName' in packager ? packager.executableName : null;
  const name = typeof own === 'string' ? own : packager.appInfo.productFilename;
  const program = join(appOutDir, `${name}${ENDINGS[electronPlatformName] ?? ''}`);
  const states = Object.entries(FUSES).map(([fuse, isOn]) => [
    FuseV1Options[/** @type {keyof typeof FUSES} */ (fuse)],
    isOn,
  ]);
  await flipFuses(program, {
    ...Object.fromEntries(states),
    version: FuseVersion.V1,
    resetAdHocDarwinSignature: false,
    strictlyRequireAllFuses: true,
  });
}
