import { systemClock } from '../../../electron/clock.ts';
import { openPreferences } from '../../../electron/windows/preferences.ts';

/** Leaves a data folder as a trader does who has ended the tour, by the handler that windows save with. */
export async function endTourBefore(dataDir: string): Promise<void> {
  const { handlers } = openPreferences(dataDir, systemClock.now(), () => undefined);
  await handlers['preferences.save']({ tour: 'seen' }, { windowId: 'before' });
}
