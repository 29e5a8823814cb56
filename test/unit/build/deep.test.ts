import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The order desk and the ticket, from the rules to the screen; but not the hunts for planted defects, which test the campaign. */
const ALWAYS_RUN =
  /test\/(?:unit|components\/(?:ticket|orders|guards)|campaign(?!\/hunts))\/|contract\/(?:agreement|client|desk)\/|e2e\/journeys\/(?:ticket|sell|resting|notices|kept-guards|request-meter)/;

it('nothing of the order desk or the ticket is left to the deep run', () => {
  const isDeep = (path: string) => readFileSync(path, 'utf8').includes('support/deep.ts');
  const deep = globSync('test/{unit,campaign,contract,components,e2e}/**/*.test.{ts,tsx}').filter(
    (path) => isDeep(path) && !path.endsWith('unit/build/deep.test.ts'),
  );
  expect(deep).toContain('test/e2e/hosts/keyring.test.ts');
  expect(deep.filter((path) => ALWAYS_RUN.test(path))).toEqual([]);
});
