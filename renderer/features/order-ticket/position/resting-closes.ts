import { type DecimalString, isZero, subtract, sum, ZERO } from '../../../../shared/decimal.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { isResting } from '../../../../shared/orders/outcome/resting.ts';

/** What this terminal's working reduce-only orders would close of a position, in the amount unit; null where none do. */
export function sumResting(
  rows: readonly OrderRow[],
  instrumentName: string,
  direction: string | undefined,
): DecimalString | null {
  const closing = rows.filter(
    (row) => row.instrument_name === instrumentName && row.reduce_only && row.direction !== direction && isResting(row),
  );
  const total = sum(
    closing.map(({ amount, order }) => subtract(order?.amount ?? amount, order?.filled_amount ?? ZERO)),
  );
  return isZero(total) ? null : total;
}
