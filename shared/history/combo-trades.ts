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
 * Trades that repeat others: a combo's trade and its legs' (facts, "User trade"). The combo's goes when all legs are
 * there, else the legs'.
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
