import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { nextSettlement } from '../../shared/service/calendar.ts';
import { type OptionName, parseOptionName, writeOptionName } from '../../shared/service/option-name.ts';
import { type Instrument, instrumentSchema } from '../../shared/service/instrument.ts';
import { reasonOf } from '../storage/reason-of.ts';

export const PROBE_MIGRATIONS = [
  `CREATE TABLE instrument_probes (
     origin TEXT NOT NULL, instrument_name TEXT NOT NULL, checked_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL, record TEXT,
     PRIMARY KEY (origin, instrument_name)
   ) STRICT`,
] as const;

const UPSERT = `INSERT INTO instrument_probes (origin, instrument_name, checked_at, expires_at, record) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (origin, instrument_name) DO UPDATE SET
    checked_at = excluded.checked_at, expires_at = excluded.expires_at, record = excluded.record`;

/** Once a live name was checked, its metadata counts as current for this long. */
const LIVE_FOR_MS = 24 * 3_600_000;
/** A name that doesn't exist isn't asked for again before this: new strikes come a few times a day. */
const DEAD_FOR_MS = 6 * 3_600_000;
/** New expiries and strikes are listed within this of each daily settlement. */
const LISTING_MS = 60_000;

/** What the service said when it was asked for a name; `instrument` is null where it has none. */
export interface Probe {
  readonly instrument: Instrument | null;
  /** Service time, milliseconds since the epoch. */
  readonly checkedAt: number;
}

/** An option that was asked for. */
export interface ProbedOption {
  readonly name: string;
  readonly option: OptionName;
  readonly probe: Probe;
}

/** Whether an answer is too old to rest on; that there is no such name says nothing of what a settlement listed since. */
export function isProbeOld({ instrument, checkedAt }: Probe, serviceNowMs: number): boolean {
  const ageMs = serviceNowMs - checkedAt;
  if (instrument !== null) return ageMs >= LIVE_FOR_MS;
  // What was asked for during a listing may have come just before the name was there.
  return ageMs >= DEAD_FOR_MS || nextSettlement(checkedAt - LISTING_MS) + LISTING_MS <= serviceNowMs;
}

/** Where they are kept. */
export interface NameStore {
  readonly database: DatabaseSync;
  /** False where another instance writes the file, or the disk takes no writes: then it is only read. */
  readonly isWritable: boolean;
  /** Why its file can't be used as it should be; null otherwise. */
  readonly failure: string | null;
}

/** Answers about names, kept over restarts until their expiry has passed. */
export interface ProbeCache {
  readonly get: (option: OptionName) => Probe | undefined;
  readonly all: () => Iterable<ProbedOption>;
  readonly put: (option: OptionName, probe: Probe) => void;
}

/** The answers of one service. Drops expiries that have passed. `onFailure` hears once why the store takes nothing. */
export function createProbeCache(
  { database, isWritable, failure }: NameStore,
  origin: string,
  serviceNowMs: number,
  onFailure: (reason: string) => void = () => undefined,
): ProbeCache {
  const probes = new Map<string, ProbedOption>();
  let upsert: StatementSync | null = null;
  let hasFailed = failure !== null;
  if (failure !== null) onFailure(failure);

  /** A lost name is asked for again: a bad store stops nothing. */
  function use<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      if (!hasFailed) onFailure(reasonOf(error));
      hasFailed = true;
      return null;
    }
  }

  if (isWritable) use(() => database.prepare('DELETE FROM instrument_probes WHERE expires_at < ?').run(serviceNowMs));
  const rows = use(() =>
    database
      .prepare('SELECT instrument_name, checked_at, record FROM instrument_probes WHERE origin = ? AND expires_at >= ?')
      .all(origin, serviceNowMs),
  );
  for (const { instrument_name, checked_at, record } of rows ?? []) {
    const name = String(instrument_name);
    const option = parseOptionName(name);
    const instrument = record === null ? null : readRecord(record);
    // What can't be read is asked for again.
    if (option === null || instrument === undefined) continue;
    probes.set(name, { name, option, probe: { instrument, checkedAt: Number(checked_at) } });
  }
  return {
    get: (option) => probes.get(writeOptionName(option))?.probe,
    all: () => probes.values(),
    put: (option, probe) => {
      const name = writeOptionName(option);
      probes.set(name, { name, option, probe });
      const record = probe.instrument === null ? null : JSON.stringify(probe.instrument);
      if (!isWritable) return;
      use(() => {
        upsert ??= database.prepare(UPSERT);
        upsert.run(origin, name, Math.round(probe.checkedAt), option.expiryMs, record);
      });
    },
  };
}

function readRecord(record: unknown): Instrument | undefined {
  if (typeof record !== 'string') return undefined;
  try {
    return instrumentSchema.safeParse(JSON.parse(record)).data;
  } catch {
    return undefined;
  }
}
