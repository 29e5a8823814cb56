import { expect, it } from 'vitest';
import { isForeignDrag } from '../../../../renderer/api/refuse-drops.ts';

it.each([
  [['Files'], true],
  [['text/plain', 'text/uri-list'], true],
  [['text/html', 'text/plain'], true],
  [['text/plain'], false],
  [[], false],
])('a drag that carries %j is refused: %j', (types, isRefused) => {
  expect(isForeignDrag(types)).toBe(isRefused);
});
