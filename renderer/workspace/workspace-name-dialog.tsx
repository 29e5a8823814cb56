import { type FormEvent, useId, useState } from 'react';
import {
  addWorkspace,
  findWorkspaceNameProblem,
  freeWorkspaceName,
  renameWorkspace,
} from '../stores/workspace/workspace-edits.ts';
import { workspaceStore } from '../stores/workspace/workspace-store.ts';
import { Dialog } from '../ui/controls/dialog.tsx';

interface DialogProps {
  readonly isNew: boolean;
  readonly onClose: () => void;
}

/** The workspace in front, which gets another name: the one that was there when the dialog opened. */
function readInFront(): { readonly id: string; readonly name: string } | null {
  const { workspaces } = workspaceStore.getState();
  return workspaces?.items.find(({ id }) => id === workspaces.active) ?? null;
}

/** Asks for the name of a new workspace, or of the one in front. */
export function WorkspaceNameDialog({ isNew, onClose }: DialogProps) {
  const [named] = useState(() => (isNew ? null : readInFront()));
  const of = named?.id ?? null;
  const [name, setName] = useState(() => named?.name ?? freeWorkspaceName('Workspace'));
  const id = useId();
  const problem = findWorkspaceNameProblem(name, of);

  function keep(event: FormEvent): void {
    event.preventDefault();
    if (problem !== null) return;
    if (of === null) addWorkspace({ name, layout: null });
    else renameWorkspace(of, name);
    onClose();
  }

  return (
    <Dialog title={of === null ? 'New workspace' : 'Rename the workspace'} onClose={onClose}>
      <form className="workspace-name" onSubmit={keep}>
        <label htmlFor={id}>Name</label>
        <input
          id={id}
          type="text"
          data-first-focus
          value={name}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p id={`${id}-problem`} className="workspace-name-problem" role="status">
          {problem}
        </p>
        <div className="dialog-end">
          <button type="submit" className="button" disabled={problem !== null}>
            Keep
          </button>
        </div>
      </form>
    </Dialog>
  );
}
