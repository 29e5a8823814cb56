import { type IpcError, IpcFailure, NOTHING_SENT } from '../../shared/ipc/error.ts';
import { PLAN_CONFLICTS } from '../../shared/execution/plan.ts';
import { PLAN_CONFLICT_TEXTS } from '../ui/order-words/plan-text.ts';
import { showForeign } from '../ui/order-words/foreign-text.ts';

const TEXTS: Record<IpcError['code'], string> = {
  BadRequest: 'The terminal can’t read this request.',
  UnknownChannel: 'The window and the back end have different versions. Restart the terminal.',
  NotFound: 'The service has nothing of that name.',
  Conflict: 'Another window changed this meanwhile. Nothing was saved.',
  RequestTimeout: 'The service did not answer in time.',
  ConnectionFailed: 'No connection.',
  AuthenticationError: 'The service rejected the key. Check the key of this profile.',
  PermissionDenied: 'The key of this profile lacks the right for this.',
  RateLimitExceeded: 'The service asked to slow down. Trying again shortly.',
  ExchangeError: 'The service answered with an error.',
  InvalidResponse: 'The answer can’t be read.',
  StorageFailed: 'The terminal can’t write to its data folder.',
  StorageBusy: 'Another program holds a file of the terminal. Press again once it is done.',
  ReadOnly: 'Another terminal holds this profile. This one only reads.',
  NotSupported: 'The service does not offer this.',
  InternalError: 'Something failed inside the terminal. See the log.',
};

/** Codes whose own message adds something a trader can act on. */
const WITH_DETAIL = new Set<IpcError['code']>([
  'ExchangeError',
  'ConnectionFailed',
  'StorageFailed',
  'StorageBusy',
  'InvalidResponse',
]);

/** Failures of a press that prove that nothing was sent. */
const UNSENT = new Set<IpcError['code']>(['BadRequest', 'UnknownChannel', 'StorageFailed', 'StorageBusy', 'ReadOnly']);

/** Whether a failed press certainly sent nothing. */
export function provesUnsent({ code, params }: IpcError): boolean {
  return UNSENT.has(code) || params[NOTHING_SENT] === 'true';
}

/** A failure in words for a trader. */
export function describeFailure(error: IpcError): string {
  if (error.params['reason'] === 'policy') return `Not allowed here (${showForeign(error.message)}).`;
  const plan = PLAN_CONFLICTS.find((known) => known === error.params['reason']);
  if (plan !== undefined) return PLAN_CONFLICT_TEXTS[plan];
  if (error.params['reason'] === 'order_of_another') return describeTaken(error.params);
  const text = TEXTS[error.code];
  const { param, reason } = error.params;
  const refused = error.code === 'ExchangeError' ? [param, reason].filter((word) => word !== undefined) : [];
  const detail = [error.message, refused.join(' ')].filter((part) => part !== '').join(': ');
  return WITH_DETAIL.has(error.code) && detail !== '' ? `${text} (${showForeign(detail)})` : text;
}

function describeTaken({ order_id: id = '', label = '' }: IpcError['params']): string {
  const whose = `${showForeign(id)} is the order labelled “${showForeign(label)}”`;
  return `This id is taken: ${whose}. Enter another order’s id, or say that it is not there.`;
}

/** The coded value of anything that was thrown by a request. */
export function readFailure(error: unknown): IpcError {
  if (error instanceof IpcFailure) return error.detail;
  return { code: 'InternalError', message: error instanceof Error ? error.message : String(error), params: {} };
}
