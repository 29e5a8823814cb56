import { PANELS, type PanelId } from '../../../renderer/panels.ts';
import type { Workspaces } from '../../../shared/ipc/schemas/workspace-schema.ts';

export const BENCH_WORKSPACE = 'Bench';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A workspace with these panels alone, side by side, each in a group of its own. */
export function arrange(panels: readonly PanelId[], size: Size): Workspaces {
  const [first = 'order-ticket', ...others] = panels;
  const layout = others.length === 0 ? null : JSON.stringify(sideBySide(panels, size));
  return {
    version: 1,
    active: 'bench',
    items: [{ id: 'bench', name: BENCH_WORKSPACE, layout, panel: first }],
  };
}

/** As the dock writes it. */
function sideBySide(panels: readonly PanelId[], { width, height }: Size) {
  const share = Math.floor(width / panels.length);
  return {
    grid: {
      root: {
        type: 'branch',
        size: height,
        data: panels.map((id, at) => ({
          type: 'leaf',
          size: share,
          data: { views: [id], activeView: id, id: String(at + 1) },
        })),
      },
      width,
      height,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(
      panels.map((id) => [
        id,
        { id, contentComponent: id, title: PANELS.find((panel) => panel.id === id)?.name ?? id },
      ]),
    ),
    activeGroup: '1',
  };
}
