import { type Issue, issue } from '../../shared/orders/issue.ts';
import { ORDER_CURRENCIES } from '../../shared/service/methods.ts';
import type { Clock } from '../clock.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { LookedUp } from './looks/look-up-rights.ts';
import { observeTimes } from './observe-times.ts';

const AGAIN_MS = 2000;
/** Looked up each time: its answer tells the service's clock too. */
const ALWAYS: LookedUp = { method: 'private/get_order_state_by_label', currency: ORDER_CURRENCIES[0] };

/** Why selling is not possible yet, or no longer; the window has a sentence for each. */
export type NotReadyReason =
  | 'connecting'
  | 'no_credentials'
  | 'look_up_refused'
  | 'look_up_not_empty'
  | 'clock_unknown'
  | 'limits_unknown'
  | 'limits_unread'
  | 'journal_read_only'
  | 'journal_failed'
  | 'journal_full'
  | 'journal_cut'
  | 'stopped_by_trader'
  | 'key_reads_only'
  | 'key_refused'
  | 'other_account'
  | 'vault_locked'
  | 'vault_unavailable'
  | 'live_not_confirmed'
  | 'policy_unreadable'
  | 'guards_unreadable';

export interface PreflightOptions {
  readonly client: Pick<ServiceClient, 'call'>;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly budget: RateBudget;
  readonly makeLabel: () => string;
  /** Reads the account, which brings its limits; null once it was read. */
  readonly readLimits: () => Promise<unknown>;
  readonly onChange: () => void;
}

export interface Preflight {
  /** Null when a sell may be sent. */
  readonly blocked: () => Issue | null;
  /** A look-up by label was refused for want of a right: selling stops until one is answered again. */
  readonly doubt: (lookUp: LookedUp) => void;
  /** Stops selling until the next start; what is on its way is still followed. */
  readonly block: (reason: NotReadyReason) => void;
  readonly close: () => void;
}

/**
 * Proves before trading that look-ups by label work, the clock is known and limits are read. Repeats when a right is
 * lost.
 */
export function startPreflight(options: PreflightOptions): Preflight {
  let reason: NotReadyReason | null = 'connecting';
  let isFinal = false;
  let isRead = false;
  let isClosed = false;
  /** Look-ups that were refused since, by what they are of: each must be answered before selling goes on. */
  const doubted = new Map<string, LookedUp>();
  let cancel: () => void = () => undefined;

  function set(next: NotReadyReason | null): void {
    if (isFinal || next === reason) return;
    reason = next;
    options.onChange();
  }

  async function lookUp({ method, currency }: LookedUp): Promise<NotReadyReason | null> {
    const result = await options.client.call(method, { currency, label: options.makeLabel() });
    // Signatures need the service's clock, which a rejection for it tells.
    observeTimes(options.serviceClock, result);
    if (!result.ok) {
      if (result.error.kind === 'not_sent' && result.error.reason === 'no_credentials') return 'no_credentials';
      return result.error.kind === 'service_error' ? 'look_up_refused' : 'connecting';
    }
    return result.value.value.length > 0 ? 'look_up_not_empty' : null;
  }

  async function probe(): Promise<NotReadyReason | null> {
    const first = await lookUp(ALWAYS);
    if (first !== null) return first;
    if (!options.serviceClock.isKnown()) return 'clock_unknown';
    // Assumed limits spare no reading of the account: it tells whose it is.
    if (!options.budget.isConfigured() || (options.budget.basis() === 'assumed' && !isRead)) {
      isRead = (await options.readLimits()) === null;
    }
    if (!options.budget.isConfigured()) return 'limits_unknown';
    return await settleDoubts();
  }

  /** Last: what is refused while all else is asked counts too, and of what is doubted anew meanwhile the later word. */
  async function settleDoubts(): Promise<NotReadyReason | null> {
    for (const [key, asked] of doubted) {
      const found = await lookUp(asked);
      if (found !== null) return found;
      // Unless it was doubted once more meanwhile: then it is asked again.
      if (doubted.get(key) === asked) doubted.delete(key);
    }
    return null;
  }

  function run(): void {
    const failed = (): NotReadyReason => 'connecting';
    void probe()
      .catch(failed)
      .then((found) => {
        if (isClosed || isFinal) return;
        // Doubted in the moment between: what would open selling is asked anew.
        if (found === null && doubted.size > 0) return run();
        set(found);
        if (found !== null) cancel = options.clock.after(AGAIN_MS, run);
      });
  }

  cancel = options.clock.after(0, run);
  return {
    blocked: () => (reason === null ? null : notReady(reason)),
    doubt: (asked) => {
      if (isClosed || isFinal) return;
      doubted.set(`${asked.method} ${asked.currency}`, { ...asked });
      // What is not proven yet is being probed, and this with it.
      if (reason !== null) return;
      set('look_up_refused');
      cancel = options.clock.after(0, run);
    },
    block: (next) => {
      set(next);
      isFinal = true;
    },
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}

/** The issue that stops every sell for that reason. */
export function notReady(reason: NotReadyReason): Issue {
  return issue('error', 'order', 'trading_not_ready', { reason });
}
