import type { Action } from './action.ts';
import { typeAhead } from './type-ahead.ts';

/** Runs an action; what is typed next waits for its field. */
export function runAction({ id, isTypedAfter = false, run }: Pick<Action, 'id' | 'isTypedAfter' | 'run'>): void {
  run();
  if (isTypedAfter) typeAhead(id);
}
