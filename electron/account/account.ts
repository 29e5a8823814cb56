import { type HeldDelta, readHeldDelta } from '../../shared/account/held-delta.ts';
import {
  type AccountSnapshot,
  subaccountIdsSchema,
  type SubaccountReading,
} from '../../shared/ipc/schemas/account-schema.ts';
import type { IpcError } from '../../shared/ipc/error.ts';
import { SELF_TRADE_MODES, type SelfTradeMode } from '../../shared/orders/facts.ts';
import type { AccountFields, CurrencySummary, Fees, Limits } from '../../shared/service/account.ts';
import { isForbidden } from '../../shared/service/error-codes.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import { unreadableOf } from '../../shared/service/page.ts';
import type { Clock } from '../clock.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { joinLimits } from '../service/limits/limits.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { Settings } from '../storage/settings.ts';
import type { AccountOwner } from './account-owner.ts';
import type { RiskHistory } from './history.ts';

const POLL_MS = 3000;
/** Pause before subaccount names are asked for again after a failure. */
const OFFERED_AGAIN_MS = 60_000;
/** Deltas older than this are not used: three polls failed. */
const FRESH_FOR_MS = 10_000;
const FOLLOWED = 'subaccounts';

export interface AccountOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** Null where nothing can be stored. */
  readonly settings: Settings | null;
  /** Told what each poll brought. */
  readonly history: Pick<RiskHistory, 'noteSummaries' | 'noteFailure'>;
  /** Told which account each reading is of. */
  readonly owner: Pick<AccountOwner, 'note'>;
  readonly onSnapshot: (snapshot: AccountSnapshot) => void;
  /** Told after each reading; null where it told no limits. */
  readonly onLimits: (limits: Limits | null) => void;
}

export interface Account {
  readonly snapshot: () => AccountSnapshot;
  /** Fee discounts in a currency; null without any or before a reading. */
  readonly feesOf: (currency: string) => Fees | null;
  /** Whether market maker protection may apply; null when the service doesn't say. */
  readonly isMmpEnabled: () => boolean | null;
  /** What becomes of own orders that meet; null when the service doesn't say. */
  readonly selfTradeMode: () => SelfTradeMode | null;
  /** Whether orders of its subaccounts count as its own there. */
  readonly isSelfTradeExtended: () => boolean;
  /** Its deltas of the instrument's index; null when old. */
  readonly heldDelta: (instrument: Instrument) => HeldDelta | null;
  /** Reads the summaries now; the failure, or null. */
  readonly read: () => Promise<IpcError | null>;
  /** Replaces the subaccounts that are read too. */
  readonly follow: (subaccountIds: readonly number[]) => void;
  readonly close: () => void;
}

/** What was last read of one account. */
interface Reading {
  account: AccountFields | null;
  summaries: CurrencySummary[];
  /** By the monotonic and by the wall clock; null before the first. */
  readAt: { readonly steadyMs: number; readonly wallMs: number } | null;
  failure: IpcError | null;
}

/** Polled summaries of account and subaccounts; a failed poll keeps the last. */
export function createAccount(options: AccountOptions): Account {
  const { client, clock, serviceClock, settings, history } = options;
  const own = newReading();
  const followed = new Map<number, Reading>();
  /** Null before the service was asked. */
  let offered: AccountSnapshot['offered'] | null = null;
  let offeredAgainAt = 0;
  let isClosed = false;
  for (const id of settings?.read(FOLLOWED, subaccountIdsSchema) ?? []) followed.set(id, newReading());

  /** The monotonic clock may pause in a sleep: a later wall clock is believed. */
  function ageOf({ readAt }: Reading): number | null {
    if (readAt === null) return null;
    return Math.round(Math.max(clock.monotonic() - readAt.steadyMs, clock.now() - readAt.wallMs));
  }

  function isFresh(reading: Reading): boolean {
    const ageMs = ageOf(reading);
    return ageMs !== null && ageMs <= FRESH_FOR_MS;
  }

  function describe(reading: Reading) {
    const { account, summaries, failure } = reading;
    const unreadable_summaries = unreadableOf(summaries).length;
    return { account, summaries, unreadable_summaries, age_ms: ageOf(reading), failure };
  }

  function snapshot(): AccountSnapshot {
    const subaccounts = [...followed].map(([subaccount_id, reading]): SubaccountReading => ({
      subaccount_id,
      ...describe(reading),
    }));
    return { ...describe(own), subaccounts, offered: offered ?? [] };
  }

  async function readInto(reading: Reading, subaccountId: number | null): Promise<IpcError | null> {
    const result = await client.call('private/get_account_summaries', {
      extended: true,
      ...(subaccountId === null ? {} : { subaccount_id: subaccountId }),
    });
    reading.failure = result.ok ? null : toIpcError(result.error);
    if (result.ok) {
      serviceClock.observe(result.value.times);
      const { summaries, ...account } = result.value.value;
      reading.summaries = summaries;
      reading.account = account;
      reading.readAt = { steadyMs: clock.monotonic(), wallMs: clock.now() };
    }
    return reading.failure;
  }

  function tell(): void {
    if (!isClosed) options.onSnapshot(snapshot());
  }

  async function read(): Promise<IpcError | null> {
    const failure = await readInto(own, null);
    if (failure === null) {
      options.owner.note(own.account?.id);
      history.noteSummaries(own.summaries, POLL_MS);
      options.onLimits(joinLimits(own.summaries));
    } else history.noteFailure();
    tell();
    return failure;
  }

  async function readFollowed(): Promise<void> {
    for (const [id, reading] of followed) {
      if (isClosed) return;
      await readInto(reading, id);
      if (followed.get(id) === reading) tell();
    }
  }

  /** Once: only a main account has subaccounts to name, and not every service names them. What is refused for now is asked again. */
  async function readOffered(): Promise<void> {
    const id = own.account?.id;
    if (offered !== null || own.account?.type !== 'main' || clock.monotonic() < offeredAgainAt) return;
    const result = await client.callExtension('private/get_subaccounts', {});
    if (!result.ok) {
      const refusal = result.error.kind === 'service_error' ? result.error : null;
      if (refusal?.class === 'refused' || (refusal !== null && isForbidden(refusal.code))) offered = [];
      else if (refusal !== null) offeredAgainAt = clock.monotonic() + OFFERED_AGAIN_MS;
      return;
    }
    offered = result.value.value
      .filter((item) => item.id !== id)
      .map((item) => ({ subaccount_id: item.id, name: item.username ?? '' }));
    tell();
  }

  async function turn(): Promise<void> {
    // After a sleep the answer may be long in coming, and windows take what they have for that of a moment ago.
    if (own.failure === null && own.readAt !== null && !isFresh(own)) tell();
    await read();
    await readOffered();
    await readFollowed();
  }

  let cancel = schedule();
  function schedule(): () => void {
    return clock.after(POLL_MS, () => {
      if (isClosed) return;
      void turn().finally(() => {
        if (!isClosed) cancel = schedule();
      });
    });
  }

  return {
    snapshot,
    feesOf: (currency) => own.summaries.find((summary) => summary.currency === currency)?.fees ?? null,
    isMmpEnabled: () => own.account?.mmp_enabled ?? null,
    selfTradeMode: () => {
      const mode = own.account?.self_trading_reject_mode;
      return SELF_TRADE_MODES.find((known) => known === mode) ?? null;
    },
    isSelfTradeExtended: () => String(own.account?.self_trading_extended_to_subaccounts ?? false) === 'true',
    heldDelta: (instrument) => (isFresh(own) ? readHeldDelta(own.summaries, instrument) : null),
    read,
    follow: (subaccountIds) => {
      const wanted = new Set(subaccountIds);
      for (const id of followed.keys()) if (!wanted.has(id)) followed.delete(id);
      for (const id of wanted) if (!followed.has(id)) followed.set(id, newReading());
      settings?.write(FOLLOWED, [...wanted]);
      tell();
      void readFollowed();
    },
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}

function newReading(): Reading {
  return { account: null, summaries: [], readAt: null, failure: null };
}
