import { makeIntent } from '../../../electron/orders/intent.ts';
import { judgePlaced } from '../../../electron/orders/outcome.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import type { OrderFacts } from '../../../shared/orders/facts.ts';
import { forecastOrder } from '../../../shared/orders/forecast/forecast.ts';
import { buildOrderParams } from '../../../shared/orders/request.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { orderPlacedSchema } from '../../../shared/service/order.ts';
import type { Ticker } from '../../../shared/service/ticker.ts';
import { option, optionTicker, perpetual, perpetualTicker, placedOrder, orderDraft, orderFacts } from './records.ts';

export const NOW_MS = Date.UTC(2026, 10, 21, 9);

/** A sell as the desk journals it, with what the forecast of this market said. */
export function intentOf(
  draft: OrderDraft,
  instrument: Instrument = perpetual(),
  ticker: Ticker = perpetualTicker(),
  facts: Partial<OrderFacts> = {},
) {
  const params = buildOrderParams(draft, 'mine', NOW_MS + 5000, instrument);
  const forecast = forecastOrder(draft, orderFacts({ instrument, ticker, ...facts }));
  return makeIntent(draft, {
    intentId: '1',
    params,
    forecast,
    currency: 'BTC',
    nowMs: NOW_MS,
    serviceNowMs: NOW_MS,
  });
}

/** A reply's trade: amount, price, fee in BTC, other fields. */
export type Trade = readonly [amount: number, price: number, fee?: number, more?: Record<string, unknown>];

/** The service's reply to a sell: booked as asked, but for the changes. */
export function reply(row: OrderRow, changes: Record<string, unknown>, trades: readonly Trade[] = []) {
  const { instrument_name, label, type, time_in_force, amount, price, post_only, reduce_only } = row;
  const asked = { instrument_name, label, order_type: type, time_in_force, amount, price, post_only, reduce_only };
  return orderPlacedSchema.parse({
    order: placedOrder({ ...asked, ...changes }),
    trades: trades.map(([traded, at, fee, more], index) => ({
      trade_id: `T-${index}`,
      trade_seq: index + 1,
      timestamp: NOW_MS,
      order_id: 'BTC-1',
      instrument_name,
      direction: 'sell',
      amount: traded,
      price: at,
      ...(fee === undefined ? {} : { fee, fee_currency: 'BTC', liquidity: 'T' }),
      ...more,
    })),
  });
}

/** What the desk tells of a reply, in short: `missed state: open is cancelled`. */
export function told(row: OrderRow, changes: Record<string, unknown>, trades: readonly Trade[] = []): string[] {
  return judgePlaced(row, reply(row, changes, trades), NOW_MS)
    .row.notices.filter(({ code }) => code === 'forecast_missed' || code === 'market_moved')
    .map(
      ({ code, params }) =>
        `${code === 'market_moved' ? 'moved' : 'missed'} ${params['field']}: ${params['expected']} is ${params['actual']}`,
    );
}

/** A sell of one option, priced in USD or volatility. */
export function sellOption(changes: Partial<OrderDraft>): OrderRow {
  const draft = orderDraft({ instrument_name: 'BTC-27MAR27-100000-C', amount: '1', ...changes });
  return intentOf(draft, option(), optionTicker({ underlying_price: 98_000, underlying_index: 'BTC-27MAR27' }));
}
