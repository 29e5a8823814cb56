import { fail } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { EXTENSIONS } from '../../shared/service/extensions.ts';
import { METHODS, type ServiceMethod } from '../../shared/service/methods.ts';
import type { Clock } from '../clock.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Attempt, Call, Outcome } from './call.ts';
import { Deadline, waitWithin } from './deadline.ts';
import { failByFault, notSent } from './failure.ts';
import type { Probe } from './limits/breaker.ts';
import type { RequestGate } from './limits/gate.ts';
import type { Lines } from './lines.ts';
import type { Authenticator } from './login/authenticator.ts';
import type { KeyLatch } from './login/key-latch.ts';
import { mayRepeat } from './retry.ts';
import { readReply } from './wire/reply.ts';
import { buildRequest, findTooLong, type PlannedCall, withAuthorization } from './wire/request.ts';
import { planWire, type WirePlan } from './wire/wire-numbers.ts';

const PLANS: ReadonlyMap<string, WirePlan> = new Map(
  Object.entries<ServiceMethod>({ ...METHODS, ...EXTENSIONS }).map(([name, { params }]) => [name, planWire(params)]),
);

export interface AttemptsOptions {
  readonly profile: Pick<Profile, 'form'>;
  readonly clock: Clock;
  readonly lines: Pick<Lines, 'exchange'>;
  readonly authenticator: Pick<Authenticator, 'authorize' | 'reject'>;
  readonly key: Pick<KeyLatch, 'why' | 'noteTaken'>;
  /** Whom every request but an order's asks before it is written; without one, all are written at once. */
  readonly gate: RequestGate | undefined;
  readonly isClosed: () => boolean;
}

/** Makes single tries of calls: each is written at most once. */
export function createAttempts({ profile, clock, lines, authenticator, key, gate, isClosed }: AttemptsOptions) {
  let lastId = 0;

  /** One try, once the gate lets it pass. An order is not held back: what becomes of it is for its proof to say. */
  async function attempt(call: Call, isRepeat: boolean): Promise<Attempt> {
    const { method, definition, deadline, params, priority } = call;
    // What will not be written takes no credits either.
    const refused = method.startsWith('private/') ? key.why() : null;
    if (refused !== null) return { outcome: fail(refused), next: 'stop' };
    if (gate === undefined) return await tryOnce(call, deadline);
    if (definition.limit === 'matching_engine') {
      const attempted = await tryOnce(call, deadline);
      gate.noteOrder(params['instrument_name'], attempted.outcome.ok ? null : attempted.outcome.error);
      return attempted;
    }
    const entry = await gate.enter({ method, priority, isRepeat }, deadline);
    if (!entry.ok) return { outcome: entry, next: 'stop' };
    const { probe, leave } = entry.value;
    const limit = probe === null ? null : limitProbe(probe, deadline);
    const attempted = await tryOnce(call, limit ?? deadline);
    limit?.cancel();
    leave(attempted.outcome.ok ? null : attempted.outcome.error);
    return attempted;
  }

  function limitProbe({ limitMs, onOvertaken }: Probe, deadline: Deadline): Deadline {
    const limit = new Deadline(clock, Math.min(limitMs ?? Infinity, deadline.remainingMs()));
    onOvertaken(() => limit.pass());
    return limit;
  }

  /** No fault of ours keeps a call from its end: it may have been written, and is not repeated. */
  async function tryOnce(call: Call, deadline: Deadline): Promise<Attempt> {
    try {
      return await tryWith(call, deadline);
    } catch (error) {
      return { outcome: failByFault(error), next: 'stop' };
    }
  }

  /** One authorization, one request written at most, one reply read. */
  async function tryWith(call: Call, deadline: Deadline): Promise<Attempt> {
    if (isClosed()) return { outcome: notSent('closed', 'the client was closed'), next: 'stop' };
    const { method, definition, params } = call;
    const planned: PlannedCall = { id: (lastId += 1), method, params, plan: PLANS.get(method) ?? 'plain' };
    // A secret in a query would end up in the logs of every machine on the way.
    const form = method === 'public/auth' && profile.form === 'get_query' ? 'post' : profile.form;
    const request = buildRequest(planned, form);

    let header: string | null = null;
    if (method.startsWith('private/')) {
      // While this one waited, the key may have been refused to another.
      const refused = key.why();
      if (refused !== null) return { outcome: fail(refused), next: 'stop' };
      const authorized = await waitWithin(deadline, authenticator.authorize(request));
      if (authorized === null) return { outcome: notSent('login_unanswered', 'the login took too long'), next: 'stop' };
      if (!authorized.ok) return { outcome: authorized, next: 'stop' };
      header = authorized.value;
    }
    const authorized = header === null ? request : withAuthorization(request, header);
    const tooLong = findTooLong(authorized);
    if (tooLong !== null) return { outcome: notSent('bad_params', tooLong), next: 'stop' };
    const reply = await lines.exchange(call, authorized, deadline);
    const outcome: Outcome = reply.ok
      ? readReply(reply.value, {
          id: form === 'get_query' ? null : planned.id,
          result: definition.result,
          receivedAtMs: clock.now(),
        })
      : reply;
    if (outcome.ok) {
      if (header !== null) key.noteTaken();
      return { outcome, next: 'stop' };
    }
    const isUnauthorized = outcome.error.kind === 'service_error' && outcome.error.code === ERROR_CODE.unauthorized;
    if (isUnauthorized && header !== null && authenticator.reject(header)) return { outcome, next: 'authorize_anew' };
    return { outcome, next: mayRepeat(outcome.error) ? 'back_off' : 'stop' };
  }

  return attempt;
}
