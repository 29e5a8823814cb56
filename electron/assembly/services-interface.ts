import type { RequestChannel } from '../../shared/ipc/channels.ts';
import type { Handlers, Publish } from '../../shared/ipc/contract.ts';
import type { JournalFields } from '../../shared/ipc/schemas/journal-schema.ts';
import type { PolicyView } from '../../shared/profiles/policy.ts';
import type { Clock } from '../clock.ts';
import type { NotReadyReason } from '../orders/preflight.ts';
import type { KeptLayouts } from '../windows/layouts.ts';
import type { KeptPreferences } from '../windows/preferences.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Undecided } from '../profiles/undecided.ts';

/** A notification of the operating system. */
export interface HostNotice {
  readonly title: string;
  readonly body: string;
  /** It stays until it is seen. */
  readonly isUrgent: boolean;
  /** Only for somebody who does not look at the terminal: no window of it has the focus. */
  readonly isForAway?: boolean;
}

export type Notify = (notice: HostNotice) => void;

/** Plain things the back end is built from. It imports neither Electron nor React. */
export interface ServicesOptions {
  readonly host: 'electron' | 'browser' | 'test';
  readonly version: string;
  /** Folder for journal, settings and caches; made when missing. */
  readonly dataDir: string;
  /** Null: start the embedded simulator and use it. */
  readonly profile: Profile | null;
  readonly simulatorSeed: number;
  /** What an administrator has fixed; nothing when not given. */
  readonly policy?: PolicyView;
  /** What stands against selling on the profile besides its service; null for nothing. Asked again each time. */
  readonly restraint?: () => NotReadyReason | null;
  /** Start with the standard arrangement, whatever was kept. */
  readonly isSafeStart?: boolean;
  /** What holds for windows of every profile; everything as it comes when not given. */
  readonly preferences?: Pick<KeptPreferences, 'read' | 'takeOver'>;
  readonly clock: Clock;
  /** Asks where exports go, null when nobody chose; not given: `exports` in the data folder. */
  readonly chooseExportFolder?: () => Promise<string | null>;
  readonly publish: Publish;
  /** Shows a notification of the system, where the host has one. */
  readonly notify?: Notify;
  /** One line of structured log; never given a secret. */
  readonly log: (
    level: 'info' | 'warn' | 'error',
    event: string,
    fields: Record<string, string | number | boolean | null>,
  ) => void;
}

/** What a profile answers a window; the rest is about the profiles themselves, or for all of them. */
export type ProfileChannel = Exclude<RequestChannel, 'profiles.read' | 'profiles.save' | 'preferences.save'>;
export type ProfileHandlers = Pick<Handlers, ProfileChannel>;

/** Everything that runs for one profile, from its opening to its closing. */
export interface Services {
  readonly handlers: ProfileHandlers;
  readonly profile: Profile;
  /** Tells this opening of a profile from every other. */
  readonly opening: string;
  /** Whether this instance is the one that sells here; false where another one has the profile open. */
  readonly isWriter: boolean;
  /** See `ProfileStore`. */
  readonly couldWrite: () => boolean;
  /** What has no outcome yet and would be left with these services. What another instance writes is not counted. */
  readonly undecided: () => Undecided;
  /** Keeps a change of profiles or credentials in this profile's journal. */
  readonly profileChanged: (fields: JournalFields) => void;
  /** A person asks to try a key once more that the service has refused. */
  readonly retryKey: () => void;
  /** A person says that the key is meant to be of another account than the one whose orders are kept here; why not, or null. */
  readonly adoptAccount: () => string | null;
  /** A person chooses the documented limits, where the service tells none. Throws `IpcFailure` where that can't be kept. */
  readonly assumeLimits: () => void;
  /** Something that the status tells of has changed. */
  readonly touch: () => void;
  /** How the profile's windows are arranged, for a host that opens them again. */
  readonly layouts: () => KeptLayouts;
  /** The trader closed a window of its own: it is not opened again. */
  readonly dismissWindow: (windowId: string) => void;
  /** The host calls this when a window has gone: what it watched is no longer polled for it. */
  readonly forgetWindow: (windowId: string) => void;
  readonly close: () => Promise<void>;
}
