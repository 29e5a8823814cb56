import { expect } from 'vitest';
import type { Bench, Refused } from '../caller.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Result of `private/sell` as it came. */
export interface Placed {
  readonly order: Json;
  readonly trades: Json[];
}

/** The instrument that orders are for unless they name another. */
export const PERPETUAL = { instrument_name: 'BTC-PERPETUAL' };

/** Sells, and looks at what became of them, on whichever bench is open. */
export function sellerOn(bench: () => Bench) {
  function recordsOf(method: string, label: string): Promise<Json[]> {
    return bench().result<Json[]>(method, { currency: 'BTC', label });
  }

  return {
    sell: (params: Json) => bench().result<Placed>('private/sell', { ...PERPETUAL, ...params }),

    /** The refusal of a sell. Fails when an order was created all the same. */
    refused: async (params: Json): Promise<Refused | undefined> => {
      const created = bench().simulator.control.executions();
      const answer = await bench().call('private/sell', { ...PERPETUAL, ...params });
      expect(bench().simulator.control.executions(), 'a refused order was created').toBe(created);
      expect(answer.status).toBe(400);
      return answer.error;
    },

    ticker: async (name = 'BTC-PERPETUAL') => {
      const values = await bench().result<Record<string, number>>('public/ticker', { instrument_name: name });
      return {
        bid: values['best_bid_price'] ?? Number.NaN,
        bidAmount: values['best_bid_amount'] ?? Number.NaN,
        ask: values['best_ask_price'] ?? Number.NaN,
        min: values['min_price'] ?? Number.NaN,
      };
    },

    open: (label: string) => recordsOf('private/get_open_orders_by_label', label),
    recent: (label: string) => recordsOf('private/get_order_state_by_label', label),
  };
}
