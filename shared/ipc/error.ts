import { z } from 'zod';

/**
 * Codes of failures that cross IPC. Classes die in a structured clone, so a failure is a value.
 * `code` uses the field's words; `params` fill the text that the window shows.
 */
export const ipcErrorSchema = z.strictObject({
  code: z.enum([
    'BadRequest',
    'UnknownChannel',
    'NotFound',
    'RequestTimeout',
    'ConnectionFailed',
    'AuthenticationError',
    'PermissionDenied',
    'RateLimitExceeded',
    'ExchangeError',
    'InvalidResponse',
    'StorageFailed',
    'ReadOnly',
    'NotSupported',
    'InternalError',
  ]),
  message: z.string(),
  params: z.record(z.string(), z.string()),
});
export type IpcError = z.infer<typeof ipcErrorSchema>;

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
