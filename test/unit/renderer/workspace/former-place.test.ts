import type { SerializedDockview } from 'dockview-react';
import { describe, expect, it } from 'vitest';
import { withPresent } from '../../../../renderer/workspace/former-place.ts';
import { withBounds } from '../../../../renderer/workspace/known-layout.ts';

interface Branch {
  readonly size: number;
  readonly of: readonly (Branch | readonly [id: string, size: number])[];
}

function nodeOf(part: Branch['of'][number]): object {
  if ('of' in part) return { type: 'branch', size: part.size, data: part.of.map(nodeOf) };
  const [id, size] = part;
  return { type: 'leaf', size, data: { id, views: [id], activeView: id } };
}

/** An arrangement, and what floats over it: the left edge of each. */
function layoutOf(
  orientation: 'HORIZONTAL' | 'VERTICAL',
  root: Branch,
  floating: Readonly<Record<string, number>> = {},
): SerializedDockview {
  const names = JSON.stringify(root).match(/[a-z]+(?=",\d)/g) ?? [];
  return {
    grid: { root: nodeOf(root), width: 1600, height: 900, orientation },
    panels: Object.fromEntries(names.map((id) => [id, { id, contentComponent: id }])),
    floatingGroups: Object.entries(floating).map(([id, left]) => ({
      data: { id, views: [id], activeView: id },
      position: { left, top: 0, width: 300, height: 200 },
    })),
  } as unknown as SerializedDockview;
}

describe('a panel that was alone in its place', () => {
  it('has its room again, and the others share what is left as they do by now', () => {
    const before = layoutOf('HORIZONTAL', {
      size: 900,
      of: [
        ['list', 800],
        ['ticker', 400],
        ['ticket', 400],
      ],
    });
    const now = layoutOf('HORIZONTAL', {
      size: 900,
      of: [
        ['list', 400],
        ['ticker', 1200],
      ],
    });
    const back = withPresent(before, now);
    const wanted = layoutOf('HORIZONTAL', {
      size: 900,
      of: [
        ['list', 300],
        ['ticker', 900],
        ['ticket', 400],
      ],
    });
    expect(back).toEqual(wanted);
  });

  it('is found where the dock has joined what was beside it, and what floats stays where it is', () => {
    // Two columns, the left one of two rows; without the right one the rows are the dock.
    const before = layoutOf(
      'HORIZONTAL',
      {
        size: 900,
        of: [
          {
            size: 1200,
            of: [
              ['list', 450],
              ['orders', 450],
            ],
          },
          ['ticket', 400],
        ],
      },
      { chart: 10 },
    );
    const rows = { size: 1600, of: [['list', 700] as const, ['orders', 200] as const] };
    const back = withPresent(before, layoutOf('VERTICAL', rows, { chart: 640 }));
    const wanted = layoutOf(
      'HORIZONTAL',
      {
        size: 900,
        of: [
          {
            size: 1200,
            of: [
              ['list', 700],
              ['orders', 200],
            ],
          },
          ['ticket', 400],
        ],
      },
      { chart: 640 },
    );
    expect(back).toEqual(wanted);
  });
});

describe('a panel of a kept layout', () => {
  it('has the bounds of this version and none that another one gave it', () => {
    const kept = { id: 'orders', contentComponent: 'orders', minimumHeight: 500, maximumWidth: 400, maximumHeight: 90 };
    expect(withBounds(kept, { minimumWidth: 300 })).toEqual({
      id: 'orders',
      contentComponent: 'orders',
      minimumWidth: 300,
    });
  });
});
