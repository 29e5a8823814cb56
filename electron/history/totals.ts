import { add, type DecimalString } from '../../shared/decimal.ts';
import { amountUnitOfName } from '../../shared/service/instrument-name.ts';
import type { Total, TradeRow } from '../../shared/history/view.ts';

/** Sums by currency or unit, exact. */
type Sums = Map<string, DecimalString>;

interface Running {
  trades: number;
  withoutFee: number;
  withoutProfit: number;
  readonly volume: Sums;
  readonly fees: Sums;
  readonly predicted: Sums;
  /** Charged for the trades whose fee was forecast. */
  readonly charged: Sums;
  readonly profit: Sums;
}

/** Trades added up one by one: altogether, by instrument, by UTC day and by label. */
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
  return {
    add: (row) => {
      const { timestamp, instrument_name, label = '' } = row.trade;
      count(all, row);
      count(groupOf(groups.instrument, instrument_name), row);
      count(groupOf(groups.day, new Date(timestamp).toISOString().slice(0, 10)), row);
      count(groupOf(groups.label, label), row);
    },
    read: () => ({
      all: finish('', all),
      by_instrument: list(groups.instrument),
      by_day: list(groups.day),
      by_label: list(groups.label),
    }),
  };
}

function begin(): Running {
  const sums = (): Sums => new Map();
  return {
    trades: 0,
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

function count(total: Running, { trade, currency, predicted_fee: predicted }: TradeRow): void {
  const { fee, fee_currency: feeCurrency, profit_loss: profit } = trade;
  total.trades += 1;
  raise(total.volume, amountUnitOfName(trade.instrument_name), trade.amount);
  if (fee == null || feeCurrency == null) total.withoutFee += 1;
  else {
    raise(total.fees, feeCurrency, fee);
    if (predicted !== null) {
      raise(total.predicted, feeCurrency, predicted);
      raise(total.charged, feeCurrency, fee);
    }
  }
  if (profit == null) total.withoutProfit += 1;
  else raise(total.profit, currency, profit);
}

function finish(name: string, total: Running): Total {
  const money = (sums: Sums) => [...sums].map(([currency, value]) => ({ currency, value }));
  return {
    name,
    trades: total.trades,
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
