import type { JournalEntry, JournalKind, JournalVerification } from '../../../shared/ipc/schemas/journal-schema.ts';
import { toServiceTime } from '../../stores/session-store.ts';
import { formatTimeOfDay } from '../../ui/words/format.ts';
import type { PillTone } from '../../ui/controls/pill.tsx';
import { zoneName } from '../../ui/words/shown.ts';

const TONES: Partial<Record<JournalKind, PillTone>> = {
  intent: 'good',
  sell_stopped: 'attention',
  instrument_locked: 'attention',
  trading_stopped: 'attention',
  breaker: 'attention',
  login_refused: 'bad',
  file_set_aside: 'bad',
  cut_found: 'bad',
  error: 'bad',
};

/** The colour that repeats what an entry says. */
export function toneOf({ kind, fields }: JournalEntry): PillTone {
  if (kind === 'outcome' && (fields.outcome === 'refused' || fields.outcome === 'not_sent')) return 'bad';
  if (kind === 'outcome' && fields.outcome === 'unknown') return 'attention';
  if (kind === 'breaker' && fields.to === 'closed') return 'quiet';
  return TONES[kind] ?? 'quiet';
}

const FAULTS: Record<NonNullable<JournalVerification['fault']>['code'], (sequence: number) => string> = {
  changed: (sequence) => `Entry ${sequence} is not as written.`,
  out_of_order: (sequence) => `Entry ${sequence} is missing or in the wrong place.`,
  unreadable: (sequence) => `Entry ${sequence} cannot be read.`,
  cut_off: (sequence) => `Entry ${sequence} and all after it are cut off.`,
  head_differs: (sequence) => `Entry ${sequence} is not the last one written.`,
  head_missing: () => 'The journal’s head file is missing.',
};

/** What came of following the chain, short for the bar and whole for who asks. */
export function describeVerification(verification: JournalVerification): {
  readonly tone: 'quiet' | 'bad';
  readonly short: string;
  readonly long: string;
} {
  const { entries, fault, cuts, at } = verification;
  const atMs = toServiceTime(at);
  const time = `${formatTimeOfDay(atMs).slice(0, 5)} ${zoneName(atMs)}`;
  if (fault !== null) {
    const long = `${FAULTS[fault.code](fault.sequence)} Proven before it: ${entries} entries, at ${time}.`;
    return { tone: 'bad', short: `not proven from entry ${fault.sequence}`, long };
  }
  if (cuts > 0) {
    const long = `The chain holds, but ${cuts} of its entries record a journal found cut or replaced. Search for “journal cut”.`;
    return { tone: 'bad', short: 'found cut at a start', long };
  }
  return {
    tone: 'quiet',
    short: `verified up to entry ${entries} at ${time}`,
    long: `All ${entries} entries are as written, and the last one is the last written.`,
  };
}
