import type { DatabaseSync } from 'node:sqlite';
import { basename, join } from 'node:path';
import type { Publish } from '../../shared/ipc/contract.ts';
import type { JournalFields } from '../../shared/ipc/schemas/journal-schema.ts';
import type { OrderRecorder } from '../orders/journal.ts';
import type { Profile } from '../profiles/profile.ts';
import type { ServiceClock } from '../service/service-clock.ts';
import type { ProfileHandlers, ServicesOptions } from '../assembly/services-interface.ts';
import { HEAD_FILE, JOURNAL_FILE, type ProfileStore } from '../storage/profile-store.ts';
import { createSettings, type Settings } from '../storage/settings.ts';
import type { TradeSettings } from '../storage/trade-settings.ts';
import { createAuditLog } from './audit-log.ts';
import { createEventFilter } from './events.ts';
import { openHeadFile } from './head-file.ts';
import { describeStep } from './order-record.ts';
import { createPresses } from './presses.ts';
import { auditSettings } from './settings-record.ts';
import { hasAuditTable, openAuditTable } from './table.ts';
import { createWindowErrors } from './window-errors.ts';

export interface AuditOptions extends Pick<ServicesOptions, 'clock' | 'log' | 'version'> {
  readonly store: ProfileStore;
  readonly profile: Profile;
  readonly serviceClock: ServiceClock;
  readonly publish: Publish;
  /** An entry could not be written: selling stops. */
  readonly onFailure: (error: unknown) => void;
}

/** Wraps parts of the back end so that they write to the journal. */
export interface Audit {
  /** The back end's log; what the journal keeps of it is kept. */
  readonly log: ServicesOptions['log'];
  /** For the service's client, whose failed calls are no lines of the log. */
  readonly hear: ServicesOptions['log'];
  /** The profile's settings; one that can't be read is reported. */
  readonly settings: (file: DatabaseSync) => Settings;
  readonly orders: OrderRecorder;
  /** The handlers, with `journal.read`, each of whose actions is told to the journal. */
  readonly handlers: (
    handlers: Omit<ProfileHandlers, 'journal.read'>,
    ladder: TradeSettings['ladder'],
  ) => ProfileHandlers;
  /** Records that the profile is open; `onCut` hears of a cut or replaced journal. */
  readonly opened: (isStopped: boolean, ladder: TradeSettings['ladder'], onCut: () => void) => void;
  /** Keeps a change of profiles or credentials, at once. */
  readonly profileChanged: (fields: JournalFields) => void;
  /** See `AuditLog`. */
  readonly prove: () => void;
  /** Tells that it is closed; nothing of a profile that was never opened. */
  readonly close: () => Promise<void>;
}

/** Opens the journal of a profile. */
export function openAudit({ store, profile, serviceClock, publish, onFailure, ...options }: AuditOptions): Audit {
  const { clock } = options;
  const isWritable = store.access === 'ok';
  const table = hasAuditTable(store.journal) ? openAuditTable(store.journal) : null;
  const headFile = openHeadFile(join(store.folder, HEAD_FILE), onFailure);
  const { credentials } = profile;
  const journal = createAuditLog({
    table,
    isWritable,
    clock,
    serviceNow: () => (serviceClock.isKnown() ? serviceClock.now() : null),
    headFile,
    secrets: credentials.scheme === 'none' ? [] : [credentials.clientSecret],
    onAppended: (entries) => publish('journal.changed', entries, null),
    onFailure,
  });
  const filter = createEventFilter();
  const presses = createPresses(journal);
  let isOpened = false;

  const windowErrors = createWindowErrors(clock, (fields) => journal.note('error', fields));

  const hear: Audit['hear'] = (_level, event, fields) => {
    if (event === 'window_error') return windowErrors.hear(fields);
    const heard = filter(event, fields);
    if (heard !== null) journal.note(...heard);
  };

  /** Before the head is written anew: else a start would hide what was cut. A head of no entries fits any journal. */
  function checkHead(onCut: () => void): void {
    const damaged = store.setAside.find((path) => basename(path).startsWith(JOURNAL_FILE));
    if (damaged !== undefined) {
      // A new journal has none of its sells, so selling stops first.
      onCut();
      headFile.setAside(damaged);
    }
    const head = headFile.read();
    const found = table?.last() ?? null;
    if (head === null ? found === null : head.sequence === 0 || table?.hashAt(head.sequence) === head.hash) return;
    onCut();
    journal.noteNow('cut_found', { count: head?.sequence ?? null });
  }

  const log: Audit['log'] = (level, event, fields) => {
    options.log(level, event, fields);
    hear(level, event, fields);
  };

  function noteUnreadable(key: string): void {
    log('error', 'setting_unreadable', {
      reason: `${key} does not fit; it is kept in the settings' record of changes`,
    });
  }

  return {
    hear,
    log,
    settings: (file) => auditSettings(createSettings(file, clock.now, noteUnreadable), journal),
    orders: {
      write: (before, row, step) =>
        journal.noteWithin(describeStep(before, row, step, presses.releaseOf(row.intent_id))),
      settle: journal.settle,
    },
    handlers: (handlers, ladder) => ({
      ...handlers,
      'orders.place': presses.placing(handlers['orders.place'], ladder),
      'orders.cancel_account': presses.cancelling(handlers['orders.cancel_account']),
      'journal.read': journal.read,
    }),
    opened: (isStopped, ladder, onCut) => {
      if (isWritable) checkHead(onCut);
      isOpened = true;
      // Before the first entry too: a kill between the two would look like a head that was taken away.
      journal.begin();
      journal.noteNow('profile_opened', {
        profile: profile.id,
        kind: profile.kind,
        service_origin: profile.origin,
        version: options.version,
        rung: ladder().rung,
        codes: [isStopped ? 'trading_stopped' : 'trading_allowed'],
      });
      journal.begin();
    },
    prove: journal.prove,
    profileChanged: (fields) => journal.noteNow('profile_changed', fields),
    close: async () => {
      windowErrors.close();
      // A head that was never held against the chain stays as it is: the next start still finds what was cut.
      if (!isOpened) return journal.drop();
      journal.noteNow('profile_closed', {});
      await journal.close();
    },
  };
}
