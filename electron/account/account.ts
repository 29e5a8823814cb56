import type { AccountSnapshot } from '../../shared/ipc/contract.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import type { CurrencySummary, Fees, Limits } from '../../shared/service/account.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';

const POLL_MS = 3000;

export interface AccountOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly onSnapshot: (snapshot: AccountSnapshot) => void;
  readonly onLimits: (limits: Limits) => void;
}

export interface Account {
  readonly snapshot: () => AccountSnapshot;
  /** Fee discounts in a currency; null where the account has none or is not read yet. */
  readonly feesOf: (currency: string) => Fees | null;
  /** Reads the summaries now; the failure, or null. */
  readonly read: () => Promise<IpcError | null>;
  readonly close: () => void;
}

/** The account's summaries, polled; the last good ones stay when a poll fails. */
export function createAccount(options: AccountOptions): Account {
  const { client, clock, serviceClock } = options;
  let summaries: CurrencySummary[] = [];
  let readAt: number | null = null;
  let failure: IpcError | null = null;
  let isClosed = false;

  function snapshot(): AccountSnapshot {
    return { summaries, age_ms: readAt === null ? null : Math.round(clock.monotonic() - readAt), failure };
  }

  async function read(): Promise<IpcError | null> {
    const result = await client.call('private/get_account_summaries', { extended: true });
    failure = result.ok ? null : toIpcError(result.error);
    if (result.ok) {
      serviceClock.observe(result.value.times);
      summaries = result.value.value.summaries;
      readAt = clock.monotonic();
      const limits = summaries.find((summary) => summary.limits !== undefined)?.limits;
      if (limits !== undefined) options.onLimits(limits);
    }
    if (!isClosed) options.onSnapshot(snapshot());
    return failure;
  }

  let cancel = schedule();
  function schedule(): () => void {
    return clock.after(POLL_MS, () => {
      if (isClosed) return;
      void read().finally(() => {
        if (!isClosed) cancel = schedule();
      });
    });
  }

  return {
    snapshot,
    feesOf: (currency) => summaries.find((summary) => summary.currency === currency)?.fees ?? null,
    read,
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}
