import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountHistory, AccountHistoryRequest } from '../../../shared/ipc/schemas/account-schema.ts';
import { currencySummarySchema } from '../../../shared/service/account.ts';
import { createRiskHistory, type RiskHistory } from '../../../electron/account/history.ts';
import { openProfileStore, type ProfileStore } from '../../../electron/storage/profile-store.ts';
import { createVirtualClock, settle, type VirtualClock } from '../virtual-clock.ts';

export interface AccountBench {
  readonly clock: VirtualClock;
  /** The file of recordings. */
  readonly path: string;
  /** Why recording stopped, each time it did. */
  readonly failures: readonly string[];
  /** A history over the profile's real files, as one start of the terminal has it. */
  readonly start: (service?: string, isNewEachStart?: boolean) => RiskHistory;
  /** Ends what was started last. */
  readonly stop: () => void;
  readonly store: () => ProfileStore;
  /** A poll that brought these figures of BTC. */
  readonly poll: (figures: Readonly<Record<string, number | string>>) => void;
  /** Lets time pass with a poll at each step. */
  readonly pollFor: (durationMs: number, figuresAt: (nowMs: number) => Record<string, number>) => Promise<void>;
  /** Reads BTC while time goes on, since a long record is read in slices. */
  readonly read: (request?: Partial<AccountHistoryRequest>) => Promise<AccountHistory>;
  readonly close: () => void;
}

export const POLL_MS = 3000;
export const WEEK_MS = 7 * 86_400_000;

/** The account's history over a folder of its own, on a clock that the test moves. */
export function createAccountBench(): AccountBench {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-account-'));
  const clock = createVirtualClock();
  const failures: string[] = [];
  const started: { readonly history: RiskHistory; readonly store: ProfileStore }[] = [];

  function newest() {
    const last = started.at(-1);
    if (last === undefined) throw new Error('nothing was started');
    return last;
  }

  function stop(): void {
    const last = started.pop();
    last?.history.close();
    last?.store.close();
  }

  function poll(figures: Readonly<Record<string, number | string>>): void {
    newest().history.noteSummaries([currencySummarySchema.parse({ currency: 'BTC', ...figures })], POLL_MS);
  }

  return {
    clock,
    path: join(folder, 'p', 'recordings.sqlite'),
    failures,
    start: (service = 'live-1', isNewEachStart = false) => {
      const store = openProfileStore(folder, 'p', clock.now());
      const history = createRiskHistory({
        store: store.recordings,
        service,
        isNewEachStart,
        clock,
        serviceNow: clock.now,
        onFailure: (reason) => failures.push(reason),
      });
      started.push({ history, store });
      return history;
    },
    stop,
    store: () => newest().store,
    poll,
    pollFor: async (durationMs, figuresAt) => {
      for (let passed = 0; passed < durationMs; passed += POLL_MS) {
        poll(figuresAt(clock.now()));
        await clock.advance(POLL_MS);
      }
    },
    read: async (request = {}) => {
      const state = { isAnswered: false };
      const reading = newest()
        .history.read({ currency: 'BTC', span_ms: WEEK_MS, after_ms: 0, ...request })
        .finally(() => (state.isAnswered = true));
      for (let turn = 0; !state.isAnswered && turn < 1000; turn += 1) {
        await settle();
        await clock.advance(0);
      }
      return reading;
    },
    close: () => {
      while (started.length > 0) stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
