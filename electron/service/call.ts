import type { Priority } from '../../shared/ipc/schemas/session-schema.ts';
import type { Result } from '../../shared/result.ts';
import type { ServiceMethod } from '../../shared/service/methods.ts';
import type { Deadline } from './deadline.ts';
import type { Answer, CallFailure } from './failure.ts';

export type Outcome = Result<Answer<unknown>, CallFailure>;

/** A call whose parameters fit its method. */
export interface Call {
  readonly method: string;
  readonly definition: ServiceMethod;
  readonly params: Readonly<Record<string, unknown>>;
  readonly deadline: Deadline;
  readonly priority: Priority;
  readonly mayWrite: (() => boolean) | undefined;
  readonly onRepeat: (() => void) | undefined;
}

/** What came of one try, and whether a fresh authorization may mend it. */
export interface Attempt {
  readonly outcome: Outcome;
  readonly next: 'stop' | 'back_off' | 'authorize_anew';
}
