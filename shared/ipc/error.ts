import type { IpcError } from './schemas/error-schema.ts';

export type { IpcError } from './schemas/error-schema.ts';

/** The parameter by which a failed press to sell or to request quotes says that nothing was sent. */
export const NOTHING_SENT = 'nothing_sent';

/** What answers a request. */
export type IpcReply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: IpcError };

/** Thrown by the window's client when a request is answered with an error. */
export class IpcFailure extends Error {
  readonly detail: IpcError;

  constructor(detail: IpcError) {
    super(detail.message);
    this.name = 'IpcFailure';
    this.detail = detail;
  }
}
