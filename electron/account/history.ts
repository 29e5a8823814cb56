import { isPositive, subtract, ZERO, type DecimalString } from '../../shared/decimal.ts';
import {
  type AccountHistory,
  HISTORY_FIELDS,
  type HistoryFill,
  type HistoryPoint,
} from '../../shared/ipc/account-schema.ts';
import type { OrderRow } from '../../shared/ipc/order-schema.ts';
import type { CurrencySummary } from '../../shared/service/account.ts';

/** Of a currency. When there are more, every second one of the older half goes. */
export const MOST_POINTS = 1440;
export const MOST_FILLS = 500;

export interface RiskHistory {
  /** Takes the summaries of a poll that worked. */
  readonly noteSummaries: (summaries: readonly CurrencySummary[]) => void;
  /** A poll failed: what comes next stands after a gap. */
  readonly noteFailure: () => void;
  /** Takes rows of the order grid and keeps what of them traded since they were last seen. */
  readonly noteRows: (rows: readonly OrderRow[]) => void;
  /** What came at that moment or later, oldest first. */
  readonly read: (currency: string, from: number) => AccountHistory;
}

/** Margins and greeks since the start, in memory; `now` is wall-clock milliseconds. */
export function createRiskHistory(now: () => number): RiskHistory {
  const startedAt = now();
  const points = new Map<string, HistoryPoint[]>();
  const fills: { readonly currency: string; readonly fill: HistoryFill }[] = [];
  const filledAmounts = new Map<string, DecimalString>();
  let isAfterGap = false;

  return {
    noteSummaries: (summaries) => {
      for (const summary of summaries) {
        const values: HistoryPoint['values'] = {};
        for (const field of HISTORY_FIELDS) {
          const value = summary[field];
          if (value !== undefined) values[field] = value;
        }
        const known = points.get(summary.currency) ?? [];
        known.push({ at: now(), is_after_gap: isAfterGap, values });
        points.set(summary.currency, known.length > MOST_POINTS ? thin(known) : known);
      }
      isAfterGap = false;
    },
    noteFailure: () => {
      isAfterGap = true;
    },
    noteRows: (rows) => {
      for (const row of rows) {
        const filled = row.order?.filled_amount;
        if (filled === undefined) continue;
        const before = filledAmounts.get(row.intent_id);
        filledAmounts.set(row.intent_id, filled);
        const amount = subtract(filled, before ?? ZERO);
        // What an earlier run sold is no event of this one.
        if (!isPositive(amount) || (before === undefined && row.created_at < startedAt)) continue;
        const { instrument_name, label, direction, currency } = row;
        fills.push({ currency, fill: { at: now(), instrument_name, label, direction, amount } });
        if (fills.length > MOST_FILLS) fills.shift();
      }
    },
    read: (currency, from) => ({
      points: (points.get(currency) ?? []).filter(({ at }) => at >= from),
      fills: fills.filter((item) => item.currency === currency && item.fill.at >= from).map(({ fill }) => fill),
    }),
  };
}

/** Gaps stay where they are: a point that begins after one is kept. */
function thin(points: readonly HistoryPoint[]): HistoryPoint[] {
  const half = Math.floor(points.length / 2);
  return points.filter((point, index) => index >= half || index % 2 === 0 || point.is_after_gap);
}
