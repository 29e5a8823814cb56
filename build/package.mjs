import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findElectron } from './lib/choose-host.mjs';
import { ensureBuilt } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { inProject, PlainFailure, ROOT, say } from './lib/project.mjs';

/**
 * `npm run package`: installers of this platform; `-- --update-url ADDRESS`: that look for updates there. `-- --check`:
 * the same around a stand-in for Electron, inspected.
 */
async function main() {
  const [flag, value, ...others] = process.argv.slice(2);
  const isKnown = flag === undefined || (flag === '--check' ? value === undefined : flag === '--update-url');
  if (!isKnown || others.length > 0 || (flag === '--update-url' && value === undefined)) {
    throw new PlainFailure('npm run package knows --check, or --update-url and an address', 2);
  }
  await ensureInstalled();
  await ensureBuilt();
  // They need what was installed just now.
  const { PACKAGING, withUpdates } = await import('./package/config.mjs');
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

  const { build, Platform } = await import('electron-builder');
  if (flag === '--check') {
    const { inspectPackage, makeStandIn } = await import('./package/check.mjs');
    const folder = mkdtempSync(join(inProject('release'), 'check-'));
    try {
      const electronDist = makeStandIn(join(folder, 'electron'), packages['node_modules/electron'].version);
      const directories = { ...PACKAGING.directories, output: join(folder, 'out') };
      const config = { ...PACKAGING, directories, electronDist };
      await build({ projectDir: ROOT, targets: Platform.LINUX.createTarget('dir'), config, publish: 'never' });
      const problems = await inspectPackage(join(folder, 'out', 'linux-unpacked'), PACKAGING);
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
  const config = value === undefined ? PACKAGING : withUpdates(PACKAGING, value);
  await build({ projectDir: ROOT, config, publish: 'never' });
  say('packed into release/');
}

main().catch((/** @type {unknown} */ error) => {
  if (!(error instanceof PlainFailure)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
});
