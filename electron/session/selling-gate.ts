import { type Issue } from '../../shared/orders/issue.ts';
import type { AccountOwner } from '../account/account-owner.ts';
import type { JournalStanding } from './journal-standing.ts';
import { type NotReadyReason, notReady, type Preflight } from '../orders/preflight.ts';
import type { TradingLock } from '../orders/trading-lock.ts';
import type { KeyLatch } from '../service/login/key-latch.ts';
import type { ServiceClock } from '../service/service-clock.ts';

/** The right that a sell needs, as the service words it in a login's answer. */
export const SELLING_SCOPE = 'trade:read_write';

export interface SellingGateOptions {
  readonly lock: TradingLock;
  /** What was proven before the first sell, and since. */
  readonly proof: Pick<Preflight, 'blocked'>;
  readonly serviceClock: ServiceClock;
  readonly areLimitsAssumed: () => boolean;
  readonly key: Pick<KeyLatch, 'isRefused'>;
  readonly owner: Pick<AccountOwner, 'isOther'>;
  readonly standing: Pick<JournalStanding, 'isCut' | 'isFull'>;
  /** What stands against selling on this profile as it was opened; null for nothing. */
  readonly restraint: () => NotReadyReason | null;
}

/** Everything that stops selling on a profile as a whole, in the order in which a trader can do something about it. */
export interface SellingGate {
  readonly why: () => Issue | null;
  /** The limits were read. */
  readonly noteLimits: () => void;
  /** What a login granted. */
  readonly noteScope: (scope: string) => void;
}

export function createSellingGate(options: SellingGateOptions): SellingGate {
  const { lock, proof, serviceClock, areLimitsAssumed, key, owner, standing, restraint } = options;
  let doubtsAtLimits = 0;
  let maySell = true;

  /** After a sleep, the service's time and the limits are known again only once they have been read again. */
  function whyDoubtful(): NotReadyReason | null {
    if (serviceClock.isDoubtful()) return 'clock_unknown';
    // What is assumed can't be read again.
    return areLimitsAssumed() || doubtsAtLimits === serviceClock.doubts() ? null : 'limits_unread';
  }

  return {
    why: () => {
      const held = restraint();
      const own = lock.blocked() ?? (held === null ? null : notReady(held));
      if (own !== null) return own;
      if (standing.isFull()) return notReady('journal_full');
      if (standing.isCut()) return notReady('journal_cut');
      // What a refused key leaves open, the preflight waits for in vain.
      if (key.isRefused()) return notReady('key_refused');
      if (owner.isOther()) return notReady('other_account');
      const unproven = proof.blocked();
      if (unproven !== null) return unproven;
      const doubtful = maySell ? whyDoubtful() : 'key_reads_only';
      return doubtful === null ? null : notReady(doubtful);
    },
    noteLimits: () => {
      if (!serviceClock.isDoubtful()) doubtsAtLimits = serviceClock.doubts();
    },
    noteScope: (scope) => {
      maySell = canSell(scope);
    },
  };
}

/** Whether a login's scope allows a sell. */
export function canSell(scope: string): boolean {
  return scope.split(/\s+/u).includes(SELLING_SCOPE);
}
