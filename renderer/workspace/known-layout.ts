import type { SerializedDockview } from 'dockview-react';
import { fail, ok, type Result } from '../../shared/result.ts';
import { findLayoutFault } from './layout-fault.ts';

type Grid = SerializedDockview['grid'];
type Node = Grid['root'];
type Group = Extract<Exclude<Node['data'], readonly unknown[]>, object>;
type KeptPanel = SerializedDockview['panels'][string];
type Bounds = Pick<KeptPanel, 'minimumWidth' | 'maximumWidth' | 'minimumHeight'>;
type Isolated = Pick<NonNullable<SerializedDockview['floatingGroups']>[number], 'data' | 'grid'>;

export interface KnownLayout {
  /** Without the panels that are not known; null where no panel is left. */
  readonly layout: SerializedDockview | null;
  /** What the layout calls the components of the others, each once. */
  readonly leftOut: readonly string[];
}

/**
 * A layout with the panels alone that this version has: their neighbours take the place of the others. Or what is wrong
 * with it, as the rest of a sentence.
 */
export function readKnownPanels(layout: unknown, isKnown: (component: string) => boolean): Result<KnownLayout, string> {
  try {
    const fault = findLayoutFault(layout, isKnown);
    return fault === null ? ok(takeKnownPanels(layout as SerializedDockview, isKnown)) : fail(fault);
  } catch {
    // Nested deeper than anything that a dock writes.
    return fail('it is no arrangement of panels');
  }
}

function takeKnownPanels(layout: SerializedDockview, isKnown: (component: string) => boolean): KnownLayout {
  const panels = Object.entries(layout.panels);
  const known = panels.filter(([, { contentComponent = '' }]) => isKnown(contentComponent));
  if (known.length === panels.length && known.length > 0) return { layout, leftOut: [] };
  const leftOut = panels.filter((panel) => !known.includes(panel)).map(([id, panel]) => panel.contentComponent ?? id);
  const ids = new Set(known.map(([id]) => id));
  const { floatingGroups = [], popoutGroups: _none, ...docked } = layout;
  // A dock may be empty while panels float over it.
  const root: Node = keepNode(layout.grid.root, ids) ?? { ...layout.grid.root, data: [] };
  const kept: SerializedDockview = {
    ...docked,
    grid: { ...withoutMaximised(layout.grid), root },
    panels: Object.fromEntries(known),
    floatingGroups: floatingGroups.flatMap((floating) => keepIsolated(floating, ids)),
  };
  return { layout: known.length === 0 ? null : kept, leftOut: [...new Set(leftOut)] };
}

/** A panel of a kept layout within its bounds of now: those it was kept with may be another version's. */
export function withBounds(
  { minimumWidth: _width, maximumWidth: _most, minimumHeight: _height, maximumHeight: _highest, ...panel }: KeptPanel,
  bounds: Bounds,
): KeptPanel {
  return { ...panel, ...bounds };
}

/** Which group fills the dock is told by its place, which may be another now. */
function withoutMaximised(grid: Grid): Grid {
  const { maximizedNode: _place, ...others } = grid as Grid & { readonly maximizedNode?: unknown };
  return others;
}

function keepNode(node: Node, ids: ReadonlySet<string>): Node | null {
  const { data } = node;
  if (!Array.isArray(data)) {
    const group = keepGroup(data, ids);
    return group === null ? null : { ...node, data: group };
  }
  const left = data.flatMap((child) => keepNode(child, ids) ?? []);
  if (left.length === 0) return null;
  // What stays shares the room of what goes.
  const grown = sumSizes(data) / sumSizes(left);
  return { ...node, data: left.map((child) => ({ ...child, size: (child.size ?? 0) * grown })) };
}

function sumSizes(nodes: readonly Node[]): number {
  return nodes.reduce((sum, { size = 0 }) => sum + size, 0) || 1;
}

function keepGroup(group: Group, ids: ReadonlySet<string>): Group | null {
  const views = group.views.filter((id) => ids.has(id));
  const [first] = views;
  if (first === undefined) return null;
  const { activeView = first } = group;
  return { ...group, views, activeView: ids.has(activeView) ? activeView : first };
}

function keepIsolated<T extends Isolated>(floating: T, ids: ReadonlySet<string>): T[] {
  const { data, grid } = floating;
  const group = data === undefined ? null : keepGroup(data, ids);
  if (group !== null) return [{ ...floating, data: group }];
  const root = grid === undefined ? null : keepNode(grid.root, ids);
  return grid === undefined || root === null ? [] : [{ ...floating, grid: { ...withoutMaximised(grid), root } }];
}
