import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../../../simulator/http/faults.ts';
import { openPipelinedSocket, requestText, type PipelinedSocket } from '../../../support/wire/pipelined-socket.ts';
import { basic, openBench, type Bench, type Reply } from '../caller.ts';
import { PERPETUAL, type Json } from './seller.ts';
import { traderOn } from './trader.ts';

let bench: Bench;
let placed: Json;
beforeEach(async () => {
  bench = await openBench();
  ({ order: placed } = await traderOn(() => bench).sell({ amount: 100, price: 98_400, label: 'mine' }));
});
afterEach(() => bench.close());

const METHODS = ['private/edit', 'private/edit_by_label'] as const;

function send(method: string, params: Json): Promise<Reply> {
  return bench.send({
    target: `/api/v2/${method}`,
    body: JSON.stringify({ jsonrpc: '2.0', id: 9, method, params }),
    headers: { authorization: basic(bench.simulator) },
  });
}

/** An edit of the order to that amount, by its id or its label. */
function editTo(method: string, amount: number): Promise<Reply> {
  const named = method === 'private/edit' ? { order_id: placed['order_id'] } : { ...PERPETUAL, label: 'mine' };
  return send(method, { ...named, amount });
}

async function amountNow(): Promise<unknown> {
  return (await bench.result('private/get_order_state', { order_id: placed['order_id'] }))['amount'];
}

describe.each(METHODS)('%s meets faults as orders do', (method) => {
  test.each<Fault>(['drop_before_executing', 'reset_before_executing'])(
    '%s: no reply, the old terms',
    async (fault) => {
      bench.simulator.control.failNext(method, fault);
      await expect(editTo(method, 200)).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(await amountNow()).toBe(100);
    },
  );

  test.each<Fault>(['drop_after_executing', 'reset_after_executing', 'cut_reply'])(
    '%s: no whole reply, the new terms',
    async (fault) => {
      bench.simulator.control.failNext(method, fault);
      await expect(editTo(method, 200)).rejects.toThrow();
      expect(await amountNow()).toBe(200);
    },
  );

  test('a gateway’s page, before or after: the terms are the old or the new ones', async () => {
    const page = { httpStatus: 502, html: '<h1>Bad gateway</h1>' };
    bench.simulator.control.failNext(method, page);
    expect(await editTo(method, 200)).toMatchObject({ status: 502 });
    expect(await amountNow()).toBe(100);
    bench.simulator.control.failNext(method, { ...page, executed: true });
    expect(await editTo(method, 300)).toMatchObject({ status: 502 });
    expect(await amountNow()).toBe(300);
  });

  test('the reply twice, or under another id, is of one edit', async () => {
    const { control } = bench.simulator;
    control.failNext(method, 'wrong_id');
    expect(JSON.parse((await editTo(method, 200)).text)).toMatchObject({ id: 10, result: { order: { amount: 200 } } });
    control.failNext(method, 'duplicate_reply');
    expect(JSON.parse((await editTo(method, 300)).text)).toMatchObject({ id: 9, result: { order: { amount: 300 } } });
    expect(control.calls(method).count).toBe(2);
  });
});

describe('an edit that is carried out late', () => {
  let socket: PipelinedSocket;
  beforeEach(async () => {
    socket = await openPipelinedSocket(bench.simulator.port);
    bench.simulator.control.failNext('private/edit', { delayMs: 20, before: true });
  });
  afterEach(() => socket.close());

  /** Sends both behind one another, in one piece: the first waits, the second does not. */
  async function sendBoth(first: Json, method: string, second: Json): Promise<Json[]> {
    const { port } = bench.simulator;
    const requests = [
      ['private/edit', { order_id: placed['order_id'], ...first }],
      [method, second],
    ] as const;
    const texts = requests.map(([name, params]) =>
      requestText(port, name, JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }), basic(bench.simulator)),
    );
    return (await socket.send(texts)).map((answer) => JSON.parse(answer.text) as Json);
  }

  test('after another edit that came later, is replaced by that, 13777', async () => {
    const later = { order_id: placed['order_id'], amount: 300 };
    const [first, second] = await sendBoth({ amount: 200 }, 'private/edit', later);
    expect(second).toMatchObject({ result: { order: { amount: 300 } } });
    expect(first).toMatchObject({ error: { code: 13_777, message: 'replaced' } });
    expect(await amountNow()).toBe(300);
  });

  test('after a later edit that was refused, is taken', async () => {
    const later = { order_id: placed['order_id'], amount: 900_000_000 };
    const [first, second] = await sendBoth({ amount: 200 }, 'private/edit', later);
    expect(second).toMatchObject({ error: { code: 10_009 } });
    expect(first).toMatchObject({ result: { order: { amount: 200 } } });
  });

  test('after the order was cancelled, is 11044', async () => {
    const [first] = await sendBoth({ amount: 200 }, 'private/cancel', { order_id: placed['order_id'] });
    expect(first).toMatchObject({ error: { code: 11_044 } });
    expect(await amountNow()).toBe(100);
  });

  test('past its valid_until, is 13888 and changes nothing', async () => {
    const carriedOut = bench.simulator.control.waitForCall('public/get_time');
    const sent = sendBoth({ amount: 200, valid_until: bench.clock.ms + 5 }, 'public/get_time', {});
    await carriedOut;
    bench.clock.ms += 5;
    const [first] = await sent;
    expect(first).toMatchObject({ error: { code: 13_888 } });
    expect(await amountNow()).toBe(100);
  });
});
