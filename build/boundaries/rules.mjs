import { builtinModules } from 'node:module';

/** @typedef {import('./scan.mjs').SourceFile} SourceFile */
/** @typedef {import('./scan.mjs').Import} Import */

/**
 * Which imports are refused to which files, and what to do instead.
 * @typedef {object} ImportRule
 * @property {string} id
 * @property {(path: string) => boolean} from
 * @property {(used: Import, path: string) => boolean} refuses
 * @property {string} instead
 */

/** @param {string} folder */
const within = (folder) => (/** @type {string} */ path) => path.startsWith(`${folder}/`);

/**
 * Whether an import leads into one of the folders.
 * @param {Import} used
 * @param {...string} folders
 */
const into = (used, ...folders) => folders.some((folder) => used.target?.startsWith(`${folder}/`) === true);

/** @param {Import} used */
const packageName = ({ request, target }) => {
  if (target !== null) return null;
  const parts = request.split('/');
  return request.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? request);
};

/** @param {Import} used */
const isNode = (used) =>
  used.target === null && (used.request.startsWith('node:') || builtinModules.includes(used.request));

/** @param {string} path */
const mayUseElectron = (path) =>
  path === 'electron/main.ts' ||
  path === 'electron/preload.ts' ||
  path.startsWith('electron/shell/') ||
  path.startsWith('test/support/electron-double/');

/**
 * Name of the feature that a file belongs to, or null.
 * @param {string | null} path
 */
const featureOf = (path) => /^renderer\/features\/([^/]+)\//u.exec(path ?? '')?.[1] ?? null;

const BACK_END_PACKAGES = new Set(['electron', 'undici', 'ws']);
const SHARED_PACKAGES = new Set(['decimal.js', 'zod']);

/** @type {readonly ImportRule[]} */
export const IMPORT_RULES = [
  {
    id: 'shared-is-pure',
    from: within('shared'),
    refuses: (used) => (used.target === null ? !SHARED_PACKAGES.has(used.request) : !into(used, 'shared')),
    instead: 'shared/ uses only itself, decimal.js and zod: pass what it needs in as an argument',
  },
  {
    id: 'simulator-stands-alone',
    from: within('simulator'),
    refuses: (used) =>
      into(used, 'shared/ipc', 'shared/orders') || (used.target !== null && !into(used, 'shared', 'simulator')),
    instead: 'the simulator knows the service, not the terminal: use shared/service, or rules of its own',
  },
  {
    id: 'simulator-door',
    from: within('electron'),
    refuses: (used, path) => into(used, 'simulator') && path !== 'electron/embedded-simulator.ts',
    instead: 'electron/embedded-simulator.ts alone starts the simulator: take what you need from ServicesOptions',
  },
  {
    id: 'electron-in-the-shell',
    from: () => true,
    refuses: (used, path) => packageName(used) === 'electron' && !used.typeOnly && !mayUseElectron(path),
    instead:
      'only electron/main.ts, preload.ts and shell/ use the electron package: pass the part in, or `import type`',
  },
  {
    id: 'back-end-without-window',
    from: within('electron'),
    refuses: (used) => into(used, 'renderer'),
    instead: 'the back end knows no window: what both need lives in shared/',
  },
  {
    id: 'window-without-back-end',
    from: within('renderer'),
    refuses: (used) =>
      into(used, 'electron', 'simulator') || isNode(used) || BACK_END_PACKAGES.has(packageName(used) ?? ''),
    instead: 'the window has no Node and no network: ask the back end through renderer/api',
  },
  {
    id: 'features-apart',
    from: (path) => featureOf(path) !== null,
    refuses: (used, path) => featureOf(used.target) !== null && featureOf(used.target) !== featureOf(path),
    instead: 'features do not know each other: share through renderer/stores, renderer/ui or shared/',
  },
  {
    id: 'features-on-top',
    from: (path) => /^renderer\/(?:api|stores|grid|ui)\//u.test(path),
    refuses: (used) => into(used, 'renderer/features'),
    instead: 'what features are built from knows no feature: move the shared part down',
  },
  {
    id: 'tests-last',
    from: (path) => !path.startsWith('test/'),
    refuses: (used) => into(used, 'test'),
    instead: 'nothing that ships or builds uses test/: move the shared part out of it',
  },
];

/** Configurations that a tool reads by their default export. */
const NEEDS_DEFAULT = new Set(['electron.vite.config.ts', 'vitest.config.ts']);

/**
 * Every breach in the files, as lines for a person: where, which rule, what to do instead.
 * @param {readonly SourceFile[]} files
 * @returns {string[]}
 */
export function findBreaches(files) {
  return [...files.flatMap(checkFile), ...findCycles(files)];
}

/** @param {SourceFile} file */
function checkFile(file) {
  const { path, imports, defaultExportLine, onlyReexports, dangers } = file;
  const found = IMPORT_RULES.filter(({ from }) => from(path)).flatMap(({ id, refuses, instead }) =>
    imports
      .filter((used) => refuses(used, path))
      .map(({ line, request }) => `${path}:${line} ${id}: ${request}: ${instead}`),
  );
  if (defaultExportLine !== null && !NEEDS_DEFAULT.has(path)) {
    found.push(`${path}:${defaultExportLine} no-default-export: export it by name`);
  }
  if (onlyReexports) found.push(`${path}:1 no-barrel: import from the file that has it`);
  if (!path.startsWith('test/')) {
    for (const { line, name } of dangers) found.push(`${path}:${line} no-text-as-code: ${name}: build nodes, not text`);
  }
  return found;
}

/**
 * Circles among what runs. Types that name each other load nothing and are let be.
 * @param {readonly SourceFile[]} files
 */
function findCycles(files) {
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap(({ target, typeOnly }) => (target === null || typeOnly ? [] : [target])),
    ]),
  );
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {string} */ path, /** @type {readonly string[]} */ trail) => {
    const at = trail.indexOf(path);
    if (at !== -1) {
      found.push(`${path}:1 no-cycle: ${[...trail.slice(at), path].join(' -> ')}: move what both need to a third file`);
      return;
    }
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}
