import { SERVICE_ERROR_CODES } from '../shared/service/error-codes.ts';
import { fail } from '../shared/result.ts';

/** What the service answers when it refuses a request: the `error` member of the reply (facts, section 3). */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A refusal with the documented message of its code. Throws for a code that is not documented. */
export function refusal(code: number, data?: unknown): Refusal {
  const known = SERVICE_ERROR_CODES.get(code);
  if (known === undefined) throw new Error(`undocumented error code ${code}`);
  return data === undefined ? { code, message: known.name } : { code, message: known.name, data };
}

/** The failed result that carries a refusal. */
export function refuse(code: number, data?: unknown) {
  return fail(refusal(code, data));
}

/** `Invalid params` with its reason: the service's answer to most faults of a parameter (facts, section 3). */
export function refuseParam(param: string, reason: string) {
  return refuse(-32_602, { reason, param });
}
