import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';

/** A bar about the profile's files; `press`: what opens them for writing now, null where nothing does, or nothing need. */
export interface StandingText {
  readonly title: string;
  readonly detail: string;
  readonly press: string | null;
}

/** What to say of files that can't be written, or could be again; null where there is nothing to say. */
export function describeStanding({
  journal,
  may_take_over: mayTakeOver,
}: Pick<SessionStatus, 'journal' | 'may_take_over'>): StandingText | null {
  if (mayTakeOver) {
    return {
      title: journal === 'read_only' ? 'The instance that held this profile is gone.' : 'The disk has room again.',
      detail: 'Taking over sends no order; unknown ones are looked up.',
      press: 'Take over',
    };
  }
  if (journal !== 'full') return null;
  return {
    title: 'The disk is full: trading is off, settings aren’t kept.',
    detail: 'Cancels work. Make room on the data folder’s disk.',
    press: null,
  };
}
