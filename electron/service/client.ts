import { fail, type Result } from '../../shared/result.ts';
import { ERROR_CODE } from '../../shared/service/error-codes.ts';
import { EXTENSIONS, type ExtensionName, type ExtensionResult } from '../../shared/service/extensions.ts';
import { METHODS, type MethodName, type MethodResult, type ServiceMethod } from '../../shared/service/methods.ts';
import type { Clock } from '../clock.ts';
import type { Priority } from '../../shared/ipc/schemas/session-schema.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import { createAuthenticator, type Authenticator } from './login/authenticator.ts';
import type { CallOptions, ServiceClient } from './client-interface.ts';
import type { Probe } from './limits/breaker.ts';
import { type Connection, createConnection, leastLoaded, openSocketTransport } from './wire/connection.ts';
import { Deadline, waitWithin } from './deadline.ts';
import { type Answer, type CallFailure, failByFault, nameFailure, notSent } from './failure.ts';
import type { RequestGate } from './limits/gate.ts';
import { createKeyLatch, type KeyLatch } from './login/key-latch.ts';
import { createOrderLane } from './order-lane.ts';
import { parseOrigin } from './wire/origin.ts';
import { redact } from './wire/redact.ts';
import { readReply } from './wire/reply.ts';
import { buildRequest, findTooLong, type PlannedCall, withAuthorization } from './wire/request.ts';
import { backoffMs, MAX_ATTEMPTS, mayRepeat, provesNothing, tellsOfEarlier } from './retry.ts';
import type { LoginParams } from './login/token.ts';
import { planWire, type WirePlan } from './wire/wire-numbers.ts';

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

/** One for every read that is under way at once; each is opened only when those before it are busy. */
const READ_CONNECTIONS = 4;
/** Beyond those, for what decides an order, and beyond these for cancels: neither waits behind prices that hang. */
const LOOK_UP_CONNECTIONS = 2;
const CANCEL_CONNECTIONS = 2;
const DEFAULT_DEADLINE_MS = 5_000;

const PLANS: ReadonlyMap<string, WirePlan> = new Map(
  Object.entries<ServiceMethod>({ ...METHODS, ...EXTENSIONS }).map(([name, { params }]) => [name, planWire(params)]),
);

type Outcome = Result<Answer<unknown>, CallFailure>;

interface Call {
  readonly method: string;
  readonly definition: ServiceMethod;
  readonly params: Readonly<Record<string, unknown>>;
  readonly deadline: Deadline;
  readonly priority: Priority;
  readonly mayWrite: (() => boolean) | undefined;
  readonly onRepeat: (() => void) | undefined;
}

/** What came of one try, and whether a fresh authorization may mend it. */
interface Attempt {
  readonly outcome: Outcome;
  readonly next: 'stop' | 'back_off' | 'authorize_anew';
}

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
  const origin = parseOrigin(profile.origin);
  const connect = given.connect ?? ((to: URL, by: Clock) => createConnection(openSocketTransport(to), by));
  const orders = createOrderLane(() => connect(origin, clock));
  /** Written once, too, and behind no sell that hangs: it is what rests now that is to go. */
  const accountCancels = createOrderLane(() => connect(origin, clock));
  const open = (count: number): readonly Connection[] => Array.from({ length: count }, () => connect(origin, clock));
  const reads = open(READ_CONNECTIONS);
  const lookUps = [...reads, ...open(LOOK_UP_CONNECTIONS)];
  const cancels = [...lookUps, ...open(CANCEL_CONNECTIONS)];
  const serviceNow = given.serviceNow ?? clock.now;
  const { credentials } = profile;
  const authenticator: Authenticator = createAuthenticator({ credentials, clock, serviceNow, random, login });
  const key = given.key ?? createKeyLatch(clock, () => undefined);
  const wakeUps = new Set<() => void>();
  let isClosed = false;
  let lastId = 0;

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
    if (isClosed) return { outcome: notSent('closed', 'the client was closed'), next: 'stop' };
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
    const write = () =>
      definition.safeToRepeat
        ? leastLoaded(connectionsOf(call)).exchange(authorized, deadline, call.mayWrite)
        : laneOf(method).exchange(authorized, deadline, subjectOf(params), call.mayWrite);
    const reply = await write();
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

  function laneOf(method: string): typeof orders {
    return method === ('private/cancel_all' satisfies ExtensionName) ? accountCancels : orders;
  }

  function connectionsOf({ definition, priority }: Call): readonly Connection[] {
    if (definition.limit === 'matching_engine') return cancels;
    return priority === 'orders' || priority === 'reconciliation' ? lookUps : reads;
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
      await Promise.all([orders, accountCancels, ...cancels].map((connection) => connection.close()));
    },
  };
  return client;
}

/** Orders of one instrument keep their order; what names none keeps its place among all. */
function subjectOf({ instrument_name: name }: Call['params']): string | null {
  return typeof name === 'string' ? name : null;
}
