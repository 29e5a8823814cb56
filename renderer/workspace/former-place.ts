import { Orientation, type SerializedDockview } from 'dockview-react';

type Grid = SerializedDockview['grid'];
type Node = Grid['root'];
type Group = Extract<Exclude<Node['data'], readonly unknown[]>, object>;
type Floating = NonNullable<SerializedDockview['floatingGroups']>[number];

interface Extent {
  readonly width: number;
  readonly height: number;
}

/** Of a branch: the side along which its children lie. */
type Side = keyof Extent;

/** Of the groups that are there by now, by their ids. */
interface Present {
  readonly groups: ReadonlyMap<string, Group>;
  readonly extents: ReadonlyMap<string, Extent>;
}

/**
 * A former arrangement with its panels and sizes as they are by now, in front what is in front, and floating what floats
 * where it does. What is there no more takes the part of its neighbours' room that it had.
 */
export function withPresent(before: SerializedDockview, now: SerializedDockview): SerializedDockview {
  const present = readPresent(now.grid);
  const floating = new Map(now.floatingGroups?.map((each) => [idOf(each), each]));
  const { floatingGroups } = before;
  return {
    ...before,
    grid: {
      ...before.grid,
      width: now.grid.width,
      height: now.grid.height,
      root: { ...resize(before.grid.root, sideOf(before.grid), present), size: now.grid[crossOf(sideOf(before.grid))] },
    },
    panels: { ...before.panels, ...now.panels },
    ...(floatingGroups === undefined
      ? {}
      : { floatingGroups: floatingGroups.map((each) => floating.get(idOf(each)) ?? each) }),
  };
}

function idOf({ data }: Floating): string | undefined {
  return data?.id;
}

function sideOf({ orientation }: Grid): Side {
  return orientation === Orientation.HORIZONTAL ? 'width' : 'height';
}

function crossOf(side: Side): Side {
  return side === 'width' ? 'height' : 'width';
}

function readPresent(grid: Grid): Present {
  const groups = new Map<string, Group>();
  const extents = new Map<string, Extent>();
  function read({ data }: Node, side: Side, extent: Extent): void {
    if (Array.isArray(data)) {
      for (const child of data) read(child, crossOf(side), { ...extent, [side]: child.size ?? 0 });
    } else {
      groups.set(data.id, data);
      extents.set(data.id, extent);
    }
  }
  read(grid.root, sideOf(grid), { width: grid.width, height: grid.height });
  return { groups, extents };
}

/** How long a node is by now along a side; null for one of which nothing is there. */
function measure({ data }: Node, ownSide: Side, along: Side, present: Present): number | null {
  if (!Array.isArray(data)) return present.extents.get(data.id)?.[along] ?? null;
  const lengths = data.flatMap((child) => measure(child, crossOf(ownSide), along, present) ?? []);
  if (lengths.length === 0) return null;
  return along === ownSide ? lengths.reduce((sum, length) => sum + length, 0) : (lengths[0] ?? null);
}

/** Gives the children of a branch, and theirs, the sizes that they have by now. */
function resize(node: Node, side: Side, present: Present): Node {
  const { data } = node;
  if (!Array.isArray(data)) return { ...node, data: present.groups.get(data.id) ?? data };
  const former = data.reduce((sum, { size = 0 }) => sum + size, 0) || 1;
  const lengths = data.map((child) => measure(child, crossOf(side), side, present));
  const whole = lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0);
  const returning = data.reduce((sum, { size = 0 }, at) => (lengths[at] === null ? sum + size : sum), 0) / former;
  return {
    ...node,
    data: data.map((child, at) => {
      const length = lengths[at] ?? null;
      const size = length === null ? (whole * (child.size ?? 0)) / former : length * (1 - returning);
      return { ...resize(child, crossOf(side), present), size };
    }),
  };
}
