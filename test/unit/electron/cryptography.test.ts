import { describe, expect, it } from 'vitest';
import { listDependencies } from '../../../build/package/dependencies.mjs';
import { listDocuments, readDocument } from '../../support/documents.ts';

const SOURCES = listDocuments('{electron,shared,renderer}/**/*.{ts,tsx}').map((path) => ({
  path,
  text: readDocument(path),
}));

describe('cryptography', () => {
  it('is Node’s own: no other package brings any, and nothing takes a hash or cipher but these', () => {
    const read = (name: string) => JSON.parse(readDocument(name));
    const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
    const { packages } = read('package-lock.json') as { packages: Parameters<typeof listDependencies>[0] };
    const names = listDependencies(packages, Object.keys(dependencies)).map(({ name }) => name);
    expect(names.filter((name) => /crypt|cipher|noble|forge|hash|sha\d|md5|sodium|nacl|jose|jwt/i.test(name))).toEqual(
      [],
    );
    const taken = SOURCES.flatMap(({ text }) =>
      [...text.matchAll(/import (?:type )?\{([^}]*)\} from 'node:crypto'/g)].flatMap(([, list = '']) =>
        list.split(','),
      ),
    );
    const functions = taken
      .map((name) => name.trim())
      .filter((name) => name !== 'KeyObject' && !name.startsWith('type '));
    const ciphers = ['createCipheriv', 'createDecipheriv', 'createHash', 'createHmac', 'scrypt', 'timingSafeEqual'];
    const chance = ['randomBytes', 'randomUUID'];
    const signatures = ['createPublicKey', 'verify'];
    expect([...new Set(functions)].toSorted()).toEqual([...ciphers, ...chance, ...signatures].toSorted());
    const algorithms = SOURCES.flatMap(({ text }) =>
      [...text.matchAll(/create(?:Hash|Hmac)\('([^']+)'|CIPHER = '([^']+)'/g)].map(
        ([, hash, cipher]) => hash ?? cipher,
      ),
    );
    expect(new Set(algorithms)).toEqual(new Set(['aes-256-gcm', 'sha256', 'sha512']));
  });

  it('guesses nothing: chance that anybody may foresee is for jitter and the names of windows', () => {
    const foreseeable = SOURCES.filter(({ text }) => text.includes('Math.random')).map(({ path }) => path);
    expect(foreseeable.toSorted()).toEqual([
      'electron/assembly/connect.ts',
      'electron/profiles/key-test.ts',
      'renderer/workspace/workspace-acts.ts',
    ]);
  });
});
