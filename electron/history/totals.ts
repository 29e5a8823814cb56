import { add, type DecimalString } from '../../shared/decimal.ts';
import { findSaidTwice, isOfCombo, nameComboTrade } from '../../shared/history/combo-trades.ts';
import { amountUnitOfName } from '../../shared/service/instrument-name.ts';
import type { Total, TradeRow } from '../../shared/history/view.ts';

/** Sums by currency or unit, exact. */
type Sums = Map<string, DecimalString>;

interface Running {
  trades: number;
  within: number;
  withoutFee: number;
  withoutProfit: number;
  readonly volume: Sums;
  readonly fees: Sums;
  readonly predicted: Sums;
  /** Charged for the trades whose fee was forecast. */
  readonly charged: Sums;
  readonly profit: Sums;
}

/** A combo's trade and its legs' are at most this far apart. */
const COMBO_SPAN_MS = 60_000;

/** Trades added up one by one, in the order of their time: altogether, by instrument, by UTC day and by label. */
export interface Totals {
  readonly add: (row: TradeRow) => void;
  readonly read: () => Pick<GroupedTotals, 'all' | 'by_instrument' | 'by_day' | 'by_label'>;
}

interface GroupedTotals {
  readonly all: Total;
  readonly by_instrument: Total[];
  readonly by_day: Total[];
  readonly by_label: Total[];
}

export function createTotals(): Totals {
  const all = begin();
  const groups = {
    instrument: new Map<string, Running>(),
    day: new Map<string, Running>(),
    label: new Map<string, Running>(),
  };
  /** Combo trades that wait for their legs. */
  const combos = new Map<string, TradeRow[]>();

  function countEverywhere(row: TradeRow, isSaidTwice: boolean): void {
    const { timestamp, instrument_name, label = '' } = row.trade;
    count(all, row, isSaidTwice);
    count(groupOf(groups.instrument, instrument_name), row, isSaidTwice);
    count(groupOf(groups.day, new Date(timestamp).toISOString().slice(0, 10)), row, isSaidTwice);
    count(groupOf(groups.label, label), row, isSaidTwice);
  }

  /** Counts trades that nothing can join any more; without a time, all. */
  function countCombos(nowMs: number | null): void {
    for (const [id, rows] of combos) {
      const beganAt = rows[0]?.trade.timestamp ?? 0;
      if (nowMs !== null && Math.abs(nowMs - beganAt) <= COMBO_SPAN_MS) return;
      const saidTwice = findSaidTwice(rows);
      for (const row of rows) countEverywhere(row, saidTwice.has(row));
      combos.delete(id);
    }
  }

  return {
    add: (row) => {
      if (!isOfCombo(row)) return countEverywhere(row, false);
      countCombos(row.trade.timestamp);
      const id = nameComboTrade(row);
      const known = combos.get(id);
      if (known === undefined) combos.set(id, [row]);
      else known.push(row);
    },
    read: () => {
      countCombos(null);
      return {
        all: finish('', all),
        by_instrument: list(groups.instrument),
        by_day: list(groups.day),
        by_label: list(groups.label),
      };
    },
  };
}

function begin(): Running {
  const sums = (): Sums => new Map();
  return {
    trades: 0,
    within: 0,
    withoutFee: 0,
    withoutProfit: 0,
    volume: sums(),
    fees: sums(),
    predicted: sums(),
    charged: sums(),
    profit: sums(),
  };
}

function groupOf(groups: Map<string, Running>, name: string): Running {
  const known = groups.get(name) ?? begin();
  groups.set(name, known);
  return known;
}

function raise(sums: Sums, name: string, by: DecimalString): void {
  const known = sums.get(name);
  sums.set(name, known === undefined ? by : add(known, by));
}

function count(total: Running, row: TradeRow, isSaidTwice: boolean): void {
  const { trade, currency, predicted_fee: predicted } = row;
  const { fee, fee_currency: feeCurrency, profit_loss: profit } = trade;
  total.trades += 1;
  // A forecast is of a whole order, so it is on the combo's record only.
  if (fee != null && feeCurrency != null && predicted !== null) {
    raise(total.predicted, feeCurrency, predicted);
    raise(total.charged, feeCurrency, fee);
  }
  if (isSaidTwice) {
    total.within += 1;
    return;
  }
  raise(total.volume, amountUnitOfName(trade.instrument_name), trade.amount);
  if (fee == null || feeCurrency == null) total.withoutFee += 1;
  else raise(total.fees, feeCurrency, fee);
  if (profit == null) total.withoutProfit += 1;
  else raise(total.profit, currency, profit);
}

function finish(name: string, total: Running): Total {
  const money = (sums: Sums) => [...sums].map(([currency, value]) => ({ currency, value }));
  return {
    name,
    trades: total.trades,
    within_others: total.within,
    volume: money(total.volume),
    fees: money(total.fees),
    predicted: money(total.predicted).map((item) => ({
      ...item,
      charged: total.charged.get(item.currency) ?? item.value,
    })),
    profit: money(total.profit),
    without_fee: total.withoutFee,
    without_profit: total.withoutProfit,
  };
}

function list(groups: ReadonlyMap<string, Running>): Total[] {
  return [...groups].map(([name, total]) => finish(name, total)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
