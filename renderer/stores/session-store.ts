import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { IpcError } from '../../shared/ipc/error.ts';
import type { Session, SessionStatus } from '../../shared/ipc/schemas/session-schema.ts';
import type { LinkState } from '../api/host-port.ts';
import { shareFrame } from './shared-frame.ts';

export interface SessionState {
  /** `lost` also while the back end says nothing, though the way to it stands open. */
  readonly link: LinkState;
  /** Null until the first `session.open` was answered. */
  readonly session: Session | null;
  readonly status: SessionStatus | null;
  /** Why `session.open` failed; null otherwise. */
  readonly failure: IpcError | null;
  /** Another page of the main window took this one's place. */
  readonly isSetAside: boolean;
}

/** Who and where this window is, and how the back end is doing. */
export const sessionStore = createStore<SessionState>(() => ({
  link: 'connecting',
  session: null,
  status: null,
  failure: null,
  isSetAside: false,
}));

/** The newest status that is not shown yet: nothing but figures differs from the shown one. */
let held: SessionStatus | null = null;
const FIGURES_WITHIN_MS = 250;

function showHeld(): void {
  if (held !== null) sessionStore.setState({ status: held });
  held = null;
}

/** What moves with every call of the service, and is looked up rather than watched. */
const FIGURES = [
  'round_trip_ms',
  'latency',
  'clock_offset_ms',
  'clock_error_ms',
  'clock_drift',
  'order_meter',
  'read_meter',
  'own_order_meters',
  'waiting',
  'polls_per_second',
];

function withoutFigures(status: SessionStatus): string {
  return JSON.stringify(status, (name, value: unknown) => (FIGURES.includes(name) ? undefined : value));
}

/** Service time minus the monotonic clock's, as the last status told it; null while the service's is not known. */
let serviceAheadMs: number | null = null;
/** Service time minus the machine's wall clock; 0 while the service's is not known. */
let offsetToldMs = 0;

function noteServiceTime({ clock_offset_ms: offsetMs }: SessionStatus): void {
  offsetToldMs = offsetMs ?? 0;
  serviceAheadMs = offsetMs === null ? null : Date.now() + offsetMs - performance.now();
}

/** The service's time, ms since the epoch: it goes on evenly, wherever the wall clock is set. Local while it is not known. */
export function readServiceNow(): number {
  return serviceAheadMs === null ? Date.now() : performance.now() + serviceAheadMs;
}

/** A moment of the machine's wall clock by the service's, ms since the epoch, as far apart as the two were told last. */
export function toServiceTime(wallMs: number): number {
  return wallMs + offsetToldMs;
}

/** Takes what the back end tells of itself: figures with the next prices, all else at once. */
export function receiveStatus(status: SessionStatus): void {
  const { status: known } = sessionStore.getState();
  held = status;
  noteServiceTime(status);
  if (known !== null && withoutFigures(known) === withoutFigures(status)) shareFrame(showHeld, FIGURES_WITHIN_MS);
  else showHeld();
}

/** Takes a session that was opened: what was told before is older. */
export function receiveSession(session: Session): void {
  held = null;
  noteServiceTime(session.status);
  sessionStore.setState({ session, status: session.status, failure: null });
}

export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(sessionStore, select);
}
