import type { OrderDraft } from '../shared/orders/draft.ts';
import type { Action } from './actions/action.ts';
import { RestingDialog } from './features/header/resting-dialog.tsx';
import { CheatSheet } from './features/keys/cheat-sheet.tsx';
import { KeysDialog } from './features/keys/keys-dialog.tsx';
import { Palette } from './features/palette/palette.tsx';
import { ProfilesDialog, type ProfilesWish } from './features/profiles/profiles-dialog.tsx';
import { SettingsDialog } from './features/settings/settings-dialog.tsx';
import { Tour } from './features/tour/tour.tsx';
import type { TourTarget } from './features/tour/tour-steps.ts';
import { PANELS } from './panels.ts';
import { closeDialog, useDialogs } from './stores/workspace/dialog-store.ts';
import { useSession } from './stores/session-store.ts';
import { showWorkspace, workspaceStore } from './stores/workspace/workspace-store.ts';
import { useFill } from './use-fill.ts';
import { activeLink, revealElement } from './workspace/reveal-panel.ts';
import { WorkspaceNameDialog } from './workspace/workspace-name-dialog.tsx';

interface DesktopPartsProps {
  readonly actions: readonly Action[];
  readonly fill: (draft: OrderDraft) => void;
}

/** What stands over the panels: the tour, the palette, keys and settings. */
export function DesktopParts({ actions, fill }: DesktopPartsProps) {
  const fillWhereItIs = useFill(fill);
  return (
    <>
      <Tour find={findTourTarget} fill={(draft) => fillToured(draft, fill)} />
      <OpenedDialog actions={actions} fill={fillWhereItIs} />
    </>
  );
}

function OpenedDialog({ actions, fill }: DesktopPartsProps) {
  const open = useDialogs((state) => state.open);
  const cancels = useSession((state) => state.status?.cancels ?? null);
  switch (open) {
    case 'palette':
      return <Palette actions={actions} link={activeLink()} onFill={fill} />;
    case 'cheat_sheet':
      return <CheatSheet actions={actions} />;
    case 'keys':
      return <KeysDialog actions={actions} />;
    case 'settings':
      return <SettingsDialog />;
    case 'resting':
      return cancels === null ? null : <RestingDialog cancels={cancels} onClose={closeDialog} />;
    case 'profiles':
    case 'profile_add':
    case 'profile_key':
    case 'profile_test':
      return <ProfilesDialog wish={WISHES[open]} onClose={closeDialog} />;
    case 'workspace_new':
    case 'workspace_rename':
      return <WorkspaceNameDialog isNew={open === 'workspace_new'} onClose={closeDialog} />;
    case null:
      return null;
  }
}

const WISHES = {
  profiles: 'look',
  profile_add: 'add',
  profile_key: 'key',
  profile_test: 'test',
} as const satisfies Readonly<Record<string, ProfilesWish>>;

/** The workspace that has every panel of the tour. */
const TOURED = 'trade';

/** Into the ticket that the tour points at. */
function fillToured(draft: OrderDraft, fill: (draft: OrderDraft) => void): void {
  if (workspaceStore.getState().workspaces?.active !== TOURED) showWorkspace(TOURED);
  fill(draft);
}

/** Brings the tour's target to the front; null until it is built. */
function findTourTarget(target: TourTarget): HTMLElement | null {
  if ('control' in target) return document.querySelector<HTMLElement>(`[data-tour="${target.control}"]`);
  if (workspaceStore.getState().workspaces?.active !== TOURED) {
    showWorkspace(TOURED);
    return null;
  }
  const definition = PANELS.find(({ id }) => id === target.panel);
  return definition === undefined ? null : revealElement(definition);
}
