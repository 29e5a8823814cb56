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
