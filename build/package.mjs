import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findElectron } from './lib/choose-host.mjs';
import { ensureBuilt } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, PlainFailure, ROOT, say } from './lib/project.mjs';
import { shorten } from './package/shorten.mjs';
import { readPublicKey, toSpki } from './package/update-key.mjs';

/**
 * @typedef {{ isCheck: boolean, url: string | null, keyFile: string | null }} Wish
 * @param {readonly string[]} args
 * @returns {Wish}
 */
function readArguments(args) {
  try {
    const options = /** @type {const} */ ({
      check: { type: 'boolean', default: false },
      'update-url': { type: 'string' },
      'update-key': { type: 'string' },
    });
    const {
      check,
      'update-url': url = null,
      'update-key': keyFile = null,
    } = parseArgs({ args: [...args], options }).values;
    const isKnown = check ? url === null && keyFile === null : keyFile === null || url !== null;
    if (isKnown) return { isCheck: check, url, keyFile };
  } catch {
    // An option that is not known: told below.
  }
  throw new PlainFailure(
    'npm run package knows --check, or --update-url and an address, with --update-key and a file',
    2,
  );
}

/**
 * `npm run package` makes this platform's installers. `--update-url` and `--update-key` add signed updates. `--check`
 * packs a stand-in for Electron and inspects it.
 */
async function main() {
  const { isCheck, url, keyFile } = readArguments(process.argv.slice(2));
  const key = keyFile === null ? null : readPublicKey(keyFile);
  await ensureInstalled();
  await ensureBuilt();
  // They need what was installed just now.
  const { PACKAGING, withUpdateKey, withUpdates } = await import('./package/config.mjs');
  const { drawIcon } = await import('./package/icon.mjs');
  const { listDependencies, writeLicences, writeSbom } = await import('./package/dependencies.mjs');
  const program = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const fonts = Object.keys(program.devDependencies).filter((name) => name.startsWith('@fontsource'));
  const dependencies = listDependencies(packages, [...Object.keys(program.dependencies), ...fonts]);
  mkdirSync(inProject('release', 'resources'), { recursive: true });
  writeFileSync(inProject('release', 'resources', 'icon.png'), drawIcon());
  writeFileSync(inProject('release', 'sbom.cdx.json'), writeSbom(program, dependencies));
  writeFileSync(inProject('release', 'LICENSES.txt'), writeLicences(ROOT, dependencies));

  const { build, log, Platform } = await import('electron-builder');
  const tell = log.info.bind(log);
  log.info = (fields, message) => tell(...shorten(fields, message));
  if (isCheck) {
    const { inspectPackage, makeStandIn } = await import('./package/check.mjs');
    const folder = mkdtempSync(join(inProject('release'), 'check-'));
    try {
      const electronDist = makeStandIn(join(folder, 'electron'), packages['node_modules/electron'].version);
      const directories = { ...PACKAGING.directories, output: join(folder, 'out') };
      // One that nobody has, to see that the archive carries what is given.
      const keyed = withUpdateKey(PACKAGING, toSpki(generateKeyPairSync('ed25519').publicKey));
      const config = { ...keyed, directories, electronDist };
      await build({ projectDir: ROOT, targets: Platform.LINUX.createTarget('dir'), config, publish: 'never' });
      const problems = await inspectPackage(join(folder, 'out', 'linux-unpacked'), keyed);
      if (problems.length > 0) throw new PlainFailure(`the package is wrong: ${problems.join('; ')}`);
      say(
        'the package holds the built output and whose work it is, nothing else and no weakness, and its fuses are as stated',
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return;
  }
  const binary = findElectron();
  if (binary === null) {
    throw new PlainFailure(
      'Electron’s binary is not here: run "npx install-electron" where its download can be reached, ' +
        'or see that the package is right with "npm run package -- --check".',
    );
  }
  const config = url === null ? PACKAGING : withUpdates(PACKAGING, url, key);
  await build({ projectDir: ROOT, config, publish: 'never' });
  if (key !== null) say(`packed with the key of updates ${key}; sign what is in release/ with "npm run sign-update"`);
  say('packed into release/');
}

main().catch((/** @type {unknown} */ error) => {
  if (!(error instanceof PlainFailure)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
});
