import { z } from 'zod';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { SessionStatus } from '../../shared/ipc/schemas/session-schema.ts';
import type { NotReadyReason } from '../orders/preflight.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { Clock } from '../clock.ts';
import { isFull, mayPass } from '../storage/database.ts';
import { HELD_AGAIN_MS } from '../storage/held-steps.ts';
import { holdFileIn } from '../storage/hold-file.ts';
import type { ProfileStore } from '../storage/profile-store.ts';
import type { Settings } from '../storage/settings.ts';

export const JOURNAL_CUT = 'journal_cut';
/** Unreadable intents at the time a person confirmed a look at the service. */
export const UNREADABLE_SEEN = 'unreadable_seen';

export interface JournalStandingOptions {
  readonly store: Pick<
    ProfileStore,
    'access' | 'couldWrite' | 'failure' | 'folder' | 'inPlace' | 'isFull' | 'isRfqsLost' | 'isUnread'
  >;
  readonly clock: Pick<Clock, 'after'>;
  /** Throws where the disk does not take what orders need, now. */
  readonly prove: () => void;
  /** Null in an instance that only reads. */
  readonly settings: Settings | null;
  /** Stops selling until the next start. */
  readonly block: (reason: NotReadyReason) => void;
  readonly onChange: () => void;
  readonly log: ServicesOptions['log'];
}

/** Whether sells may rest on the order journal: that it takes them, is where the next start looks, and has lost none. */
export interface JournalStanding {
  /** The status, which also checks that the files are in place. */
  readonly state: () => SessionStatus['journal'];
  /** Whether a start found it cut, replaced or with sells that it can't read, and nobody has said yet that they have looked. */
  readonly isCut: () => boolean;
  /** This start found it so: nothing is sold, over restarts too, until a person says that they have looked. */
  readonly holdForCut: () => void;
  /** They have. Throws `IpcFailure` where there is nothing to say it of, and where it can't be kept: selling stays off then. */
  readonly confirmCut: () => void;
  /** Whether the disk is full: nothing is sold until it has room again. */
  readonly isFull: () => boolean;
  /** Whether a profile that is only read could be opened for writing now. */
  readonly mayTakeOver: () => boolean;
  /** It could not be written: selling stops; until there is room again where the disk is full, else until the next start. */
  readonly noteFailure: (error: unknown) => void;
  /** How it was opened, and which undecided or resting intents are unreadable. */
  readonly opened: (unreadable: readonly string[]) => void;
  readonly close: () => void;
}

export function createJournalStanding({
  store,
  settings,
  clock,
  prove,
  block,
  onChange,
  log,
}: JournalStandingOptions): JournalStanding {
  let state: ProfileStore['access'] | 'full' = store.access;
  let mayTakeOver = false;
  let isClosed = false;
  let cancel: () => void = () => undefined;
  /** Beside the setting: either of them holds at the next start. */
  const hold = holdFileIn(store.folder);
  let isCut = (settings?.read(JOURNAL_CUT, z.boolean()) ?? false) || hold.isThere();
  let unread: readonly string[] = [];

  function noteFailure(error: unknown): void {
    // An opening that could only read writes nothing before it is opened anew.
    if (state === 'full' && store.access !== 'ok') return;
    if (isFull(error)) {
      if (state === 'ok') enterFull();
      return;
    }
    log('error', 'journal_failed', { reason: error instanceof Error ? error.message : 'unknown' });
    state = 'failed';
    block('journal_failed');
    onChange();
  }

  function enterFull(): void {
    log('error', 'journal_full', {});
    state = 'full';
    lookAgain();
    onChange();
  }

  /** What keeps the journal from being written may pass, and then it is told. */
  function lookAgain(): void {
    cancel();
    if (isClosed) return;
    cancel = clock.after(HELD_AGAIN_MS, () => {
      if (store.access !== 'ok') lookWhoHolds();
      else if (state === 'full') proveAgain();
      if (store.access !== 'ok' || state === 'full') lookAgain();
    });
  }

  function proveAgain(): void {
    try {
      prove();
    } catch (error) {
      if (!mayPass(error)) noteFailure(error);
      return;
    }
    log('info', 'journal_has_room', {});
    state = 'ok';
    onChange();
  }

  function lookWhoHolds(): void {
    const before = mayTakeOver;
    mayTakeOver = store.couldWrite();
    if (mayTakeOver !== before) onChange();
  }

  function look(): void {
    try {
      store.inPlace.journal();
      store.inPlace.rfqs();
    } catch (error) {
      noteFailure(error);
    }
  }

  /** Another program may hold the settings for a while, and a disk that takes neither stops selling by itself. */
  function holdForCut(): void {
    isCut = true;
    if (settings !== null) {
      attempt(hold.put);
      attempt(() => settings.write(JOURNAL_CUT, true));
    }
    onChange();
  }

  return {
    state: () => {
      if (state === 'ok' || (state === 'full' && store.access === 'ok')) look();
      if (store.isUnread) return 'unreadable';
      return state === 'ok' && isCut ? 'cut' : state;
    },
    isCut: () => isCut,
    isFull: () => state === 'full',
    mayTakeOver: () => mayTakeOver,
    holdForCut,
    confirmCut: () => {
      if (settings === null) {
        const message = 'another instance writes the order journal; say so there';
        throw new IpcFailure({ code: 'ReadOnly', message, params: {} });
      }
      if (!isCut) {
        const message = 'orders.confirm: the journal was not found cut';
        throw new IpcFailure({ code: 'NotFound', message, params: {} });
      }
      settings.write(UNREADABLE_SEEN, unread);
      settings.write(JOURNAL_CUT, false);
      hold.remove();
      isCut = false;
      onChange();
    },
    noteFailure,
    opened: (unreadable) => {
      if (store.access === 'read_only') block('journal_read_only');
      if (store.isFull) enterFull();
      else if (store.access === 'failed') noteFailure(new Error(store.failure ?? 'unknown'));
      if (store.access !== 'ok') lookAgain();
      unread = unreadable;
      if (store.isRfqsLost) holdForCut();
      const seen = settings?.read(UNREADABLE_SEEN, z.array(z.string())) ?? [];
      if (unreadable.every((id) => seen.includes(id))) return;
      log('error', 'intents_unreadable', { count: unreadable.length });
      holdForCut();
    },
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}

function attempt(write: () => void): void {
  try {
    write();
  } catch {
    // The other of the two holds.
  }
}
