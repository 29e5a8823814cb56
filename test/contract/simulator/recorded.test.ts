import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSimulator } from '../../../simulator/simulator.ts';
import { openBench, type Bench } from './caller.ts';
import type { Json } from './orders/seller.ts';
import { traderOn } from './orders/trader.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const { sell, buy } = traderOn(() => bench);
const SPOT = { instrument_name: 'BTC_USDC' };
const ticker = (name: string) => bench.result('public/ticker', { instrument_name: name });
const named = (pattern: RegExp) => bench.simulator.control.instrumentNames().find((name) => pattern.test(name)) ?? '';
/** Decimal places of a wire number. */
const places = (value: unknown) => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

/** What recorded replies have, as the simulator has it. */
describe('as recorded', () => {
  test('a trade says whether it was one with oneself', async () => {
    const { trades } = await sell({ amount: 10, type: 'market' });
    expect(trades[0]).toMatchObject({ self_trade: false, reduce_only: false });
  });

  test.each([
    ['buy', 'BTC'],
    ['sell', 'USDC'],
  ] as const)('a spot %s pays its fee in what it receives, %s, and can’t reduce', async (side, currency) => {
    const trade = { buy, sell }[side];
    const { trades } = await trade({ ...SPOT, amount: 0.01, type: 'market' });
    expect(trades[0]).toMatchObject({ fee_currency: currency });
    expect(trades[0]).not.toHaveProperty('reduce_only');
  });

  test('a report of cancelled spot orders names the pair', async () => {
    const { index_price: index } = (await ticker('BTC_USDC')) as { index_price: number };
    await sell({ ...SPOT, amount: 0.01, price: Math.floor(index * 1.015) });
    expect(await bench.result<Json[]>('private/cancel_all', { detailed: true })).toMatchObject([
      { currency: 'BTC_USDC', instrument_name: 'BTC_USDC' },
    ]);
  });

  test('a spot pair is quoted to the cent, within 2 % of its index, and is never delivered', async () => {
    const spot = await ticker('BTC_USDC');
    const index = Number(spot['index_price']);
    expect(spot).not.toHaveProperty('estimated_delivery_price');
    expect(Number(spot['min_price'])).toBeCloseTo(index * 0.98, 1);
    expect(Number(spot['max_price'])).toBeCloseTo(index * 1.02, 1);
    expect(await bench.result('public/get_instrument', SPOT)).toMatchObject({ tick_size: 0.01 });
  });

  test('a linear option counts its volume in what it is quoted in, and names the future of its expiry', async () => {
    const name = named(/^BTC_USDC-.*-C$/);
    const { stats, underlying_index: underlying } = (await ticker(name)) as {
      stats: Json;
      underlying_index: string;
    };
    expect(stats['volume_notional']).toBe(stats['volume_usd']);
    expect(name.startsWith(`${underlying}-`)).toBe(true);
  });

  test('options settle at eight decimals, whatever those of their mark', async () => {
    const names = bench.simulator.control.instrumentNames().filter((name) => /^BTC-\w+-\d+-C$/.test(name));
    const settled = await Promise.all(names.slice(0, 20).map(ticker));
    expect(Math.max(...settled.map((own) => places(own['settlement_price'])))).toBe(8);
    expect(Math.max(...settled.map((own) => places(own['mark_price'])))).toBe(4);
  });

  test('a Block RFQ is marked at nine decimals', async () => {
    const { block_rfqs: prints } = await bench.result<{ block_rfqs: Json[] }>('public/get_block_rfq_trades', {
      currency: 'BTC',
    });
    expect(Math.max(...prints.map((print) => places(print['mark_price'])))).toBe(9);
  });

  test('portfolio margin across currencies: options count as margin, and no liquidation is told', async () => {
    bench.simulator.control.setAccount({ marginModel: 'cross_pm' });
    const summary = await bench.result('private/get_account_summary', { currency: 'BTC' });
    bench.simulator.control.setAccount({ marginModel: 'segregated_sm' });
    expect(summary).toMatchObject({
      margin_model: 'cross_pm',
      portfolio_margining_enabled: true,
      cross_collateral_enabled: true,
    });
    expect(summary['total_margin_balance_usd']).toBe(summary['total_equity_usd']);
    expect(summary).not.toHaveProperty('estimated_liquidation_ratio');
  });

  test('times are told to the microsecond', async () => {
    const own = await createSimulator({ seed: 1, listing: 'perpetuals' });
    try {
      const fractions: number[] = [];
      for (let turn = 0; turn < 10; turn += 1) {
        const reply = await fetch(`${own.origin}/api/v2/public/get_time`);
        const { usIn, usOut, usDiff } = (await reply.json()) as Record<'usIn' | 'usOut' | 'usDiff', number>;
        expect(usOut - usIn).toBe(usDiff);
        expect(Math.abs(usOut / 1000 - Date.now())).toBeLessThan(60_000);
        fractions.push(usIn % 1000, usOut % 1000);
      }
      expect(fractions.some((fraction) => fraction !== 0)).toBe(true);
    } finally {
      await own.close();
    }
  });
});
