import type { MeterView, SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { CurrencySummary } from '../../../shared/service/account.ts';

/**
 * What is left of the buckets that the terminal meters, by their place in a summary's limits. With limits per currency the place
 * without a currency's key is that of the summary's own (contract), unless others stand beside it by their keys (facts, section 4).
 */
export function listLimitMeters(
  status: SessionStatus | null,
  currency: string,
  limits: CurrencySummary['limits'],
): ReadonlyMap<string, MeterView> {
  const meters = new Map<string, MeterView>();
  if (status === null) return meters;
  const { read_meter: reads, order_meter: common, request_budget } = status;
  const own = request_budget.own_order_meters;
  if (reads !== null) meters.set('non_matching_engine', reads);
  if (common !== null) for (const place of COMMON) meters.set(place, common);
  for (const meter of own) meters.set(placeOf(meter.name), meter);
  const ofCurrency = own.find(({ name }) => name === currency.toLowerCase());
  const isKeyed = own.some(({ name }) => Object.hasOwn(limits?.matching_engine ?? {}, name) && name !== 'spot');
  if (limits?.limits_per_currency === true && !isKeyed && ofCurrency !== undefined)
    for (const place of COMMON) meters.set(place, ofCurrency);
  return meters;
}

/** Where the limit of all orders may stand: in its own place, or told flat. */
const COMMON = ['matching_engine.trading.total', 'matching_engine.trading', 'matching_engine'];

function placeOf(name: string): string {
  return name === 'spot' ? 'matching_engine.spot' : `matching_engine.${name}.trading.total`;
}
