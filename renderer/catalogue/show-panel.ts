import { runPanelCommand } from '../actions/panel-commands.ts';
import { type PanelId, PANELS } from '../panels.ts';
import { revealPanel } from '../workspace/reveal-panel.ts';

/** Opens a panel of the workspace in front, and has it do something. */
export function showPanel(panelId: PanelId, command?: string): void {
  const definition = PANELS.find(({ id }) => id === panelId);
  const revealed = definition === undefined ? null : revealPanel(definition);
  if (revealed !== null && command !== undefined) runPanelCommand(revealed.key, command);
}
