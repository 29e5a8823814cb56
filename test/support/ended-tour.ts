import { systemClock } from '../../electron/clock.ts';
import { createLayouts } from '../../electron/layouts.ts';
import { SIMULATOR_ID } from '../../electron/profile.ts';
import { openProfileStore } from '../../electron/storage/profile-store.ts';
import { createSettings } from '../../electron/storage/settings.ts';
import { DEFAULT_PREFERENCES } from '../../shared/ipc/preferences-schema.ts';

/** Leaves a data folder as a trader does who has ended the simulator's tour, by the handler that windows save with. */
export async function endTourBefore(dataDir: string): Promise<void> {
  const store = openProfileStore(dataDir, SIMULATOR_ID, systemClock.now());
  const layouts = createLayouts(createSettings(store.settings, systemClock.now), store, { clock: systemClock });
  const preferences = { ...DEFAULT_PREFERENCES, tour: 'seen' } as const;
  const workspaces = { version: 1, active: 'trade', items: [], preferences } as const;
  await layouts.handlers['workspaces.save']({ window_id: null, workspaces: { ...workspaces, items: [] } }, SENDER);
  layouts.close();
  store.close();
}

const SENDER = { windowId: 'before' };
