import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bounds, canBeHeld, placeWindow } from '../../../../electron/shell/placement.ts';
import { openWindowPlaces } from '../../../../electron/shell/window-places.ts';

const LEFT: Bounds = { x: 0, y: 0, width: 1920, height: 1040 };
const RIGHT: Bounds = { x: 1920, y: -200, width: 2560, height: 1400 };

describe('the place of a window', () => {
  it.each([
    ['where it was', { x: 100, y: 50, width: 1100, height: 700 }, [LEFT], { x: 100, y: 50, width: 1100, height: 700 }],
    [
      'on the second screen',
      { x: 2500, y: 0, width: 1100, height: 700 },
      [LEFT, RIGHT],
      { x: 2500, y: 0, width: 1100, height: 700 },
    ],
    [
      'half over an edge, still to be held',
      { x: -500, y: 0, width: 1100, height: 700 },
      [LEFT],
      { x: -500, y: 0, width: 1100, height: 700 },
    ],
    [
      'its screen is gone',
      { x: 2500, y: 0, width: 1100, height: 700 },
      [LEFT],
      { x: 410, y: 170, width: 1100, height: 700 },
    ],
    [
      'its top edge is above every screen',
      { x: 100, y: -300, width: 1100, height: 700 },
      [LEFT],
      { x: 410, y: 170, width: 1100, height: 700 },
    ],
    [
      'larger than the screen that is left',
      { x: 2000, y: 0, width: 2400, height: 1300 },
      [LEFT],
      { x: 0, y: 0, width: 1920, height: 1040 },
    ],
  ] as const)('%s', (_case, wanted, screens, expected) => {
    expect(placeWindow(wanted, [...screens] as [Bounds, ...Bounds[]])).toEqual(expected);
  });

  it('can always be taken hold of, and is never larger than its screen', () => {
    const size = fc.integer({ min: 200, max: 5000 });
    const at = fc.integer({ min: -10_000, max: 10_000 });
    const bounds = fc.record({ x: at, y: at, width: size, height: size });
    fc.assert(
      fc.property(bounds, bounds, fc.array(bounds, { maxLength: 3 }), (wanted, first, others) => {
        const screens: [Bounds, ...Bounds[]] = [first, ...others];
        const placed = placeWindow(wanted, screens);
        const holder = screens.filter((screen) => canBeHeld(placed, screen));
        expect(holder.some(({ width, height }) => placed.width <= width && placed.height <= height)).toBe(true);
        expect(placeWindow(placed, screens)).toEqual(placed);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('places that are kept', () => {
  const PLACE = { x: 1, y: 2, width: 300, height: 400, isMaximized: true };

  it('are there at the next start, until they are forgotten; a damaged file counts as none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'strikedesk-places-'));
    const open = () => openWindowPlaces(folder, () => expect.unreachable());
    open().keep('main', PLACE);
    expect(open().read('main')).toEqual(PLACE);
    expect(readdirSync(folder)).toEqual(['windows.json']);
    open().forget('main');
    expect(open().read('main')).toBeNull();
    open().keep('main', PLACE);
    for (const text of ['{', '{"version":2,"windows":{}}', '{"version":1,"windows":{"main":{"x":1e9}}}']) {
      writeFileSync(join(folder, 'windows.json'), text);
      expect(open().read('main')).toBeNull();
    }
    rmSync(folder, { recursive: true });
  });

  it('a disk that takes no writes is reported', () => {
    const failures: unknown[] = [];
    const file = fileURLToPath(import.meta.url);
    openWindowPlaces(join(file, 'below'), (error) => failures.push(error)).keep('main', PLACE);
    expect(failures).toHaveLength(1);
  });
});
