import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { IpcError } from '../../shared/ipc/error.ts';
import type { Session, SessionStatus } from '../../shared/ipc/session-schema.ts';
import type { LinkState } from '../api/host-port.ts';

export interface SessionState {
  readonly link: LinkState;
  /** Null until the first `session.open` was answered. */
  readonly session: Session | null;
  readonly status: SessionStatus | null;
  /** Why `session.open` failed; null otherwise. */
  readonly failure: IpcError | null;
}

/** Who and where this window is, and how the back end is doing. */
export const sessionStore = createStore<SessionState>(() => ({
  link: 'connecting',
  session: null,
  status: null,
  failure: null,
}));

export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(sessionStore, select);
}
