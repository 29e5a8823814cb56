import { type FormEvent, useId, useState } from 'react';
import { addWorkspace, findWorkspaceNameProblem, renameWorkspace } from '../stores/workspace-edits.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The workspace that gets a name: a new one, or the one with the id `of`. */
export interface Naming {
  readonly of: string | null;
  readonly suggested: string;
}

/** Asks for the name of a workspace. */
export function WorkspaceNameDialog({ naming, onClose }: { readonly naming: Naming; readonly onClose: () => void }) {
  const [name, setName] = useState(naming.suggested);
  const id = useId();
  const problem = findWorkspaceNameProblem(name, naming.of);

  function keep(event: FormEvent): void {
    event.preventDefault();
    if (problem !== null) return;
    if (naming.of === null) addWorkspace({ name, layout: null });
    else renameWorkspace(naming.of, name);
    onClose();
  }

  return (
    <Dialog title={naming.of === null ? 'New workspace' : 'Rename the workspace'} onClose={onClose}>
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
