import type { OrderRow } from '../../shared/ipc/schemas/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import type { Found } from './looks/look-up.ts';
import { LONGEST_PAUSE_MS } from './looks/look-up-pace.ts';
import { mayBeMadeYet } from './looks/owed-look.ts';
import type { TradeSearch } from './looks/trade-search.ts';
import { isUndecided } from './outcome.ts';
import type { PersonCalls } from './person-calls.ts';
import type { ReconcilerOptions } from './reconciler.ts';
import { acceptTraded, readTraded, type Traded } from './traded-order.ts';

interface SettleTradedOptions extends Pick<ReconcilerOptions, 'isOfAnother' | 'lag' | 'advance' | 'current'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly reopen: PersonCalls['reopen'];
  /** Looks for the order itself, after the pause. */
  readonly verify: (row: OrderRow, pauseMs: number) => void;
}

/** What look-ups tell beside the trades. */
interface Sought {
  /** What is under the label and not ours may trade, too. */
  readonly shown: readonly Order[];
  /** Whether they may have forgotten what is over. */
  readonly isForgotten: boolean;
}

/** Takes trades as proof that a sell was executed: before look-ups show its order, and after they have forgotten it. */
export interface SettleTraded {
  readonly read: (row: OrderRow, trades: TradeSearch, sought: Sought) => Traded;
  /** True where the intent is decided, by these trades or before. */
  readonly byOwn: (row: OrderRow, own: Traded['own']) => boolean;
  /** The same for a late look and its trades. A decision is taken back when trades can't be searched or are unclear. */
  readonly forgotten: (row: OrderRow, found: Found, trades: TradeSearch) => boolean;
}

export function createSettleTraded(options: SettleTradedOptions): SettleTraded {
  const { clock, lag, isOfAnother, advance, current, reopen, verify } = options;

  function read(row: OrderRow, trades: TradeSearch, { shown, isForgotten }: Sought): Traded {
    const others = new Set(shown.map(({ order_id }) => order_id));
    return readTraded(row, trades, {
      isAnothers: (id) => others.has(id) || isOfAnother(id, row.intent_id),
      setBackMs: lag.setBackMs(row.intent_id),
      isForgotten,
    });
  }

  function byOwn(row: OrderRow, [first, ...others]: Traded['own']): boolean {
    if (first === undefined) return false;
    const latest = current(row.intent_id) ?? row;
    if (!isUndecided(latest) && !mayBeMadeYet(latest)) return true;
    const traced = acceptTraded(latest, [first, ...others], clock.now());
    advance(traced, 'look_up', { order_id: first.order_id, trades: others.length + 1 });
    verify(traced, LONGEST_PAUSE_MS);
    return true;
  }

  return {
    read,
    byOwn,
    forgotten: (row, { orders }, trades) => {
      const latest = current(row.intent_id) ?? row;
      const { own, asked } = read(latest, trades, { shown: orders, isForgotten: true });
      if (byOwn(latest, own)) return true;
      const isDoubtful = trades.kind === 'failed' || asked !== undefined;
      // A person's word stands against what proves nothing.
      if (!isDoubtful || latest.outcome === 'closed' || !mayBeMadeYet(latest)) return false;
      reopen(latest, asked);
      return true;
    },
  };
}
