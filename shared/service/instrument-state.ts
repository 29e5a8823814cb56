import type { Instrument } from './instrument.ts';

/** States that instruments do not come out of, or not soon. */
const ENDED: readonly (string | undefined)[] = ['inactive', 'delivered', 'archivized'];

/** Whether it is over, or was taken off the market. */
export function isEnded({ is_active, state }: Instrument): boolean {
  return state === undefined ? !is_active : ENDED.includes(state);
}

/** Whether it can't be traded for now, as in the seconds of settlement each day: what is known of it is soon old. */
export function isPaused(instrument: Instrument): boolean {
  return !instrument.is_active && !isEnded(instrument);
}
