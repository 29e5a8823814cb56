import type { Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { CURRENCIES } from '../account/account.ts';
import { LeakyBucket, type Bucket } from '../account/limits.ts';
import { allows } from '../account/scopes.ts';
import { answerAuth, AUTH_METHOD, refuseDenial } from '../methods/auth.ts';
import type { Method } from '../methods/method.ts';
import { METHOD_TABLE } from '../methods/table.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { World } from '../world.ts';
import { authenticate, type Origin, type SignedRequest } from './authenticate.ts';
import type { IncomingCall } from './request.ts';
import { EXTENSION_NAMES, type DoorRules } from './rules.ts';

/** Addresses whose public calls are counted at once: more, and the longest known is forgotten. */
const MAX_ADDRESSES = 1024;

const EXTENSION_SET: ReadonlySet<string> = new Set(EXTENSION_NAMES);

/** Carries calls out: what the door does once a call is readable. */
export class Service {
  readonly #world: World;
  readonly #subaccounts = new Map<number, World>();
  readonly #publicBuckets = new Map<string, LeakyBucket>();
  #rules: DoorRules;

  constructor(world: World, rules: DoorRules) {
    this.#world = world;
    this.#rules = rules;
    world.keyring.sessions.boundToConnections = rules.connectionTokens;
  }

  get rules(): DoorRules {
    return this.#rules;
  }

  /** Other rules from now on; the buckets of public calls start full. */
  setRules(rules: DoorRules): void {
    this.#rules = rules;
    this.#publicBuckets.clear();
    this.#world.keyring.sessions.boundToConnections = rules.connectionTokens;
  }

  #find(name: string): Method | undefined {
    const method = METHOD_TABLE.get(name);
    if (method === undefined || !EXTENSION_SET.has(name)) return method;
    const offered: ReadonlySet<string> = this.#rules.extensions;
    return offered.has(name) ? method : undefined;
  }

  /** Who is it, may it, has it any allowance left, then the method itself with the market brought to now. */
  call(call: IncomingCall, origin: Origin, signed: SignedRequest, nowMs: number): Result<unknown, Refusal> {
    const world = this.#world;
    world.exchange.advance(nowMs);
    if (call.method === AUTH_METHOD) {
      if (!this.#spendPublic(origin.address, nowMs)) return refuse(ERROR_CODE.tooManyRequests);
      return answerAuth(world.keyring, call.params, origin, nowMs);
    }
    const method = this.#find(call.method);
    if (method === undefined) return refuse(ERROR_CODE.methodNotFound);
    const caller = authenticate(world.keyring, origin, signed, nowMs);
    if (!caller.ok) return refuseDenial(caller.error);
    if (caller.value === null) {
      if (method.scope !== null) return refuseDenial('invalid_token');
      if (!this.#spendPublic(origin.address, nowMs)) return refuse(ERROR_CODE.tooManyRequests);
      return method.run(world, call.params, nowMs, call.arrival);
    }
    if (method.scope !== null && !allows(caller.value.scopes, method.scope)) return refuse(ERROR_CODE.scopeExceeded);
    const own = this.#worldOf(caller.value.key.subaccountId);
    if (!own.account.limits.spend(bucketOf(own, method, call), nowMs)) return refuse(ERROR_CODE.tooManyRequests);
    return method.run(own, call.params, nowMs, call.arrival);
  }

  #spendPublic(address: string, nowMs: number): boolean {
    const known = this.#publicBuckets.get(address);
    if (known !== undefined) return known.spend(nowMs);
    const [oldest] = this.#publicBuckets.keys();
    if (oldest !== undefined && this.#publicBuckets.size >= MAX_ADDRESSES) this.#publicBuckets.delete(oldest);
    const bucket = new LeakyBucket(this.#rules.publicLimit, nowMs);
    this.#publicBuckets.set(address, bucket);
    return bucket.spend(nowMs);
  }

  /** The world as the account of a key sees it. */
  #worldOf(subaccountId: number | null): World {
    if (subaccountId === null) return this.#world;
    let own = this.#subaccounts.get(subaccountId);
    if (own === undefined) {
      const account = this.#world.exchange.accounts.find((known) => known.id === subaccountId);
      if (account === undefined) throw new Error(`no account ${subaccountId}`);
      own = { ...this.#world, account };
      this.#subaccounts.set(subaccountId, own);
    }
    return own;
  }
}

/**
 * A call's bucket (facts, section 7): spot orders and mass cancels have their own; with limits by currency, trading has
 * one each.
 */
function bucketOf(world: World, method: Method, call: IncomingCall): Bucket {
  if (method.limit === 'non_matching_engine') return method.limit;
  const { instrument_name: name, order_id: orderId, currency } = call.params.values;
  if (method.name === 'private/cancel_all') return 'cancel_all';
  if (method.name === 'private/cancel_by_label' && currency === undefined) return 'cancel_all';
  const instrument =
    typeof name === 'string'
      ? world.exchange.venue(name)?.instrument
      : world.account.recentOrders.get(String(orderId))?.instrument;
  if (instrument?.kind === 'spot') return 'spot';
  if (world.replies.settings.limits !== 'per_currency') return method.limit;
  return instrument?.settlement ?? CURRENCIES.find((known) => known === currency) ?? method.limit;
}
