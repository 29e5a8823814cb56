import { z } from 'zod';
import type { JournalKind } from '../../shared/ipc/schemas/journal-schema.ts';
import { presetScopeSchema } from '../../shared/orders/presets.ts';
import { ACCOUNT_KEY } from '../account/account-owner.ts';
import { JOURNAL_CUT, UNREADABLE_SEEN } from '../session/journal-standing.ts';
import { LAGS_KEY } from '../storage/lag-memory.ts';
import type { Settings } from '../storage/settings.ts';
import type { AuditLog } from './audit-log.ts';
import { canonicalJson } from './chain.ts';

const KINDS: Readonly<Record<string, JournalKind>> = { ladder: 'ladder', guards: 'guards', presets: 'presets' };

/** Settings of which only names matter to a journal. */
const LAYOUTS: ReadonlySet<string> = new Set(['workspaces', 'own_windows']);

const namedSchema = z.object({ name: z.string() });
const scopedSchema = z.object({ scope: presetScopeSchema });

/** A preset is named by what it is for. */
function nameItem(item: unknown): string {
  if (typeof item === 'string') return item;
  const scope = scopedSchema.safeParse(item).data?.scope;
  if (scope === undefined) return namedSchema.safeParse(item).data?.name ?? '?';
  const parts = [scope.instrument_name, scope.currency, scope.kind];
  return parts.filter((part) => part !== null).join(' ');
}

/** The logged part of a value: names of lists and layouts, else all of it. */
function tell(key: string, value: unknown): string | readonly string[] | null {
  if (value === null) return null;
  const items = LAYOUTS.has(key) ? z.object({ items: z.unknown() }).safeParse(value).data?.items : value;
  if (!Array.isArray(items)) return canonicalJson(items);
  return items.map(nameItem);
}

/** The same settings, whose changes are journaled: old, new, and whether kept. */
export function auditSettings(settings: Settings, log: AuditLog): Settings {
  function change(key: string, value: unknown, write: () => void): void {
    const before = settings.read(key, z.unknown());
    let isKept = false;
    try {
      write();
      isKept = true;
    } finally {
      const [from, to] = [tell(key, before), tell(key, value)];
      // A layout that was only moved says nothing that a journal should.
      if (!LAYOUTS.has(key) || canonicalJson(from) !== canonicalJson(to) || !isKept) {
        record(log, key, { from, to, is_kept: isKept });
      }
    }
  }
  return {
    ...settings,
    write: (key, value) => change(key, value, () => settings.write(key, value)),
    record: (key, value) => change(key, value, () => settings.record(key, value)),
  };
}

/** Settings without an entry: they have their own entries, or nobody chose them. */
const OWN_NOTES: readonly string[] = [ACCOUNT_KEY, UNREADABLE_SEEN, LAGS_KEY];

function record(log: AuditLog, key: string, { to, ...fields }: Readonly<Record<string, unknown>>): void {
  if (OWN_NOTES.includes(key)) return;
  if (key === JOURNAL_CUT) {
    // That it was found so has an entry already.
    if (to === 'false') log.noteNow('cut_confirmed', { is_kept: fields['is_kept'] });
  } else if (key === 'trading_stopped') {
    log.noteNow(to === 'true' ? 'trading_stopped' : 'trading_allowed', { is_kept: fields['is_kept'] });
  } else {
    log.noteNow(KINDS[key] ?? 'setting', { setting: key, to, ...fields });
  }
}
