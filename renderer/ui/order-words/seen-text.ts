import { formatAge } from '../words/format.ts';
import type { PillTone } from '../controls/pill.tsx';

interface State {
  readonly tone: PillTone;
  readonly text: string;
}

/** The state of an order that rests, as it was seen last where look-ups have failed for so long since; null: they don't. */
export function describeSeen(state: State, unreadMs: number | null): State {
  return unreadMs === null ? state : { tone: 'attention', text: `${state.text} · seen ${formatAge(unreadMs)} ago` };
}

/** The state of an order that may have changed, or has none yet, where nobody is there who would tell. */
export function describeUntold({ text }: State, isUndecided: boolean): State {
  return { tone: 'attention', text: `${isUndecided ? 'not known' : text} · no back end` };
}
