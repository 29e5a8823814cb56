import { expect } from 'vitest';
import { basic, type Bench, type Refused } from '../caller.ts';
import { PERPETUAL, type Json, type Placed } from './seller.ts';

/** How long a test lets the market run until something happens, and in what strides. */
const MOST_TURNS = 2000;
const STRIDE_MS = 1000;

/** Buys and sells, and waits for what the market does to orders, on whichever bench is open. */
export function traderOn(bench: () => Bench) {
  async function find(label: string): Promise<Json[]> {
    return bench().result<Json[]>('private/get_order_state_by_label', { currency: 'BTC', label });
  }

  return {
    sell: (params: Json) => bench().result<Placed>('private/sell', { ...PERPETUAL, ...params }),
    buy: (params: Json) => bench().result<Placed>('private/buy', { ...PERPETUAL, ...params }),
    find,

    /** The one order of a label. */
    order: async (label: string): Promise<Json> => {
      const [order] = await find(label);
      if (order === undefined) throw new Error(`no order ${label}`);
      return order;
    },

    /** The open orders of an instrument, oldest first. */
    open: async (label?: string): Promise<Json[]> => {
      const found = await bench().result<Json[]>('private/get_open_orders');
      return found.filter((order) => label === undefined || order['label'] === label);
    },

    /** The refusal of an order. Fails when one was created all the same. */
    refused: async (params: Json, method = 'private/sell'): Promise<Refused | undefined> => {
      const { control } = bench().simulator;
      const created = control.executions();
      const answer = await bench().call(method, { ...PERPETUAL, ...params });
      expect(control.executions(), 'a refused order was created').toBe(created);
      expect(answer.status).toBe(400);
      return answer.error;
    },

    ticker: (name = 'BTC-PERPETUAL') =>
      bench().result<Record<string, number>>('public/ticker', { instrument_name: name }) as Promise<
        Record<
          | 'best_bid_price'
          | 'best_ask_price'
          | 'best_bid_amount'
          | 'best_ask_amount'
          | 'mark_price'
          | 'index_price'
          | 'last_price'
          | 'min_price'
          | 'max_price'
          | 'underlying_price'
          | 'mark_iv',
          number
        >
      >,

    /** A subaccount buys that much, at that price or better. */
    takenByOthers: async (amount: number, price: number): Promise<void> => {
      const { control } = bench().simulator;
      const [, subaccountId = 0] = control.accountIds();
      const key = basic(control.addKey(['trade:read_write'], { subaccountId }));
      const params = { ...PERPETUAL, amount, price, time_in_force: 'immediate_or_cancel', post_only: false };
      const taken = await bench().call('private/buy', params, key);
      expect(taken).toMatchObject({ result: { order: { filled_amount: amount } } });
    },

    /** Lets the market run until that is so; fails when it never is. */
    until: async (holds: () => Promise<boolean>): Promise<void> => {
      for (let turn = 0; turn < MOST_TURNS; turn += 1) {
        if (await holds()) return;
        bench().clock.ms += STRIDE_MS;
      }
      throw new Error('it never happened');
    },
  };
}

/** A bitcoin option near the money, two weeks out or more. */
export function optionName(bench: Bench, type: 'C' | 'P', index: number): string {
  const names = bench.simulator.control.instrumentNames();
  const strikes = names.filter((name) => new RegExp(`^BTC-.*DEC26-\\d+-${type}$`).test(name));
  const distance = (name: string) => Math.abs(Number(name.split('-')[2]) - index);
  const [nearest] = strikes.toSorted((a, b) => distance(a) - distance(b));
  if (nearest === undefined) throw new Error('no option');
  return nearest;
}
