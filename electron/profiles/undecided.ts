import { join } from 'node:path';
import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import { isResting } from '../../shared/orders/outcome/resting.ts';
import { isUndecided } from '../orders/outcome.ts';
import { openForReading } from '../storage/database.ts';
import { JOURNAL_FILE, profileFolder, RFQ_FILE } from '../storage/profile-store.ts';

/** What of a profile has no outcome yet. */
export interface Undecided {
  readonly orders: number;
  readonly cancels: number;
  readonly requests: number;
}

export const NOTHING_UNDECIDED: Undecided = { orders: 0, cancels: 0, requests: 0 };

/**
 * Sells without an outcome, and cancels on their way. An unanswered cancel doesn't count: the next start looks its
 * order up.
 */
export function countUndecided(rows: readonly OrderRow[]): Pick<Undecided, 'orders' | 'cancels'> {
  const isUnderWay = (row: OrderRow) => row.cancel?.state === 'requested' && isResting(row);
  return { orders: rows.filter(isUndecided).length, cancels: rows.filter(isUnderWay).length };
}

/** In words, with what must be done; null where nothing is undecided. */
export function describeUndecided({ orders, cancels, requests }: Undecided): string | null {
  const parts = [
    orders > 0 ? count(orders, 'sell', 'sells') : null,
    cancels > 0 ? count(cancels, 'cancel', 'cancels') : null,
    requests > 0 ? count(requests, 'Block RFQ', 'Block RFQs') : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const isOne = orders + cancels + requests === 1;
  return `${parts.join(' and ')} ${isOne ? 'has' : 'have'} no outcome yet: wait until it is known, or say what was found`;
}

function count(many: number, one: string, several: string): string {
  return many === 1 ? `1 ${one}` : `${many} ${several}`;
}

/** What the files of a profile that is not open leave undecided. Throws when they can't be read. */
export function readUndecided(dataDir: string, profileId: string): Undecided {
  const folder = profileFolder(dataDir, profileId);
  return {
    orders: countIn(join(folder, JOURNAL_FILE), 'intents'),
    cancels: 0,
    requests: countIn(join(folder, RFQ_FILE), 'requests'),
  };
}

function countIn(path: string, table: 'intents' | 'requests'): number {
  const database = openForReading(path);
  if (database === null) return 0;
  try {
    const found = database.prepare(`SELECT count(*) AS n FROM ${table} WHERE outcome IN ('sending', 'unknown')`).get();
    return Number(found?.['n'] ?? 0);
  } finally {
    database.close();
  }
}
