import { z } from 'zod';

/** Codes of failures that cross IPC, as values, since classes don't survive. `params` fill the window's text. */
export const ipcErrorSchema = z.strictObject({
  code: z.enum([
    'BadRequest',
    'UnknownChannel',
    'NotFound',
    'Conflict',
    'RequestTimeout',
    'ConnectionFailed',
    'AuthenticationError',
    'PermissionDenied',
    'RateLimitExceeded',
    'ExchangeError',
    'InvalidResponse',
    'StorageFailed',
    'StorageBusy',
    'ReadOnly',
    'NotSupported',
    'InternalError',
  ]),
  message: z.string(),
  params: z.record(z.string(), z.string()),
});
export type IpcError = z.infer<typeof ipcErrorSchema>;
