import { describe, expect, it } from 'vitest';
import { readWorkspaceFile, writeWorkspaceFile } from '../../../../renderer/workspace/workspace-file.ts';

describe('a workspace in a file', () => {
  const leaf = (id: string, size: number) => ({
    type: 'leaf',
    size,
    data: { views: [id], activeView: id, id: `group ${id}` },
  });
  const writeLayout = (...ids: string[]) =>
    JSON.stringify({
      grid: {
        root: { type: 'branch', size: 600, data: ids.map((id) => leaf(id, 100)) },
        width: 100 * ids.length,
        height: 600,
        orientation: 'HORIZONTAL',
      },
      panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: id }])),
    });
  const LAYOUT = writeLayout('chart');
  const FILE = {
    name: 'Gamma',
    layout: LAYOUT,
    link: 'violet',
    grids: { orders: { version: 1, state: '{}' } },
    settings: { chart: { span: '1h' } },
  };
  const change = (fields: Record<string, unknown>) =>
    JSON.stringify({ ...JSON.parse(writeWorkspaceFile(FILE)), ...fields });

  const edit = (by: (layout: { grid: { root: { data: object[] } }; panels: object }) => object): string =>
    JSON.stringify(by(JSON.parse(LAYOUT)));
  const floating = (id: string, left: number, width: number) => ({
    data: { views: [id], activeView: id, id: '99' },
    position: { left, top: 20, width, height: 200 },
  });

  it('comes back as it was written', () => {
    expect(readWorkspaceFile(writeWorkspaceFile(FILE), ['chart'])).toEqual({
      ok: true,
      value: { file: FILE, leftOut: [] },
    });
  });

  it.each([
    ['no JSON', '{', 'This is no workspace'],
    ['another JSON', '[1]', 'This is no workspace'],
    ['another format', change({ format: 'other' }), 'This is no workspace'],
    ['a newer version', change({ version: 2 }), 'version 2, from a newer terminal. This one reads version 1'],
    ['no version', change({ version: undefined }), '“version” must be 1'],
    [
      'a name that turns around',
      change({ name: 'x\u202eevil' }),
      '“name” is wrong. The name has an invisible character',
    ],
    ['a name that is none', change({ name: '' }), '“name” is wrong: it must have 1 character at least.'],
    ['a layout that is none', change({ layout: '{"a":1}' }), '“layout” is wrong'],
    [
      'a layout with windows',
      change({ layout: JSON.stringify({ ...JSON.parse(LAYOUT), popoutGroups: [{ url: 'https://evil.invalid' }] }) }),
      '“layout” is wrong',
    ],
    [
      'no panel that is known',
      change({ layout: writeLayout('shell', 'vol') }),
      'has no panel known here, only “shell” and “vol”',
    ],
    ['no panel to begin with that is known', change({ layout: null, panel: 'vol' }), 'only “vol”'],
    [
      'a layout of a wrong build',
      change({ layout: JSON.stringify({ ...JSON.parse(writeLayout('chart', 'vol')), grid: {} }) }),
      '“layout” is wrong',
    ],
    [
      'a panel twice, floating out of sight',
      change({ layout: edit((layout) => ({ ...layout, floatingGroups: [floating('chart', -5000, 1)] })) }),
      '“layout” is wrong: “chart” stands in it more than once',
    ],
    [
      'a panel twice, in a floating dock',
      change({
        layout: edit((layout) => ({
          ...layout,
          floatingGroups: [
            { grid: { root: layout.grid.root }, position: { top: 0, left: 0, width: 400, height: 300 } },
          ],
        })),
      }),
      '“layout” is wrong: “chart” stands in it more than once',
    ],
    [
      'every group twice',
      change({
        layout: edit(({ grid, ...layout }) => {
          const { root } = grid;
          return { ...layout, grid: { ...grid, root: { ...root, data: [...root.data, ...root.data] } } };
        }),
      }),
      '“layout” is wrong: “chart” stands in it more than once',
    ],
    [
      'a panel under the name of another',
      change({
        layout: edit((layout) => ({ ...layout, panels: { chart: { id: 'chart', contentComponent: 'vol' } } })),
      }),
      '“layout” is wrong: what it says of “chart” is of another panel',
    ],
    [
      'a panel under a name of its own',
      change({
        layout: edit((layout) => ({
          ...layout,
          panels: { ...layout.panels, mine: { id: 'mine', contentComponent: 'chart' } },
          floatingGroups: [floating('mine', 10, 300)],
        })),
      }),
      '“layout” is wrong: what it says of “mine” is of another panel',
    ],
    [
      'a place without a panel',
      change({ layout: edit((layout) => ({ ...layout, floatingGroups: [floating('orders', 10, 300)] })) }),
      '“layout” is wrong: it has a place for “orders” and says nothing of such a panel',
    ],
    [
      'a panel without a place',
      change({
        layout: edit(({ grid, ...layout }) => ({ ...layout, grid: { ...grid, root: { ...grid.root, data: [] } } })),
      }),
      '“layout” is wrong: it has no place for “chart”',
    ],
    ['a layout without panels', change({ layout: writeLayout() }), '“layout” has no panel'],
    [
      'a group that is hidden',
      change({
        layout: edit(({ grid, ...layout }) => ({
          ...layout,
          grid: { ...grid, root: { ...grid.root, visible: false } },
        })),
      }),
      '“layout” is wrong: “chart” would stand out of sight',
    ],
    ...[
      ['beside the window', -700, 300],
      ['and is a dot', 10, 1],
    ].map(([where, left, size]) => [
      `a panel that floats ${where}`,
      change({
        layout: JSON.stringify({
          ...JSON.parse(writeLayout()),
          panels: { chart: { id: 'chart', contentComponent: 'chart' } },
          floatingGroups: [floating('chart', Number(left), Number(size))],
        }),
      }),
      '“layout” is wrong: “chart” would stand out of sight',
    ]),
    [
      'a setting too long',
      change({ settings: { chart: { span: 'x'.repeat(129) } } }),
      '“settings.chart.span” is wrong',
    ],
  ])('is refused in words: %s', (_case, text, words) => {
    expect(readWorkspaceFile(text, ['chart'])).toEqual({ ok: false, error: expect.stringContaining(words) });
  });
});

describe('a workspace in a file of another version', () => {
  it('is taken without the panels and fields that this one has not, which are named', () => {
    const leaf = (views: readonly string[], size: number) => ({
      type: 'leaf',
      size,
      data: { views, activeView: views[0], id: views.join(' ') },
    });
    const write = (data: readonly object[], ...ids: readonly string[]) =>
      JSON.stringify({
        grid: { root: { type: 'branch', size: 600, data }, width: 900, height: 600, orientation: 'HORIZONTAL' },
        panels: Object.fromEntries(ids.map((id) => [id, { id, contentComponent: id }])),
      });
    const inColumn = (...data: readonly object[]) => ({ type: 'branch', size: 300, data });
    const given = write(
      [leaf(['vol', 'chart'], 300), inColumn(leaf(['vol 2'], 200), leaf(['orders'], 400)), leaf(['vol 3'], 300)],
      'vol',
      'vol 2',
      'vol 3',
      'chart',
      'orders',
    );
    const text = JSON.stringify({
      ...JSON.parse(writeWorkspaceFile({ name: 'Gamma', layout: given, settings: {} })),
      tint: 'red',
      panel: 'vol',
    });
    const kept = { ...leaf(['chart'], 450), data: { views: ['chart'], activeView: 'chart', id: 'vol chart' } };
    const left = { ...inColumn(leaf(['orders'], 600)), size: 450 };
    expect(readWorkspaceFile(text, ['chart', 'orders'])).toEqual({
      ok: true,
      value: {
        file: {
          name: 'Gamma',
          settings: {},
          layout: JSON.stringify({ ...JSON.parse(write([kept, left], 'chart', 'orders')), floatingGroups: [] }),
        },
        leftOut: ['vol', 'vol 2', 'vol 3', 'tint'],
      },
    });
  });
});
