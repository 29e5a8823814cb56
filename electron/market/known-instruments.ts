import type { Instrument } from '../../shared/service/instrument.ts';
import type { Clock } from '../clock.ts';

export interface KnownInstrument {
  readonly instrument: Instrument;
  readonly ageMs: number;
}

/** The instruments that were read so far, by name; asks nothing. */
export interface KnownInstruments {
  /** What is known now, or null. */
  readonly peek: (instrumentName: string) => KnownInstrument | null;
  /** Takes an instrument that was read just now. */
  readonly remember: (instrument: Instrument) => KnownInstrument;
  /** Takes an instrument that was read at another time, unless a newer reading is here. */
  readonly adopt: (instrument: Instrument, ageMs: number) => void;
  readonly all: () => Instrument[];
}

export function createKnownInstruments(clock: Pick<Clock, 'monotonic'>): KnownInstruments {
  const known = new Map<string, { instrument: Instrument; readAt: number }>();
  return {
    peek: (instrumentName) => {
      const entry = known.get(instrumentName);
      return entry === undefined ? null : { instrument: entry.instrument, ageMs: clock.monotonic() - entry.readAt };
    },
    remember: (instrument) => {
      known.set(instrument.instrument_name, { instrument, readAt: clock.monotonic() });
      return { instrument, ageMs: 0 };
    },
    adopt: (instrument, ageMs) => {
      const readAt = clock.monotonic() - ageMs;
      if (readAt <= (known.get(instrument.instrument_name)?.readAt ?? Number.NEGATIVE_INFINITY)) return;
      known.set(instrument.instrument_name, { instrument, readAt });
    },
    all: () => [...known.values()].map(({ instrument }) => instrument),
  };
}
