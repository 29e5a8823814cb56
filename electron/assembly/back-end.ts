import { existsSync } from 'node:fs';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { DEFAULT_PREFERENCES } from '../../shared/ipc/schemas/preferences-schema.ts';
import { assertDefined } from '../../shared/result.ts';
import type { KeptLayouts } from '../windows/layouts.ts';
import { describeThrown } from '../log.ts';
import { createMainPages } from '../windows/main-pages.ts';
import type { PageLook } from '../page/page.ts';
import type { NotReadyReason } from '../orders/preflight.ts';
import { describeRival, findGraverRival } from '../profiles/profile-rules.ts';
import { isServiceAllowed, type PolicyPlace, readPolicies } from '../policy/policy-file.ts';
import { type Profile, SIMULATOR_ID } from '../profiles/profile.ts';
import { openPreferences } from '../windows/preferences.ts';
import { openProfileFile } from '../profiles/profile-file.ts';
import { createProfileListing } from '../profiles/profile-list.ts';
import { createProfiles } from '../profiles/profiles.ts';
import { createServices } from './services.ts';
import type { Services, ServicesOptions } from './services-interface.ts';
import { profileFolder } from '../storage/profile-store.ts';
import { createSwitchboard } from './switchboard.ts';
import { startUpdates, type UpdateSource } from '../updates/updates.ts';
import type { Derive, SystemStore } from '../vault/keys.ts';
import { openVault } from '../vault/vault.ts';

const NO_LAYOUTS: KeptLayouts = {
  workspaces: null,
  own_windows: [],
  layouts_left_out: [],
  safe_start: null,
  drafts: {},
  recovered_drafts: [],
  preferences: DEFAULT_PREFERENCES,
};

/** What the back end and the profiles' services are built from. */
export interface BackEndOptions extends Omit<ServicesOptions, 'profile' | 'policy' | 'restraint' | 'preferences'> {
  /** The profile named at the start; null: the one open last. */
  readonly profile: Profile | null;
  readonly policies: readonly PolicyPlace[];
  /** The system's store of secrets if it encrypts; null: a passphrase seals them. */
  readonly findSystemStore: () => SystemStore | null;
  /** Told which profile is open, at first and after each change. */
  readonly onOpened?: (profile: Profile) => void;
  /** What fetches and installs updates; not given: this host is not what is installed. */
  readonly updates?: UpdateSource;
  /** How a passphrase becomes a key; scrypt unless given. */
  readonly derive?: Derive;
}

/** The whole back end, for whichever host carries it. */
export interface BackEnd {
  readonly handlers: Handlers;
  /** The profile that is open. */
  readonly profile: () => Profile;
  /** The host calls this when a window has gone, to end its polling. */
  readonly forgetWindow: (windowId: string) => void;
  /** How windows are to look. */
  readonly look: () => PageLook;
  /** How the open profile's windows are arranged; nothing between two profiles. */
  readonly layouts: () => KeptLayouts;
  /** The trader closed a window of its own. */
  readonly dismissWindow: (windowId: string) => void;
  readonly close: () => Promise<void>;
}

/**
 * Opens the profiles of a data folder and one profile's services. Throws when the folder can't be used or the policy
 * forbids the service.
 */
export async function createBackEnd(options: BackEndOptions): Promise<BackEnd> {
  const { dataDir, clock, log, profile: environment } = options;
  const policy = readPolicies(options.policies);
  if (policy.state === 'unreadable') log('error', 'policy_unreadable', { path: policy.path, reason: policy.reason });
  if (environment !== null && !isServiceAllowed(policy, new URL(environment.origin).origin)) {
    throw new Error(`the policy of this machine (${policy.path}) does not allow ${environment.origin}`);
  }
  const file = openProfileFile(dataDir, clock.now(), SIMULATOR_ID);
  const rival = environment === null ? null : findGraverRival(environment, file.read().profiles);
  if (rival !== null) {
    throw new Error(`${describeRival(rival)}: STRIKEDESK_PROFILE must be ${rival.kind}`);
  }
  const preferences = openPreferences(dataDir, clock.now(), options.publish);
  const vault = openVault({
    dataDir,
    clock,
    findSystem: options.findSystemStore,
    ...(options.derive === undefined ? {} : { derive: options.derive }),
  });
  const wasOpened = (profileId: string) => existsSync(profileFolder(dataDir, profileId));
  const listing = createProfileListing({ file, vault, policy, environment, wasOpened });

  let restraint: () => NotReadyReason | null = () => null;
  const board = createSwitchboard(openServices, (fault) =>
    log('error', 'bug', { message: 'a profile failed to end', ...describeThrown(fault) }),
  );

  async function openServices(profile: Profile | null): Promise<Services> {
    let isOpen = true;
    const services = await createServices({
      ...options,
      profile,
      policy,
      preferences,
      restraint: () => restraint(),
      // What ends late must not tell windows of the next profile.
      publish: (...news) => {
        if (isOpen) options.publish(...news);
      },
    });
    return {
      ...services,
      close: async () => {
        isOpen = false;
        await services.close();
      },
    };
  }

  const start = await openFirst();
  let shown = assertDefined(board.current(), 'a profile was opened').profile;
  const opened = (profile: Profile): void => {
    shown = profile;
    options.onOpened?.(profile);
  };
  const notices = [
    file.setAside === null ? null : `The list of profiles was damaged and is stored as ${file.setAside}.`,
    preferences.setAside === null
      ? null
      : `This version can’t read some window settings. They are stored in ${preferences.setAside}.`,
  ];
  const updates = startUpdates({ source: options.updates ?? null, policy, clock, whyBusy: board.whyBusy, log });
  const profiles = createProfiles({
    dataDir,
    clock,
    file,
    vault,
    policy,
    listing,
    board,
    active: start.active,
    notice: [...notices, start.notice].filter((text) => text !== null).join(' ') || null,
    onOpened: opened,
    log,
    updates,
  });
  ({ restraint } = profiles);

  /** The profile named at the start, else last open, else the simulator. */
  async function openFirst(): Promise<{ active: string; notice: string | null }> {
    const wanted = environment?.id ?? file.read().active;
    const listed = listing.find(wanted);
    let notice: string | null = listed === null ? 'The last profile is gone. The simulator was opened.' : null;
    if (listed !== null && listed.forbidden !== null) notice = `${listed.forbidden} The simulator was opened.`;
    if (notice === null) {
      try {
        await board.reopen(listing.resolve(wanted), null);
        return { active: wanted, notice };
      } catch (error) {
        if (environment !== null || wanted === SIMULATOR_ID) throw error;
        const reason = error instanceof Error ? error.message : 'unknown';
        log('error', 'profile_not_opened', { profile: wanted, reason });
        notice = `${listed?.name ?? wanted} could not be opened: ${reason}. The simulator was opened.`;
      }
    }
    await board.reopen(null, null);
    return { active: SIMULATOR_ID, notice };
  }

  opened(shown);
  const pages = createMainPages(
    { ...board.handlers, ...profiles.handlers, ...preferences.handlers },
    options.publish,
    board.forgetWindow,
  );
  return {
    handlers: pages.handlers,
    profile: () => shown,
    forgetWindow: pages.forgetWindow,
    look: preferences.read,
    layouts: () => board.current()?.layouts() ?? NO_LAYOUTS,
    dismissWindow: (windowId) => board.current()?.dismissWindow(windowId),
    close: async () => {
      updates.close();
      await board.close();
    },
  };
}
