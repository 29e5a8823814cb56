import type { AccountSnapshot } from '../../shared/ipc/schemas/account-schema.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import { readFailure } from '../api/failure-text.ts';
import { useAccount } from '../api/queries.ts';
import { useNow } from './now.ts';
import { useSession } from './session-store.ts';

/** Older than this, the numbers are marked: a few polls must have failed. */
const STALE_AFTER_MS = 10_000;

/** What is known of the account, for every panel that shows it. */
export interface AccountState {
  /** Null before anything came. */
  readonly snapshot: AccountSnapshot | null;
  /** Whether the service has answered at all. */
  readonly isRead: boolean;
  /** How many of its currencies can't be read. */
  readonly unreadable: number;
  /** Why there is nothing, or nothing newer; null when the last reading worked. */
  readonly failure: IpcError | null;
}

export function useAccountState(): AccountState {
  const { data, error } = useAccount();
  const snapshot = data?.snapshot ?? null;
  return {
    snapshot,
    unreadable: snapshot?.unreadable_summaries ?? 0,
    isRead: snapshot !== null && snapshot.age_ms !== null,
    failure: snapshot?.failure ?? (error === null ? null : readFailure(error)),
  };
}

/** The age of the account's numbers in milliseconds once they are too old to be trusted; null before. */
export function useStaleAccountMs(): number | null {
  const { data } = useAccount();
  const nowMs = useNow();
  const isLost = useSession((state) => state.link === 'lost');
  if (data === undefined || data.snapshot.age_ms === null) return null;
  const ageMs = data.snapshot.age_ms + Math.max(0, nowMs - data.receivedAtMs);
  return isLost || data.snapshot.failure !== null || ageMs > STALE_AFTER_MS ? ageMs : null;
}
