import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const OUT = fileURLToPath(new URL('../../../out', import.meta.url));

describe('the built files', () => {
  it('hold one preload, in CommonJS, of less than 600 B beside the names of channels, that needs only electron', () => {
    expect(readdirSync(`${OUT}/preload`)).toEqual(['preload.cjs']);
    const text = readFileSync(`${OUT}/preload/preload.cjs`, 'utf8');
    const code = text.replaceAll(/\w+:`[a-z_ ]+`,?/gu, '');
    expect(code.length).toBeLessThan(600);
    // A module would bring more than names.
    expect(text.length - code.length).toBeLessThan(1024);
    expect([...text.matchAll(/require\(([^)]*)\)/gu)].map(([, name]) => name?.slice(1, -1))).toEqual(['electron']);
  });

  it('carry their dependencies: hosts import nothing but Node and electron', () => {
    const folder = `${OUT}/main`;
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const requests = files.flatMap((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8');
      return [...text.matchAll(/(?:^|[;}])import(?:[^'"`;()]*?from)?["'`]([^"'`]+)["'`]/gu)].map(
        ([, request]) => request ?? '',
      );
    });
    const foreign = requests.filter((request) => !request.startsWith('.') && !request.startsWith('node:'));
    expect(files).toContain('browser-host.js');
    expect(requests).toContain('node:sqlite');
    expect(new Set(foreign)).toEqual(new Set(['electron']));
  });

  it('keep electron out of the browser host', () => {
    const visited = new Set<string>();
    const visit = (path: string): void => {
      if (visited.has(path)) return;
      visited.add(path);
      const text = readFileSync(path, 'utf8');
      expect(text).not.toMatch(/from\s*["'`]electron["'`]/u);
      for (const [, request] of text.matchAll(/from\s*["'`](\.[^"'`]+)["'`]/gu)) {
        visit(fileURLToPath(new URL(request ?? '', `file://${path}`)));
      }
    };
    visit(`${OUT}/main/browser-host.js`);
    expect(visited.size).toBeGreaterThan(1);
  });
});
