import { useBackend } from '../../api/backend.ts';
import { hideLeftOut, useHiddenLeftOut, useLeftOut } from '../../stores/workspace/left-out-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { useWorkspaces } from '../../stores/workspace/workspace-store.ts';
import { describeLayoutsLeftOut, describeWorkspaceLeftOut } from './left-out-text.ts';

/** What this version could not show of what another one kept; each is told until it was seen. */
export function LeftOutNotice() {
  const { windowId } = useBackend();
  const parts = useSession((state) => state.session?.layouts_left_out ?? null);
  const active = useWorkspaces((state) => state.workspaces?.active ?? '');
  const inFront = useLeftOut()[active];
  const hidden = useHiddenLeftOut();
  // Of all windows; one of them tells it.
  const texts = [
    windowId === null && parts !== null ? describeLayoutsLeftOut(parts) : null,
    inFront === undefined ? null : describeWorkspaceLeftOut(inFront),
  ].filter((text) => text !== null);
  return texts
    .filter((text) => !hidden.has(text))
    .map((text) => (
      <div key={text} className="notice" role="status">
        <span>{text}</span>
        <button type="button" className="button" onClick={() => hideLeftOut(text)}>
          Hide
        </button>
      </div>
    ));
}
