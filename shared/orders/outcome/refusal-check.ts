import type { OrderRow } from '../../ipc/schemas/order-schema.ts';
import { SERVICE_ERROR_CODES } from '../../service/error-codes.ts';

/**
 * Rejections that no forecast can know: margin, position and order limits, frozen protection, later cancels, barred
 * accounts (contract, error codes).
 */
const OF_THE_ACCOUNT: readonly number[] = [
  10_009, 10_010, 10_013, 10_014, 10_015, 10_016, 10_017, 10_018, 10_037, 10_038, 10_039, 10_072, 11_013, 11_022,
  11_035, 11_098, 13_030, 13_666, 13_901,
];

/** Without a position there is nothing to reduce: the forecast does not look at that, and says so. */
const NOTHING_TO_REDUCE = 11_030;

/** An order of the account in its way, where the terminal knew of none: one that was just placed elsewhere, or of a subaccount. */
const OF_OTHER_ORDERS: readonly number[] = [10_003];

/**
 * Rejections by a market that moved since the forecast. 10005, 10006: below the band, forecast. 10007, 10008: above it,
 * for linked buys.
 */
const OF_THE_MARKET: readonly number[] = [
  10_005, 10_006, 10_007, 10_008, 10_011, 10_012, 10_034, 10_035, 11_021, 11_054,
];

/**
 * Whether the service rejected a sell that was forecast to be taken, for a reason that rules could know. Temporary and
 * key errors don't count.
 */
export function isRefusalUnforeseen({ outcome, refusal, expected, reduce_only }: OrderRow): boolean {
  if (outcome !== 'refused' || expected === null || refusal?.code == null) return false;
  if (expected.behaviour === 'refused' || expected.behaviour === 'unclear') return false;
  const { code } = refusal;
  if (reduce_only && code === NOTHING_TO_REDUCE) return false;
  if ([OF_THE_ACCOUNT, OF_THE_MARKET, OF_OTHER_ORDERS].some((codes) => codes.includes(code))) return false;
  return (SERVICE_ERROR_CODES.get(code)?.class ?? 'refused') === 'refused';
}
