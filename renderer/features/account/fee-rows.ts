import type { DecimalString } from '../../../shared/decimal.ts';
import type { Fees } from '../../../shared/service/account.ts';

/** The account's own fee of a kind of instrument on an index. */
export interface FeeRow {
  readonly index: string;
  readonly kind: string;
  /** `relative`: factors on the instrument's own fee. `fixed`: the rates themselves. */
  readonly type: string;
  readonly maker: DecimalString;
  readonly taker: DecimalString;
  readonly blockTrade: DecimalString | null;
}

/** The fees object as rows, whether it came as a map or as the list that older servers send. */
export function listFees(fees: Fees | undefined): FeeRow[] {
  if (fees === undefined) return [];
  const items = Array.isArray(fees)
    ? fees.map(({ index_name, kind, value }) => ({ index: index_name, kind, value }))
    : Object.entries(fees).flatMap(([index, kinds]) =>
        Object.entries(kinds).map(([kind, value]) => ({ index, kind, value })),
      );
  return items.map(({ index, kind, value }) => ({
    index,
    kind,
    type: value.default.type,
    maker: value.default.maker,
    taker: value.default.taker,
    blockTrade: value.block_trade ?? null,
  }));
}
