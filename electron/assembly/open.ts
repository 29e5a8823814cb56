import { startSimulator } from '../embedded-simulator.ts';
import { openAudit, type Audit } from '../audit/audit.ts';
import { type Profile, SIMULATOR_ID, simulatorProfile } from '../profiles/profile.ts';
import { createServiceClock, type ServiceClock } from '../service/service-clock.ts';
import { openProfileStore, type ProfileStore } from '../storage/profile-store.ts';
import type { Settings } from '../storage/settings.ts';
import type { Begun } from './begun.ts';
import type { News } from './news.ts';
import type { ServicesOptions } from './services-interface.ts';

/** What every phase of a start has. */
export interface Start {
  readonly options: ServicesOptions;
  readonly begun: Begun;
  readonly news: News;
  /** Tells this opening of the profile from every other. */
  readonly opening: string;
}

/** The files of a profile, and where its service is. */
export interface Opened extends Start {
  readonly store: ProfileStore;
  readonly profile: Profile;
  readonly serviceClock: ServiceClock;
  readonly audit: Audit;
  /** As they are on disk; for reading alone where another instance writes. */
  readonly stored: Settings;
  /** Null where nothing can be kept. */
  readonly settings: Settings | null;
  /** One service and one key on it. */
  readonly account: string;
  /** Each start of the embedded simulator is a new service: its orders and prices are not those of the last one. */
  readonly isNewEachStart: boolean;
}

/** Opens the files and starts the embedded simulator when no other service is named. Throws when the folder can't be used. */
export async function openProfile(start: Start): Promise<Opened> {
  const { options, begun, news } = start;
  const { clock } = options;
  const store = begun.base(openProfileStore(options.dataDir, options.profile?.id ?? SIMULATOR_ID, clock.now()));
  const simulator = options.profile === null ? begun.base(await startSimulator(options.simulatorSeed)) : null;
  const profile = options.profile ?? simulatorProfile(simulator);
  const serviceClock = createServiceClock(clock);
  const audit = openAudit({ ...options, store, profile, serviceClock, onFailure: news.journalFailed.tell });
  begun.base(audit);
  for (const path of store.setAside) audit.log('error', 'damaged_file_set_aside', { path });
  const stored = audit.settings(store.settings);
  const isNewEachStart = simulator !== null;
  return {
    ...start,
    store,
    profile,
    serviceClock,
    audit,
    stored,
    settings: store.access === 'read_only' ? null : stored,
    account: isNewEachStart ? `${profile.id}:${clock.now()}` : profile.id,
    isNewEachStart,
  };
}
