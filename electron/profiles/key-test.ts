import { randomBytes } from 'node:crypto';
import type { KeyFinding } from '../../shared/ipc/schemas/profile-schema.ts';
import type { Result } from '../../shared/result.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import type { Clock } from '../clock.ts';
import { makeLabel } from '../orders/label.ts';
import { observeTimes } from '../orders/observe-times.ts';
import type { Profile } from './profile.ts';
import { canSell, SELLING_SCOPE } from '../session/selling-gate.ts';
import { createServiceClient } from '../service/client.ts';
import type { Answer, CallFailure } from '../service/failure.ts';
import { joinLimits, readLimits } from '../service/limits/limits.ts';
import { createServiceClock } from '../service/service-clock.ts';

type Reply<T> = Result<Answer<T>, CallFailure>;

/** Asks a service what a profile's credentials may do, by calls that change nothing. No detail holds a secret. */
export async function testKey(profile: Profile, clock: Clock): Promise<KeyFinding[]> {
  const serviceClock = createServiceClock(clock);
  let scope: string | null = null;
  const client = createServiceClient({
    profile,
    clock,
    serviceNow: serviceClock.now,
    random: Math.random,
    onScope: (granted) => {
      scope = granted;
    },
  });
  try {
    const label = makeLabel(clock.now(), randomBytes);
    const lookUp = () => client.call('private/get_order_state_by_label', { currency: ORDER_CURRENCIES[0], label });
    // A signature needs the service's time, which the first answer tells, a refusal as well.
    observeTimes(serviceClock, await lookUp());
    const lookedUp = await lookUp();
    observeTimes(serviceClock, lookedUp);
    const account = await client.call('private/get_account_summaries', { extended: true });
    observeTimes(serviceClock, account);
    const limits = account.ok ? joinLimits(account.value.value.summaries) : null;
    return [
      findService([lookedUp, account]),
      findCredentials(scope, [lookedUp, account]),
      findSelling(scope, profile),
      findLookUp(lookedUp),
      findClock(serviceClock.isKnown() ? serviceClock.offsetMs() : null),
      findLimits(limits === null ? null : readLimits(limits), account),
    ];
  } finally {
    await client.close();
  }
}

function findService(replies: readonly Reply<unknown>[]): KeyFinding {
  const isThere = replies.some((reply) => reply.ok || reply.error.kind === 'service_error' || wasRefused(reply.error));
  const [first] = replies;
  return isThere
    ? { subject: 'service', verdict: 'proven', detail: 'It answers.' }
    : { subject: 'service', verdict: 'lacking', detail: `It does not answer: ${explain(first)}.` };
}

/** A login that was answered with a refusal. */
function wasRefused(failure: CallFailure): boolean {
  return failure.kind === 'not_sent' && failure.reason === 'login_failed';
}

function findCredentials(scope: string | null, replies: readonly Reply<unknown>[]): KeyFinding {
  if (scope !== null) return { subject: 'credentials', verdict: 'proven', detail: 'The login was accepted.' };
  if (replies.some((reply) => reply.ok)) {
    return { subject: 'credentials', verdict: 'proven', detail: 'A private call was accepted.' };
  }
  return { subject: 'credentials', verdict: 'lacking', detail: `Not accepted: ${explain(replies[0])}.` };
}

function findSelling(scope: string | null, { credentials }: Profile): KeyFinding {
  if (scope === null) {
    const detail =
      credentials.scheme === 'token'
        ? 'No login told what the key may do.'
        : 'Without a login only an order shows what the key may do.';
    return { subject: 'selling', verdict: 'not_proven', detail };
  }
  return canSell(scope)
    ? { subject: 'selling', verdict: 'proven', detail: `Granted: ${scope}.` }
    : { subject: 'selling', verdict: 'lacking', detail: `The key lacks ${SELLING_SCOPE}; granted: ${scope}.` };
}

function findLookUp(reply: Reply<readonly unknown[]>): KeyFinding {
  if (!reply.ok) return { subject: 'look_up', verdict: 'lacking', detail: `Refused: ${explain(reply)}.` };
  return reply.value.value.length === 0
    ? { subject: 'look_up', verdict: 'proven', detail: 'Orders can be looked up by label.' }
    : { subject: 'look_up', verdict: 'lacking', detail: 'A label that nobody used was answered with orders.' };
}

function findClock(offsetMs: number | null): KeyFinding {
  if (offsetMs === null)
    return { subject: 'clock', verdict: 'not_proven', detail: 'No answer told the service’s time.' };
  const rounded = Math.round(offsetMs);
  const detail = `The service’s clock is ${Math.abs(rounded)} ms ${rounded < 0 ? 'behind' : 'ahead of'} this machine’s.`;
  return { subject: 'clock', verdict: 'proven', detail };
}

function findLimits(limits: ReturnType<typeof readLimits> | null, reply: Reply<unknown>): KeyFinding {
  if (limits === null) {
    const detail = reply.ok ? 'The account tells no limits.' : `The account can’t be read: ${explain(reply)}.`;
    return { subject: 'limits', verdict: 'lacking', detail };
  }
  const orders = limits.trading.get('') ?? limits.trading.values().next().value ?? null;
  const tell = (name: string, limit: typeof limits.reads) =>
    limit === null ? `${name} not told` : `${name} ${limit.rate} a second, ${limit.burst} at once`;
  return { subject: 'limits', verdict: 'proven', detail: `${tell('Reads', limits.reads)}; ${tell('orders', orders)}.` };
}

function explain(reply: Reply<unknown> | undefined): string {
  if (reply === undefined || reply.ok) return 'no reason was told';
  const { error } = reply;
  if (error.kind === 'service_error') return `${error.code} ${error.message}`;
  return error.detail === '' ? error.reason : error.detail;
}
