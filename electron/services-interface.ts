import type { Handlers, Publish } from '../shared/ipc/contract.ts';
import type { Clock } from './clock.ts';
import type { PageLook } from './page/page.ts';
import type { Profile } from './profile.ts';

/** A notification of the operating system; urgent ones stay until they are seen. */
export type Notify = (notice: { readonly title: string; readonly body: string; readonly isUrgent: boolean }) => void;

/** Plain things the back end is built from. It imports neither Electron nor React. */
export interface ServicesOptions {
  readonly host: 'electron' | 'browser' | 'test';
  readonly version: string;
  /** Folder for journal, settings and caches; made when missing. */
  readonly dataDir: string;
  /** Null: start the embedded simulator and use it. */
  readonly profile: Profile | null;
  readonly simulatorSeed: number;
  readonly clock: Clock;
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

/** The whole back end, for whichever host carries it. */
export interface Services {
  readonly handlers: Handlers;
  readonly profile: Profile;
  /** How the profile's windows are to look, for the page of a new one. */
  readonly look: () => PageLook;
  /** The host calls this when a window has gone: what it watched is no longer polled for it. */
  readonly forgetWindow: (windowId: string) => void;
  readonly close: () => Promise<void>;
}
