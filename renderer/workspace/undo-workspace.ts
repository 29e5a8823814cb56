import { deleteWorkspace, resetWorkspace, undoRemoval } from '../stores/workspace/workspace-edits.ts';
import { showToast } from '../stores/toast-store.ts';
import { workspaceStore } from '../stores/workspace/workspace-store.ts';
import { quote } from '../ui/words/name-list.ts';
import { keepArrangement } from './docks.ts';

const SUBJECT = 'workspace removal';

/** Deletes a workspace, with a way back to it as it stands now. */
export function deleteWithUndo(id: string): void {
  keepArrangement(id);
  deleteWorkspace(id);
  tell('deleted');
}

/** Resets a workspace, with a way back to it as it stands now. */
export function resetWithUndo(id: string): void {
  keepArrangement(id);
  resetWorkspace(id);
  tell('reset');
}

function tell(what: string): void {
  const { removal } = workspaceStore.getState();
  if (removal === null) return;
  showToast({
    subject: SUBJECT,
    tone: 'good',
    title: `${quote(removal.item.name)} was ${what}`,
    detail: 'Undo brings it back with its panels. It is in the palette too.',
    isSticky: false,
    action: { label: 'Undo', run: undo },
  });
}

/** Brings back what was deleted or reset last, or says why it can't be. */
export function undo(): void {
  const { removal } = workspaceStore.getState();
  const whyNot = undoRemoval();
  if (whyNot === null || removal === null) return;
  const title = `${quote(removal.item.name)} is not back`;
  showToast({ subject: SUBJECT, tone: 'bad', title, detail: whyNot, isSticky: true });
}
