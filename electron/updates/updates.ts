import type { UpdatesView } from '../../shared/ipc/schemas/updates-schema.ts';
import type { PolicyView } from '../../shared/profiles/policy.ts';
import type { Clock } from '../clock.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';

/** The first question after a start, when everything else has been asked. */
const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 6 * 60 * 60 * 1000;
/** How often it is looked whether what held an update back is over. */
const LOOK_EVERY_MS = 30_000;

/** What fetches and installs updates: electron-updater under Electron. */
export interface UpdateSource {
  /** The address that the package was built with; null where it has none. */
  readonly packagedFeed: string | null;
  /** Why the signature of an update could not be proven here, in words; null when it can. */
  readonly whyUnprovable: string | null;
  /** The version that is newer than this one; null when none is. Downloads nothing. */
  readonly check: (feedUrl: string) => Promise<string | null>;
  /** Fetches what was found, and proves its signature. Rejects when that fails. */
  readonly download: () => Promise<void>;
  /** Ends the program in order, installs what was fetched, and starts again. Throws when it is no longer what was proven. */
  readonly install: () => void;
}

export interface UpdatesOptions {
  /** Null: this host is not what is installed. */
  readonly source: UpdateSource | null;
  readonly policy: Pick<PolicyView, 'updates' | 'path'>;
  readonly clock: Clock;
  /** What is undecided or on its way, in words; nothing is fetched or installed meanwhile. */
  readonly whyBusy: () => string | null;
  readonly log: ServicesOptions['log'];
}

export interface Updates {
  readonly view: () => UpdatesView;
  /** Asks now. Why it can't be asked, in words; null once it was. */
  readonly check: () => Promise<string | null>;
  /** Installs what is ready. Why that can't be done now, in words; null when it is being done. */
  readonly install: () => string | null;
  readonly close: () => void;
}

/** Keeps the program up to date where an address is configured; without one, nothing is ever asked. */
export function startUpdates({ source, policy, clock, whyBusy, log }: UpdatesOptions): Updates {
  const feedUrl = policy.updates.feed_url ?? source?.packagedFeed ?? null;
  let view: UpdatesView = { ...begin(), feed_url: feedUrl, version: null, checked_at: null };
  let cancelNext: (() => void) | null = null;

  function begin(): Pick<UpdatesView, 'state' | 'reason'> {
    if (!policy.updates.is_allowed) {
      return { state: 'forbidden', reason: `The policy of this machine (${policy.path}) forbids updates.` };
    }
    if (feedUrl === null) return { state: 'off', reason: null };
    const why = source === null ? 'this host is not what is installed' : source.whyUnprovable;
    return why === null ? { state: 'idle', reason: null } : { state: 'unsupported', reason: why };
  }

  function later(delayMs: number, action: () => void): void {
    cancelNext?.();
    cancelNext = clock.after(delayMs, action);
  }

  function fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : 'for an unknown reason';
    log('warn', 'update_failed', { reason });
    view = { ...view, state: 'failed', reason };
    later(CHECK_EVERY_MS, run);
  }

  async function fetchFound(found: UpdateSource): Promise<void> {
    const busy = whyBusy();
    if (busy !== null) {
      view = { ...view, state: 'waiting', reason: busy };
      later(LOOK_EVERY_MS, () => void fetchFound(found));
      return;
    }
    view = { ...view, state: 'downloading', reason: null };
    try {
      await found.download();
      log('info', 'update_ready', { version: view.version });
      view = { ...view, state: 'ready', reason: null };
    } catch (error) {
      fail(error);
    }
  }

  async function ask(found: UpdateSource, url: string): Promise<void> {
    view = { ...view, state: 'checking', reason: null };
    try {
      const version = await found.check(url);
      view = { ...view, state: 'idle', version, checked_at: clock.now() };
      if (version === null) later(CHECK_EVERY_MS, run);
      else await fetchFound(found);
    } catch (error) {
      fail(error);
    }
  }

  /** Why nothing is asked now; null once it was. */
  async function check(): Promise<string | null> {
    const { state } = view;
    if (state === 'off') return 'No address for updates is configured.';
    if (state === 'forbidden' || state === 'unsupported') return view.reason;
    if (state !== 'idle' && state !== 'failed') return null;
    if (source !== null && feedUrl !== null) await ask(source, feedUrl);
    return null;
  }

  function run(): void {
    void check();
  }

  if (view.state === 'idle') later(FIRST_CHECK_MS, run);
  return {
    view: () => view,
    check,
    install: () => {
      if (view.state !== 'ready' || source === null) return 'No update is ready to be installed.';
      const busy = whyBusy();
      if (busy !== null) return `Nothing is installed now: ${busy}.`;
      try {
        source.install();
      } catch (error) {
        fail(error);
        return `Nothing is installed: ${view.reason}.`;
      }
      log('info', 'update_installed', { version: view.version });
      return null;
    },
    close: () => cancelNext?.(),
  };
}
