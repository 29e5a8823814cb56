import { IpcFailure } from '../../shared/ipc/error.ts';
import type { ProfileProblem } from '../../shared/profiles/profile.ts';

/** What the file system refused; any other error is a bug. */
export function explainStorage(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
  throw new IpcFailure({ code: 'StorageFailed', message: `${error.code}: nothing was changed`, params: {} });
}

/** Why something was not done, as the only problem; none where it was. */
export function asProblems(reason: string | null): ProfileProblem[] {
  return reason === null ? [] : [about('profile', reason)];
}

export function gone(): ProfileProblem {
  return about('profile', 'There is no such profile any more.');
}

/** What is wrong with a field, in words. */
export function about(field: ProfileProblem['field'], message: string): ProfileProblem {
  return { field, message };
}
