import type { Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { allows } from '../account/keyring.ts';
import { auth, refuseDenial } from '../methods/auth.ts';
import type { Method } from '../methods/method.ts';
import { METHOD_TABLE } from '../methods/table.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { authenticate, type SignedRequest } from './authenticate.ts';
import type { IncomingCall } from './request.ts';

/** The method of a name, `public/auth` included. */
export function findMethod(name: string): Method | undefined {
  return name === auth.name ? auth : METHOD_TABLE.get(name);
}

/**
 * Carries one call out: who is it, may it, has it any allowance left, then the method itself with the
 * market brought to now. Public calls without credentials are not counted: their limit is not published.
 */
export function callMethod(
  world: World,
  call: IncomingCall,
  authorization: string | undefined,
  signed: SignedRequest,
  nowMs: number,
): Result<unknown, Refusal> {
  world.exchange.advance(nowMs);
  const method = findMethod(call.method);
  if (method === undefined) return refuse(ERROR_CODE.methodNotFound);
  if (method === auth) return method.run(world, call.params, nowMs);
  const caller = authenticate(world.keyring, authorization, signed, nowMs);
  if (!caller.ok) return refuseDenial(caller.error);
  if (method.scope !== null) {
    if (caller.value === null) return refuseDenial('invalid_token');
    if (!allows(caller.value.scopes, method.scope)) return refuse(ERROR_CODE.scopeExceeded);
  }
  const own = caller.value === null ? world : worldOf(world, caller.value.key.subaccountId);
  if (caller.value !== null && !own.account.limits.spend(method.limit, nowMs)) {
    return refuse(ERROR_CODE.tooManyRequests);
  }
  return method.run(own, call.params, nowMs);
}

/** The world as the account of a key sees it. */
function worldOf(world: World, subaccountId: number | null): World {
  if (subaccountId === null) return world;
  const account = world.exchange.accounts.find((known) => known.id === subaccountId);
  if (account === undefined) throw new Error(`no account ${subaccountId}`);
  return { ...world, account };
}
