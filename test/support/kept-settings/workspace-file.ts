/** A workspace as “Export” writes it: panels side by side, and others that float over them. */
export function writeWorkspace(name: string, panels: readonly string[], floating: readonly object[] = []): string {
  const leaf = (id: string) => ({
    type: 'leaf',
    size: 1280 / panels.length,
    data: { views: [id], activeView: id, id },
  });
  const all = [...panels, ...floating.flatMap((group) => ('id' in group ? [String(group.id)] : []))];
  const layout = {
    grid: {
      root: { type: 'branch', size: 600, data: panels.map(leaf) },
      width: 1280,
      height: 600,
      orientation: 'HORIZONTAL',
    },
    panels: Object.fromEntries(all.map((id) => [id, { id, contentComponent: id, title: id }])),
    activeGroup: panels[0],
    floatingGroups: floating.map(({ id, position }: { id?: string; position?: object }) => ({
      data: { views: [id], activeView: id, id: `floating ${id}` },
      position,
    })),
  };
  const file = { format: 'strikedesk-workspace', version: 1, name, settings: {}, layout: JSON.stringify(layout) };
  return JSON.stringify(file);
}
