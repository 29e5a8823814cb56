import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A package that the program is built of.
 * @typedef {object} Dependency
 * @property {string} name
 * @property {string} version
 * @property {string} licence as its package says, an SPDX expression
 * @property {string} integrity of the lock file
 * @property {string} path below the project
 * @property {string[]} needs paths of the packages that it uses
 */

/** @typedef {{ version: string, integrity?: string, license?: string, dependencies?: Record<string, string>, peerDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Locked */

/**
 * Every package of the runtime tree, by name, from the lock file. Includes the fonts, which are built into the window.
 * @param {Record<string, Locked>} packages of package-lock.json
 * @param {readonly string[]} roots names of the direct ones
 * @returns {Dependency[]}
 */
export function listDependencies(packages, roots) {
  /** @type {Map<string, Dependency>} */
  const found = new Map();
  /** @type {string[]} */
  const waiting = roots.map((name) => `node_modules/${name}`);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const locked = packages[path];
    if (found.has(path) || locked === undefined) continue;
    const wanted = { ...locked.dependencies, ...locked.peerDependencies, ...locked.optionalDependencies };
    const needs = Object.keys(wanted).flatMap((name) => resolveFrom(packages, path, name) ?? []);
    found.set(path, {
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: locked.version,
      licence: locked.license ?? 'UNKNOWN',
      integrity: locked.integrity ?? '',
      path,
      needs: needs.filter((need) => !need.startsWith('node_modules/@types/')),
    });
    waiting.push(...(found.get(path)?.needs ?? []));
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Where Node finds a package from another: beside it, or further up.
 * @param {Record<string, unknown>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | null}
 */
function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}

/**
 * The bill of materials, CycloneDX 1.6 as JSON. Says nothing of time or machine: the same lock file gives the same text.
 * @param {{ name: string, version: string, license?: string }} program
 * @param {readonly Dependency[]} dependencies
 */
export function writeSbom(program, dependencies) {
  const reference = (/** @type {{ name: string, version: string }} */ { name, version }) =>
    `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const byPath = new Map(dependencies.map((dependency) => [dependency.path, dependency]));
  const components = dependencies.map((dependency) => ({
    type: 'library',
    'bom-ref': `${reference(dependency)}#${dependency.path}`,
    name: dependency.name,
    version: dependency.version,
    purl: reference(dependency),
    licenses: [{ expression: dependency.licence }],
    hashes: hashesOf(dependency.integrity),
  }));
  const root = reference(program);
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: {
        component: { type: 'application', 'bom-ref': root, name: program.name, version: program.version, purl: root },
      },
      components,
      dependencies: dependencies.map((dependency) => ({
        ref: `${reference(dependency)}#${dependency.path}`,
        dependsOn: dependency.needs.flatMap((path) => {
          const need = byPath.get(path);
          return need === undefined ? [] : [`${reference(need)}#${path}`];
        }),
      })),
    },
    null,
    2,
  )}\n`;
}

/** @param {string} integrity */
function hashesOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  if (algorithm !== 'sha512' || digest === undefined) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

/**
 * Every licence's own text, one package after the other. Throws when a package has none and names none.
 * @param {string} root of the project
 * @param {readonly Dependency[]} dependencies
 */
export function writeLicences(root, dependencies) {
  const parts = dependencies.map(({ name, version, licence, path }) => {
    const folder = join(root, path);
    const file = existsSync(folder) ? readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry)) : undefined;
    if (file === undefined && licence === 'UNKNOWN') throw new Error(`${name} ${version} says nothing of its licence`);
    const text =
      file === undefined
        ? `Licence: ${licence}. The package has no text of it.`
        : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version} (${licence})\n${'-'.repeat(72)}\n${text}\n`;
  });
  return `Strikedesk is built of these packages, each under its own licence.\n\n${parts.join('\n\n')}`;
}
