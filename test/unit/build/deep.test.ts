import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The order desk and the ticket, from the rules to the screen; but not the hunts for planted defects, which test the campaign. */
const ALWAYS_RUN =
  /test\/(?:unit|components\/(?:ticket|orders|guards)|campaign(?!\/hunts))\/|contract\/(?:agreement|client|desk)\/|e2e\/journeys\/(?:ticket|sell|resting|notices|kept-guards|request-meter)/;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

it('every file about the order desk or the ticket keeps a test in the run of every commit', () => {
  const files = globSync('test/{unit,campaign,contract,components,e2e}/**/*.test.{ts,tsx}').map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }));
  const deep = files.filter(({ path, text }) => text.includes('support/deep.ts') && !path.endsWith('deep.test.ts'));
  expect(deep.map(({ path }) => path)).toContain('test/components/ticket/keyboard.test.ts');
  const emptied = deep
    .filter(({ path }) => ALWAYS_RUN.test(path))
    // A describe that is marked marks all its tests.
    .filter(({ text }) => count(text, /\bit(?:\.\w+)*\(|\beachOf\(/gu) <= count(text, /(?<!\{ |import \{.*)\bDEEP\b/gu))
    .map(({ path }) => path);
  expect(emptied).toEqual([]);
});

it('no journey of an order is left to the deep run', () => {
  const config = readFileSync('vitest.config.ts', 'utf8');
  const later = /const LATER = \[(.*?)\]/su.exec(config)?.[1] ?? '';
  expect(later).toContain('journeys/');
  for (const name of ['ticket', 'sell', 'resting', 'notices', 'kept-guards', 'request-meter', 'both-sides', 'plans'])
    expect(later, name).not.toMatch(new RegExp(`[{,]${name}[,}]`, 'u'));
});
