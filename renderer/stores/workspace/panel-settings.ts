import { useCallback } from 'react';
import { usePanelFrame } from '../../ui/panel-frame.ts';
import { keepPanelSetting, useWorkspaces } from './workspace-store.ts';

/**
 * A choice of the panel around, kept for this panel of this workspace over restarts: its text, null where nothing was
 * chosen, and what keeps another one. What it means is the panel's to say.
 */
export function usePanelSetting(name: string): readonly [string | null, (value: string | null) => void] {
  const key = usePanelFrame()?.key ?? null;
  const value = useWorkspaces((state) => (key === null ? null : (state.workspaces?.panels?.[key]?.[name] ?? null)));
  const keep = useCallback(
    (next: string | null) => {
      if (key !== null) keepPanelSetting(key, name, next);
    },
    [key, name],
  );
  return [value, keep];
}
