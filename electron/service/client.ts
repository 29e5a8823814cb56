import { fail, type Result } from '../../shared/result.ts';
import { EXTENSIONS, type ExtensionName, type ExtensionResult } from '../../shared/service/extensions.ts';
import { METHODS, type MethodName, type MethodResult, type ServiceMethod } from '../../shared/service/methods.ts';
import type { Clock } from '../clock.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import { createAuthenticator, type Authenticator } from './login/authenticator.ts';
import { createAttempts } from './attempts.ts';
import type { Call, Outcome } from './call.ts';
import type { CallOptions, ServiceClient } from './client-interface.ts';
import type { Connection } from './wire/connection.ts';
import { Deadline } from './deadline.ts';
import { type Answer, type CallFailure, failByFault, nameFailure, notSent } from './failure.ts';
import type { RequestGate } from './limits/gate.ts';
import { createKeyLatch, type KeyLatch } from './login/key-latch.ts';
import { createLines } from './lines.ts';
import { parseOrigin } from './wire/origin.ts';
import { redact } from './wire/redact.ts';
import { backoffMs, MAX_ATTEMPTS, provesNothing, tellsOfEarlier } from './retry.ts';
import type { LoginParams } from './login/token.ts';

export interface ServiceClientOptions {
  readonly profile: Profile;
  readonly clock: Clock;
  /** The service's clock, for signatures; the local one where nothing better is known. */
  readonly serviceNow?: () => number;
  /** Numbers in [0, 1); for jitter and nonces. */
  readonly random: () => number;
  readonly log?: ServicesOptions['log'];
  /** Told what each login grants. */
  readonly onScope?: (scope: string) => void;
  /** Whom every request but an order's asks before it is written; without one, all are written at once. */
  readonly gate?: RequestGate;
  /** Whether the service still takes the key; the client's own when not given. */
  readonly key?: KeyLatch;
  /** Opens a connection to the service; HTTP when not given. */
  readonly connect?: (origin: URL, clock: Clock) => Connection;
}

const DEFAULT_DEADLINE_MS = 5_000;

/**
 * The JSON-RPC client of one profile. Unrepeatable calls are written at most once, on their own connections. Throws a
 * sentence for bad credentials.
 */
export function createServiceClient({
  profile,
  clock,
  random,
  log,
  gate,
  ...given
}: ServiceClientOptions): ServiceClient {
  const lines = createLines(parseOrigin(profile.origin), clock, given.connect);
  const serviceNow = given.serviceNow ?? clock.now;
  const { credentials } = profile;
  const authenticator: Authenticator = createAuthenticator({ credentials, clock, serviceNow, random, login });
  const key = given.key ?? createKeyLatch(clock, () => undefined);
  const wakeUps = new Set<() => void>();
  let isClosed = false;
  const attempt = createAttempts({ profile, clock, lines, authenticator, key, gate, isClosed: () => isClosed });

  async function run(
    method: string,
    definition: ServiceMethod,
    params: unknown,
    options?: CallOptions,
  ): Promise<Outcome> {
    const parsed = definition.params.safeParse(params);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return notSent('bad_params', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
    }
    const deadline = new Deadline(clock, options?.deadlineMs ?? DEFAULT_DEADLINE_MS);
    const isRead = definition.safeToRepeat && method !== 'public/auth';
    const priority = isRead ? (options?.priority ?? 'focused') : 'orders';
    const call: Call = {
      method,
      definition,
      params: parsed.data as Call['params'],
      deadline,
      priority,
      mayWrite: options?.mayWrite,
      onRepeat: options?.onRepeat,
    };
    const outcome = definition.safeToRepeat ? await read(call) : (await attempt(call, false)).outcome;
    deadline.cancel();
    if (outcome.ok) return outcome;
    const failure = redact(outcome.error, authenticator.secrets());
    log?.('warn', 'call_failed', { method, kind: failure.kind, reason: nameFailure(failure) });
    return fail(failure);
  }

  /** Tries until an answer stands. */
  async function read(call: Call): Promise<Outcome> {
    let mayAuthorizeAnew = true;
    /** A try of a cancel that may have been carried out. */
    let unanswered: Outcome | null = null;
    const told = (last: Outcome): Outcome =>
      unanswered === null || last.ok || tellsOfEarlier(last.error) ? last : unanswered;
    for (let attempts = 1; ; attempts += 1) {
      const signedAtMs = serviceNow();
      if (attempts > 1) call.onRepeat?.();
      const { outcome, next } = await attempt(call, attempts > 1);
      const isMended = next === 'authorize_anew' && mayAuthorizeAnew;
      if (!outcome.ok && !isMended && call.method.startsWith('private/'))
        key.noteRead(outcome.error, credentials.scheme, signedAtMs);
      if (next === 'stop' || attempts >= MAX_ATTEMPTS) return told(outcome);
      if (call.definition.limit === 'matching_engine' && !outcome.ok && provesNothing(outcome.error))
        unanswered ??= outcome;
      // Once, by nature: what bounds the repeats of an outage has no say in it.
      if (isMended) mayAuthorizeAnew = false;
      else if (next === 'authorize_anew' || gate?.mayRepeat() === false) return told(outcome);
      else if (!(await pause(backoffMs(attempts, random), call.deadline))) return told(outcome);
    }
  }

  async function login(params: LoginParams): ReturnType<Parameters<typeof createAuthenticator>[0]['login']> {
    const answer = await client.call('public/auth', params);
    if (!answer.ok) {
      if (params.grant_type === 'client_credentials') key.noteLogin(answer.error);
      return answer;
    }
    log?.('info', 'logged_in', { scope: answer.value.value.scope, expires_in: answer.value.value.expires_in });
    given.onScope?.(answer.value.value.scope);
    return { ok: true, value: answer.value.value };
  }

  /** Waits, unless the deadline comes first or the client is closed: then false. */
  function pause(delayMs: number, deadline: Deadline): Promise<boolean> {
    if (isClosed || delayMs >= deadline.remainingMs()) return Promise.resolve(false);
    return new Promise((resolve) => {
      const wakeUp = (): void => {
        cancel();
        wakeUps.delete(wakeUp);
        resolve(!isClosed);
      };
      const cancel = clock.after(delayMs, wakeUp);
      wakeUps.add(wakeUp);
    });
  }

  /** For our own faults, also in listeners: every caller gets an answer. */
  async function endure(...call: Parameters<typeof run>): Promise<Outcome> {
    try {
      return await run(...call);
    } catch (error) {
      return fail(redact(failByFault(error).error, authenticator.secrets()));
    }
  }

  const client: ServiceClient = {
    // The table's schema made the value; the compiler can't follow it from the method's name.
    call: <Name extends MethodName>(method: Name, params: unknown, options?: CallOptions) =>
      endure(method, METHODS[method], params, options) as Promise<Result<Answer<MethodResult<Name>>, CallFailure>>,
    callExtension: <Name extends ExtensionName>(method: Name, params: unknown, options?: CallOptions) =>
      endure(method, EXTENSIONS[method], params, options) as Promise<
        Result<Answer<ExtensionResult<Name>>, CallFailure>
      >,
    close: async () => {
      isClosed = true;
      for (const wakeUp of wakeUps) wakeUp();
      await lines.close();
    },
  };
  return client;
}
