import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Clock } from '../clock.ts';
import type { Found } from './looks/look-up.ts';
import { LONGEST_PAUSE_MS } from './looks/look-up-pace.ts';
import { mayBeMadeYet } from './looks/owed-look.ts';
import type { TradeSearch } from './looks/trade-search.ts';
import { isUndecided } from './outcome.ts';
import type { ReconcilerOptions } from './reconciler.ts';
import { acceptTraded, readTraded, type Traded } from './traded-sell.ts';

interface SettleTradedOptions extends Pick<ReconcilerOptions, 'isOfAnother' | 'lag' | 'advance' | 'current'> {
  readonly clock: Pick<Clock, 'now'>;
  /** Looks for the order itself, after the pause. */
  readonly verify: (row: OrderRow, pauseMs: number) => void;
}

/** Takes trades as proof that a sell was executed: before look-ups show its order, and after they have forgotten it. */
export interface SettleTraded {
  /** `shown`: what is under the label and not ours may trade, too. */
  readonly read: (row: OrderRow, trades: TradeSearch, shown: readonly Order[]) => Traded;
  /** True where the intent is decided, by these trades or before. */
  readonly byOwn: (row: OrderRow, own: Traded['own']) => boolean;
  /** The same for what a late look found and trades tell; a trade from before the sell leaves it as it is. */
  readonly forgotten: (row: OrderRow, found: Found, trades: TradeSearch) => boolean;
}

export function createSettleTraded(options: SettleTradedOptions): SettleTraded {
  const { clock, lag, isOfAnother, advance, current, verify } = options;

  function read(row: OrderRow, trades: TradeSearch, shown: readonly Order[]): Traded {
    const others = new Set(shown.map(({ order_id }) => order_id));
    return readTraded(row, trades, {
      isAnothers: (id) => others.has(id) || isOfAnother(id, row.intent_id),
      setBackMs: lag.setBackMs(row.intent_id),
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
      const { own, older } = read(row, trades, orders);
      return older === undefined && byOwn(row, own);
    },
  };
}
