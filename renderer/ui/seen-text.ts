import { formatAge } from './format.ts';
import type { PillTone } from './pill.tsx';

interface State {
  readonly tone: PillTone;
  readonly text: string;
}

/** The state of an order that rests, as it was seen last where look-ups have failed for so long since; null: they don't. */
export function describeSeen(state: State, unreadMs: number | null): State {
  return unreadMs === null ? state : { tone: 'attention', text: `${state.text} · seen ${formatAge(unreadMs)} ago` };
}
