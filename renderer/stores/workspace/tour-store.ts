import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import type { Session } from '../../../shared/ipc/schemas/session-schema.ts';
import { keepPreferences, readPreferences } from '../preferences-store.ts';

/** The tour's step, from 0; null without a tour. */
export const tourStore = createStore<{ readonly step: number | null }>(() => ({ step: null }));

/** Whether a session is the first of its profile before any tour was ended, or one whose tour never was. Real money is never toured. */
export function isTourDue(session: Session): boolean {
  if (session.profile.kind !== 'simulator' || session.safe_start !== null) return false;
  const { tour } = session.preferences;
  return tour === 'open' || (tour === undefined && session.workspaces === null);
}

/** Shows the tour from its beginning; a start that comes before its end shows it again. */
export function startTour(): void {
  if (readPreferences().tour !== 'open') keepPreferences({ tour: 'open' });
  tourStore.setState({ step: 0 });
}

export function showTourStep(step: number): void {
  tourStore.setState({ step });
}

/** Finished or skipped: it never opens by itself again. */
export function endTour(): void {
  keepPreferences({ tour: 'seen' });
  tourStore.setState({ step: null });
}

export function useTourStep(): number | null {
  return useStore(tourStore, ({ step }) => step);
}
