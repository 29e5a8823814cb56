import { afterEach, describe, expect, it } from 'vitest';
import { createTotals } from '../../../electron/history/totals.ts';
import type { TradeRow } from '../../../shared/history/view.ts';
import { openHistoryBench, type HistoryBench } from '../../support/bench/history-bench.ts';
import {
  createServiceDouble,
  createTestClient,
  replyJson,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

let bench: HistoryBench;
let service: ServiceDouble;
afterEach(async () => {
  await bench.close();
  await service.close();
});

/** The recorded form of a trade, with these fields instead. */
function record(id: number, timestamp: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    trade_id: String(id),
    trade_seq: id,
    timestamp,
    order_id: `${id}`,
    instrument_name: 'BTC-PERPETUAL',
    direction: 'sell',
    price: 97_000.5,
    amount: 10,
    fee: 0.000_000_05,
    fee_currency: 'BTC',
    profit_loss: null,
    ...changes,
  };
}

/** The walker against a service that answers every request with these records, written as they are. */
async function walkRecords(make: (at: number) => readonly string[]): Promise<ReturnType<HistoryBench['query']>> {
  const given = await openHistoryBench(() => createTestClient(service.origin));
  bench = given;
  const query = bench.query(1);
  const texts = make(query.from_ms + 1000);
  service.behave((call, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const isAsked = Number(call.params['start_timestamp']) <= query.from_ms + 1000;
    const trades = isAsked ? texts.join(',') : '';
    response.end(`{"jsonrpc":"2.0","id":${call.id},"result":{"trades":[${trades}],"has_more":false}}`);
  });
  await bench.walker.walk(query);
  return query;
}

describe('records as services send them', () => {
  it('that are odd are stored, that are no trades are kept aside and counted, and none is dropped', async () => {
    service = await createServiceDouble(replyJson(200, () => ({})));
    const query = await walkRecords((at) => [
      JSON.stringify(record(1, at, { state: 'a_state_of_later', fee: -0.000_000_1, new_field: [1] })),
      JSON.stringify(record(2, at, { mark_price: null, index_price: null, iv: null, fee: null, fee_currency: null })),
      JSON.stringify(record(3, at)).replace('"trade_seq":3', '"trade_seq":9007199254740993'),
      JSON.stringify(record(4, at, { price: null })),
      JSON.stringify(record(5, at, { trade_id: null })),
      'null',
      '"a trade"',
      '[]',
    ]);
    expect(bench.unproven(query)).toEqual([]);
    const stored = bench.stored(query);
    expect(stored.map(({ trade }) => trade.trade_id).toSorted()).toEqual(['1', '2', '3']);
    expect(stored.find(({ trade }) => trade.trade_id === '3')?.trade.trade_seq).toBe('9007199254740993');
    expect(stored.find(({ trade }) => trade.trade_id === '1')?.trade).toMatchObject({
      state: 'a_state_of_later',
      fee: '-0.0000001',
      new_field: [1],
    });
    expect(bench.store.countUnreadable(['currency BTC any'], { from: query.from_ms, to: query.to_ms })).toBe(5);
    // Walked again, the same ones are the same.
    bench.store.reopen('currency BTC any', { from: query.from_ms, to: query.to_ms });
    expect(bench.store.countUnreadable(['currency BTC any'], { from: query.from_ms, to: query.to_ms })).toBe(5);

    const totals = createTotals();
    for (const row of stored) totals.add({ ...row, predicted_fee: null } satisfies TradeRow);
    const { all } = totals.read();
    expect(all).toMatchObject({ trades: 3, without_fee: 1, without_profit: 3, profit: [], predicted: [] });
    expect(all.fees).toEqual([{ currency: 'BTC', value: '-0.00000005' }]);
    expect(all.volume).toEqual([{ currency: 'USD', value: '30' }]);
  });

  it('of another time than was asked for make a gap that says so', async () => {
    service = await createServiceDouble(replyJson(200, () => ({})));
    const query = await walkRecords((at) => [JSON.stringify(record(1, at - 86_400_000))]);
    expect(bench.unproven(query)).toMatchObject([{ from: query.from_ms, state: 'gap', reason: 'contradiction' }]);
  });
});
