import { z } from 'zod';

/** Failures that cross IPC, as values. `params` fill the window's text. */
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
