import { createContext, useContext } from 'react';

/** The colours that link panels: pick an instrument in one, and those of its colour follow. */
export const LINK_COLOURS = ['blue', 'green', 'amber', 'violet'] as const;
export type LinkColour = (typeof LINK_COLOURS)[number];

/** What holds a panel: where its title and tools go, whether it can be seen, and which panels it is linked to. */
export interface PanelFrame {
  /** Of the workspace around it. */
  readonly workspaceId: string;
  /** Names this panel of this workspace, over restarts. */
  readonly key: string;
  /** What the tab says, and the name of the region for assistive technology. */
  readonly setTitle: (title: string, label: string) => void;
  /** Where tools are drawn; null while another panel is in front. */
  readonly toolsElement: HTMLElement | null;
  readonly isShown: boolean;
  readonly link: LinkColour;
  readonly setLink: (link: LinkColour) => void;
}

/** Null around a panel that stands by itself, which then draws its own bar. */
export const PanelFrameContext = createContext<PanelFrame | null>(null);

export function usePanelFrame(): PanelFrame | null {
  return useContext(PanelFrameContext);
}

/** The colour that the panel around is linked by. */
export function usePanelLink(): LinkColour {
  return usePanelFrame()?.link ?? 'blue';
}
