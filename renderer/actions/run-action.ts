import type { Action } from './action.ts';
import { typeAhead } from './type-ahead.ts';

/** Does what an action is for; what is typed next waits for its field. */
export function runAction({ id, isTypedAfter = false, run }: Pick<Action, 'id' | 'isTypedAfter' | 'run'>): void {
  run();
  if (isTypedAfter) typeAhead(id);
}
