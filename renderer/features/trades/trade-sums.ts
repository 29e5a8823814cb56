import type { DecimalString } from '../../../shared/decimal.ts';
import { findSaidTwice } from '../../../shared/history/combo-trades.ts';
import type { TradeRow } from '../../../shared/history/view.ts';
import { countShown, sumAmounts } from '../../grid/totals.ts';
import { formatFixed, formatSigned, MISSING } from '../../ui/words/format.ts';
import { feeCurrencyOf, moneyOf } from './trade-columns.ts';

const SEVERAL = 'several';

/**
 * The totals row of the trades shown: amounts of one instrument, money of one currency. What a combo's record and its legs
 * both have is added once. `all`: how many trades there are before search and filters.
 */
export function sumTrades(rows: readonly TradeRow[], all = rows.length): Readonly<Record<string, string>> {
  const saidTwice = findSaidTwice(rows);
  const counted = rows.filter((row) => !saidTwice.has(row));
  const instruments = new Set(rows.map(({ trade }) => trade.instrument_name));
  const isOneFeeCurrency = new Set(rows.map(feeCurrencyOf)).size === 1;
  const isOneCurrency = new Set(rows.map(({ currency }) => currency)).size === 1;
  const currencies = new Set(rows.map(moneyOf));
  const total = (
    isAlike: boolean,
    read: (row: TradeRow) => DecimalString | null | undefined,
    of: readonly TradeRow[] = counted,
  ): DecimalString | null => {
    const values = of.flatMap((row) => read(row) ?? []);
    return isAlike && values.length > 0 ? sumAmounts(values) : null;
  };
  const profit = total(isOneCurrency, ({ trade }) => trade.profit_loss);
  return {
    time: countShown(rows.length, all, 'trade'),
    instrument: instruments.size > 1 ? `${instruments.size} instruments` : '',
    amount: formatFixed(
      total(instruments.size === 1, ({ trade }) => trade.amount),
      null,
    ),
    fee: formatFixed(
      total(isOneFeeCurrency, ({ trade }) => trade.fee),
      null,
    ),
    predicted_fee: formatFixed(
      total(isOneFeeCurrency, (row) => row.predicted_fee, rows),
      null,
    ),
    profit: profit === null ? MISSING : formatSigned(profit),
    profit_currency: currencies.size === 1 ? [...currencies].join('') : SEVERAL,
  };
}
