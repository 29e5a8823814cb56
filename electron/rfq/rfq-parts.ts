import { randomBytes } from 'node:crypto';
import type { Handlers, Publish } from '../../shared/ipc/contract.ts';
import type { GuardSettings } from '../../shared/orders/limits/guard-settings.ts';
import type { Issue } from '../../shared/orders/issue.ts';
import { rfqIssue, rfqPlace, type RfqIssue } from '../../shared/rfq/issue.ts';
import type { RfqDraft } from '../../shared/rfq/draft.ts';
import { mayPrint } from '../../shared/rfq/tape/own-print.ts';
import { readRfqGuards } from '../../shared/rfq/guards.ts';
import type { RfqInstrumentFacts } from '../../shared/rfq/facts.ts';
import type { Clock } from '../clock.ts';
import type { JournalStanding } from '../session/journal-standing.ts';
import type { Catalog } from '../market/catalog.ts';
import type { Quotes } from '../market/quotes.ts';
import { followJournal } from '../storage/journal-follower.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import { withPriority } from '../service/with-priority.ts';
import type { ProfileStore } from '../storage/profile-store.ts';
import type { Settings } from '../storage/settings.ts';
import { createRfqBook } from './rfq-book.ts';
import { createRfqDesk } from './rfq-desk.ts';
import { createRfqJournal } from './rfq-journal.ts';
import { createTape, HEAD_AGE_MS } from './tape.ts';
import { createTapeStore } from './tape-store.ts';

/** More names than a valid request has; those past it are refused unread. */
const MOST_NAMES = 30;
const NOTHING: RfqInstrumentFacts = { instrument: null, ticker: null, tickerAgeMs: 0, isTickerStale: false };

export interface RfqPartsOptions {
  readonly client: ServiceClient;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** One service and one key on it. */
  readonly account: string;
  readonly store: ProfileStore;
  /** Null where nothing can be kept. */
  readonly settings: Settings | null;
  readonly catalog: Catalog;
  readonly quotes: Quotes;
  /** Whether each start of the terminal meets a new service. */
  readonly isNewEachStart: boolean;
  /** Why nothing may be sent at all, as for a sell. */
  readonly blocked: () => Issue | null;
  /** The profile's limits, as they are now. */
  readonly guards: () => GuardSettings;
  readonly publish: Publish;
  readonly standing: Pick<JournalStanding, 'noteFailure'>;
}

/** The desk of Block RFQs with what answers a window about it. */
export interface RfqParts {
  readonly handlers: Pick<Handlers, 'rfq.board' | 'rfq.send' | 'tape.read'>;
  /** How many have no outcome yet. */
  readonly undecided: () => number;
  /** See `RfqWatch`. */
  readonly unreadMs: () => number | null;
  /** Tells every window how things stand, as after a change of the guards. */
  readonly tell: () => void;
  /** See `RfqJournal`. */
  readonly unreadable: () => string[];
  readonly close: () => Promise<void>;
}

/** Builds the desk over the profile's files; looks up at once what an earlier run left undecided. */
export function createRfqParts(options: RfqPartsOptions): RfqParts {
  const { client, clock, serviceClock, store, catalog, quotes } = options;

  async function lookAt(name: string): Promise<RfqInstrumentFacts> {
    if (name === '' || name.length > 128) return NOTHING;
    const known = await catalog.get(name).catch(() => catalog.peek(name));
    if (known === null) return NOTHING;
    const latest = quotes.latest(name) ?? (await quotes.fetch(name));
    return {
      instrument: known.instrument,
      ticker: latest?.ticker ?? null,
      tickerAgeMs: latest?.ageMs ?? 0,
      isTickerStale: latest?.isStale ?? false,
    };
  }

  async function factsFor(draft: RfqDraft) {
    const names = [...draft.legs, ...draft.hedges].map(({ instrument_name }) => instrument_name);
    const wanted = [...new Set(names)].slice(0, MOST_NAMES);
    const found = new Map(await Promise.all(wanted.map(async (name) => [name, await lookAt(name)] as const)));
    return { of: (name: string) => found.get(name) ?? NOTHING };
  }

  function blocked(): RfqIssue | null {
    const reason = options.blocked()?.params['reason'];
    return reason === undefined
      ? null
      : rfqIssue('error', rfqPlace('request', null, 'value'), 'rfq_not_ready', { reason });
  }

  let stopWatching: (() => void) | null = null;
  let isClosed = false;
  const book = createRfqBook(options.settings);
  const journal = createRfqJournal(store.rfqs, options.account, clock.now, store.inPlace.rfqs);
  const isWritable = store.access !== 'read_only';
  // Begun before the desk reads, so that nothing falls between.
  const stopFollowing = isWritable
    ? () => undefined
    : followJournal({ journal, clock, onRows: (rows) => desk.follow(rows) });
  const desk = createRfqDesk({
    client,
    clock,
    serviceClock,
    journal,
    isWritable,
    randomBytes,
    factsFor,
    blocked,
    guards: () => readRfqGuards(options.guards()),
    book: book.read,
    onChange: (board) => {
      options.publish('rfq.changed', board, null);
      watchTape();
    },
    onJournalFailure: options.standing.noteFailure,
  });
  desk.resume();

  const tape = createTape({
    client: withPriority(client, 'background'),
    clock,
    serviceClock,
    openStore: () => createTapeStore(store.openTape(), options.account, options.isNewEachStart),
    onChange: () => options.publish('tape.changed', null, null),
    onPrints: (prints) => desk.notePrints(prints),
  });

  /** While a request of ours may trade, its print is looked for, whoever looks at the tape. */
  function watchTape(): void {
    if (stopWatching !== null || isClosed) return;
    if (!desk.board().rows.some((row) => mayPrint(row, serviceClock.now()))) return;
    stopWatching = clock.after(HEAD_AGE_MS, () => {
      stopWatching = null;
      tape.lookAhead();
      watchTape();
    });
  }
  watchTape();

  return {
    handlers: {
      'rfq.board': async ({ statement, book: kept }) => {
        if (statement !== null) desk.state(statement);
        if (kept !== undefined) {
          book.save(kept);
          desk.tell();
        }
        return desk.board();
      },
      'rfq.send': ({ request_id, draft, acknowledged }) => desk.send(request_id, draft, acknowledged),
      'tape.read': async (wanted) => tape.read(wanted),
    },
    undecided: () => desk.board().rows.filter(({ outcome }) => outcome === 'sending' || outcome === 'unknown').length,
    unreadMs: desk.unreadMs,
    tell: desk.tell,
    unreadable: journal.unreadable,
    close: async () => {
      isClosed = true;
      stopFollowing();
      stopWatching?.();
      desk.close();
      await tape.close();
    },
  };
}
