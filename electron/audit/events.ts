import type { JournalKind } from '../../shared/ipc/schemas/journal-schema.ts';

type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** Events of the back end's log that the journal keeps, and as what. Those of orders, settings and windows are kept elsewhere. */
const ERRORS: readonly string[] = ['journal_failed', 'journal_full', 'intents_unreadable', 'setting_unreadable'];

/** Hears the back end's events and tells which of them the journal keeps. */
export function createEventFilter(): (event: string, fields: Fields) => readonly [JournalKind, Fields] | null {
  let isAway = false;
  return (event, fields) => {
    if (ERRORS.includes(event)) return ['error', { ...fields, event }];
    switch (event) {
      case 'damaged_file_set_aside':
        return ['file_set_aside', fields];
      case 'amend_sent':
      case 'amend_outcome':
        return ['amend', fields];
      case 'plan':
        return ['plan', fields];
      case 'connection':
        return ['connection', fields];
      case 'logged_in':
        return ['login', fields];
      case 'call_failed':
        return fields['method'] === 'public/auth' ? ['login_refused', fields] : null;
      case 'reads': {
        // While the service is away it is tried four times a second: what counts is that it went and came back.
        const wasAway = isAway;
        isAway = fields['to'] !== 'closed';
        return wasAway === isAway ? null : ['breaker', fields];
      }
      default:
        return null;
    }
  };
}
