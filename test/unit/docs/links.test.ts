import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { countWords } from '../../../build/words/comments.mjs';
import { listDocuments, readDocument, ROOT } from '../../support/documents.ts';

const PAGES = [...listDocuments('*.md'), ...listDocuments('docs/**/*.md')];
/** A span of code that is a path from the root: nothing but its characters, below a folder of the sources. */
const PATH = /`((?:build|docs|electron|renderer|shared|simulator|test)\/[\w./-]*)`/g;
const LINK = /\]\(([^)\s]+)\)/g;

/** Without its fenced blocks, which show commands and diagrams. */
function readProse(page: string): string {
  return readDocument(page).replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** The headings of a page, as links name them. */
function listAnchors(page: string): string[] {
  const headings = [...readProse(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** What a link names that is not there; null when it is there or not of this project. */
function findBroken(page: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(ROOT + target)) return link;
  return anchor === undefined || listAnchors(target).includes(anchor) ? null : link;
}

describe('documents', () => {
  it('are found', () => {
    expect(PAGES.length).toBeGreaterThan(40);
  });

  it.each(PAGES)('%s links to what is there', (page) => {
    const links = [...readProse(page).matchAll(LINK)].map(([, link = '']) => link);
    expect(links.filter((link) => findBroken(page, link) !== null)).toEqual([]);
  });

  it.each(PAGES)('%s names files that are there', (page) => {
    const paths = [...readProse(page).matchAll(PATH)].map(([, path = '']) => path);
    expect(paths.filter((path) => !existsSync(ROOT + path))).toEqual([]);
  });

  it.each(listDocuments('docs/design/*.md').filter((page) => !page.endsWith('README.md')))(
    '%s is named in the contents',
    (page) => {
      expect(readDocument('docs/design/README.md')).toContain(`(${page.slice('docs/design/'.length)})`);
    },
  );
});

describe('the length of documents', () => {
  const BOUNDS: [string, number][] = [
    ['README.md', 700],
    ['ARCHITECTURE.md', 2000],
    ...listDocuments('docs/guide/*.md').map((page): [string, number] => [page, 600]),
  ];

  it.each(BOUNDS)('%s has at most %i words', (page, most) => {
    expect(countWords(readDocument(page))).toBeLessThanOrEqual(most);
  });

  it('keeps a version of the changelog to 60 entries, and an entry to 20 words', () => {
    const versions = readDocument('CHANGELOG.md').split(/^## /m).slice(1);
    expect(versions.length).toBeGreaterThan(1);
    for (const version of versions) {
      const entries = version.split('\n- ').slice(1);
      expect(entries.length).toBeLessThanOrEqual(60);
      expect(entries.map((entry) => entry.split('\n\n')[0] ?? '').filter((entry) => countWords(entry) > 20)).toEqual(
        [],
      );
    }
  });
});
