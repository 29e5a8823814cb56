import { useStore } from 'zustand';
import { preferencesStore } from '../stores/preferences-store.ts';
import { useSession } from '../stores/session-store.ts';
import { endSafeStart, useWorkspaces } from '../stores/workspace/workspace-store.ts';

/** While a safe start shows the standard arrangement: why, and the way back to what was kept. */
export function SafeStartNotice() {
  const reason = useSession((state) => state.session?.safe_start ?? null);
  const isLayoutHeld = useWorkspaces((state) => state.heldBack !== null);
  const isLookHeld = useStore(preferencesStore, (state) => state.heldBack !== null);
  if (reason === null || !(isLayoutHeld || isLookHeld)) return null;
  return (
    <div className="notice" role="status">
      <span>
        <strong>Safe start.</strong>{' '}
        {reason === 'asked'
          ? 'You see the standard arrangement, as asked.'
          : 'The terminal ended unexpectedly twice. You see the standard arrangement.'}{' '}
        Yours stays stored until you choose.
      </span>
      <button type="button" className="button" onClick={() => endSafeStart('kept')}>
        Open mine
      </button>
      <button type="button" className="button" onClick={() => endSafeStart('shown')}>
        Keep this instead
      </button>
    </div>
  );
}
