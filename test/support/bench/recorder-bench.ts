import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { History, HistoryRequest } from '../../../shared/ipc/schemas/history-schema.ts';
import { createRecorder, type Recorder } from '../../../electron/market/recorder.ts';
import { openProfileStore, type ProfileStore } from '../../../electron/storage/profile-store.ts';
import { perpetualTicker } from '../records/records.ts';
import { createVirtualClock, settle, type VirtualClock } from '../virtual-clock.ts';

export interface StartedRecorder {
  readonly recorder: Recorder;
  readonly store: ProfileStore;
}

export interface RecorderBench {
  readonly clock: VirtualClock;
  /** The file of recorded tickers. */
  readonly path: string;
  /** Why recording stopped, each time it did. */
  readonly failures: readonly string[];
  /** A recorder over the profile's real files; the first start writes, others beside it read. */
  readonly start: (options?: { service?: string; isNewEachStart?: boolean; mostPoints?: number }) => StartedRecorder;
  /** Ends what was started last. */
  readonly stop: () => void;
  /** Lets time pass with a ticker of the perpetual at each step. */
  readonly observeFor: (recorder: Recorder, durationMs: number, everyMs?: number) => Promise<void>;
  /** Reads while time goes on, since a long record is read in slices. */
  readonly read: (recorder: Recorder, request?: Partial<HistoryRequest>) => Promise<History>;
  readonly close: () => void;
}

/** Recorders over a folder of their own, on a clock that the test moves. */
export function createRecorderBench(): RecorderBench {
  const folder = mkdtempSync(join(tmpdir(), 'strikedesk-recorder-'));
  const clock = createVirtualClock();
  const failures: string[] = [];
  const started: StartedRecorder[] = [];

  function stop(): void {
    const last = started.pop();
    last?.recorder.close();
    last?.store.close();
  }

  return {
    clock,
    path: join(folder, 'p', 'recordings.sqlite'),
    failures,
    start: (options = {}) => {
      const store = openProfileStore(folder, 'p', clock.now());
      const recorder = createRecorder({
        store: store.recordings,
        service: 'live-1',
        isNewEachStart: false,
        clock,
        serviceNow: clock.now,
        onFailure: (reason) => failures.push(reason),
        ...options,
      });
      started.push({ recorder, store });
      return { recorder, store };
    },
    stop,
    observeFor: async (recorder, durationMs, everyMs = 1000) => {
      for (let passed = 0; passed < durationMs; passed += everyMs) {
        const price = 97_000 + Math.round(1000 * Math.sin(clock.now() / 37_000));
        recorder.take(perpetualTicker({ timestamp: clock.now(), mark_price: price }), everyMs);
        await clock.advance(everyMs);
      }
    },
    read: async (recorder, request = {}) => {
      const state = { isAnswered: false };
      const reading = recorder
        .history({ instrument_name: 'BTC-PERPETUAL', from_ms: 0, to_ms: clock.now(), most_points: 4000, ...request })
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
