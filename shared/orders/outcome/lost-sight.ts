import type { OrderRow } from '../../ipc/schemas/order-schema.ts';

/** The report on an order in neither recent nor open look-ups. */
export interface LostSight {
  /** What its trades filled; undefined when they may be incomplete. */
  readonly traded: string | undefined;
  /** Whether no look-up has shown it ever: that it was shown as over, or at rest, can't be said then. */
  readonly isNeverShown: boolean;
}

const NEVER = 'never';

/** Null for an order that is not told so. */
export function readLostSight({ notices }: Pick<OrderRow, 'notices'>): LostSight | null {
  const params = notices.find(({ code }) => code === 'no_longer_known')?.params;
  return params === undefined ? null : readLostParams(params);
}

/** The same of the notice's parameters. */
export function readLostParams({ traded, shown }: Readonly<Record<string, string>>): LostSight {
  return { traded, isNeverShown: shown === NEVER };
}

/** The parameters of the notice that a row loses sight with. */
export function nameLostSight(
  row: Pick<OrderRow, 'order' | 'known_by_reply'>,
  traded: string | undefined,
): Record<string, string> {
  const isNeverShown = row.order === null || row.known_by_reply === true;
  return { ...(traded === undefined ? {} : { traded }), ...(isNeverShown ? { shown: NEVER } : {}) };
}
