import type { TradeRow } from './view.ts';

/** A combo has no fewer legs; its record need not say how many. */
const FEWEST_LEGS = 2;

/** Whether a trade is a combo's own record, or that of one of a combo's legs. */
export function isOfCombo({ kind, trade }: TradeRow): boolean {
  return kind.endsWith('_combo') || (trade.combo_trade_id ?? null) !== null;
}

/** The combo's trade that it is, or is a leg of. */
export function nameComboTrade({ kind, trade }: TradeRow): string {
  return kind.endsWith('_combo') ? trade.trade_id : String(trade.combo_trade_id);
}

/**
 * Which of these trades say once more what others of them say: the service records a combo's trade as one of the combo
 * and one of each leg, and the combo's fee and profit are the sums of its legs' (facts, section "User trade"). Where
 * all legs are there the combo is left out, for positions are the legs'; where some are missing, those that are there.
 */
export function findSaidTwice(rows: readonly TradeRow[]): ReadonlySet<TradeRow> {
  const combos = rows.filter(({ kind }) => kind.endsWith('_combo'));
  if (combos.length === 0) return new Set();
  const legs = Map.groupBy(
    rows.filter(({ kind, trade }) => !kind.endsWith('_combo') && (trade.combo_trade_id ?? null) !== null),
    nameComboTrade,
  );
  return new Set(
    combos.flatMap((combo) => {
      const found = legs.get(combo.trade.trade_id) ?? [];
      return found.length >= Math.max(FEWEST_LEGS, combo.trade.legs?.length ?? 0) ? [combo] : found;
    }),
  );
}
