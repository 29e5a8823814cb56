import { expect, it } from 'vitest';
import { haveMoved } from '../../../../renderer/grid/held-rows.ts';

it.each<[what: string, before: string[], now: string[], moved: boolean]>([
  ['come on top', ['a', 'b'], ['c', 'a', 'b'], true],
  ['come at the end', ['a', 'b'], ['a', 'b', 'c'], false],
  ['leave', ['a', 'b', 'c'], ['b', 'c'], true],
  ['leave at the end', ['a', 'b'], ['a'], false],
  ['change places', ['a', 'b'], ['b', 'a'], true],
  ['stay', ['a', 'b'], ['a', 'b'], false],
  ['are the first', [], ['a'], false],
])('rows that %s: others have moved or not', (_what, before, now, moved) => {
  expect(haveMoved(before, now)).toBe(moved);
});
