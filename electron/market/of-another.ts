import type { IpcError } from '../../shared/ipc/error.ts';

/** What is to be said of an answer that is about another instrument than the one that was asked for. */
export function ofAnother(instrumentName: string): IpcError {
  return { code: 'InvalidResponse', message: `the service answered with ${instrumentName}`, params: {} };
}
