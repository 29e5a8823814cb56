import { describe, expect, it } from 'vitest';
import { findMissing } from '../../../build/lib/install.mjs';

function lock(packages: Record<string, object>): string {
  return JSON.stringify({ packages: { '': { name: 'strikedesk' }, ...packages } });
}

const ZOD = { version: '1.0.0', integrity: 'sha512-a' };

describe('what npm start finds installed', () => {
  it('is content with exactly what the lock file asks for', () => {
    expect(findMissing(lock({ 'node_modules/zod': ZOD }), lock({ 'node_modules/zod': ZOD }))).toBeNull();
  });

  it('does not miss what npm leaves out on this platform', () => {
    const wanted = lock({ 'node_modules/zod': ZOD, 'node_modules/fsevents': { version: '2.0.0', optional: true } });
    expect(findMissing(wanted, lock({ 'node_modules/zod': ZOD }))).toBeNull();
  });

  it.each([
    ['nothing installed', null],
    ['a package missing', lock({})],
    ['another version', lock({ 'node_modules/zod': { ...ZOD, version: '1.0.1' } })],
    ['other contents', lock({ 'node_modules/zod': { ...ZOD, integrity: 'sha512-b' } })],
  ])('installs on %s', (_name, installed) => {
    expect(findMissing(lock({ 'node_modules/zod': ZOD }), installed)).not.toBeNull();
  });
});
