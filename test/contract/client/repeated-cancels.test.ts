import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  byPath,
  createServiceDouble,
  createTestClient,
  inTurn,
  refuseWith,
  type Behaviour,
  type ServiceDouble,
} from '../../support/wire/service-double.ts';

const CANCEL = 'private/cancel';
/** The order is cancelled, and the socket ends before a byte of the reply. */
const executeAndDrop: Behaviour = (call) => void call.socket.destroy();

let double: ServiceDouble;
let client: ReturnType<typeof createTestClient>;
beforeEach(async () => {
  double = await createServiceDouble();
  client = createTestClient(double.origin);
});
afterEach(async () => {
  await client.close();
  await double.close();
});

describe('a cancel that is repeated since its first try had no answer', () => {
  it.each([
    ['settlement_in_progress', 10_041],
    ['matching_engine_queue_full', 10_047],
    ['system_maintenance', 11_051],
    ['too_many_requests', 10_028],
  ])('is unknown where the repeat is answered by %s', async (name, code) => {
    double.behave(byPath({ [CANCEL]: inTurn(executeAndDrop, refuseWith(code, name)) }));
    const result = await client.callExtension(CANCEL, { order_id: 'BTC-1' });
    expect(double.calls.length).toBeGreaterThan(1);
    expect(result).toMatchObject({ ok: false, error: { kind: 'no_answer', reason: 'connection_lost' } });
  });

  it('says each time that it goes once more, and not as it goes first', async () => {
    let repeats = 0;
    const onRepeat = (): void => void (repeats += 1);
    double.behave(byPath({ [CANCEL]: inTurn(executeAndDrop, executeAndDrop, refuseWith(11_044, 'not_open_order')) }));
    await client.callExtension(CANCEL, { order_id: 'BTC-1' }, { onRepeat });
    expect([double.calls.length, repeats]).toEqual([3, 2]);
  });

  it('is unknown where nobody listens any more', async () => {
    double.behave(byPath({ [CANCEL]: executeAndDropAndLeave }));
    const result = await client.callExtension(CANCEL, { order_id: 'BTC-1' });
    expect(result).toMatchObject({ ok: false, error: { kind: 'no_answer' } });
  });

  it('is told as the repeat is, where that says that the order has ended', async () => {
    double.behave(byPath({ [CANCEL]: inTurn(executeAndDrop, refuseWith(11_044, 'not_open_order')) }));
    const result = await client.callExtension(CANCEL, { order_id: 'BTC-1' });
    expect(result).toMatchObject({ ok: false, error: { kind: 'service_error', code: 11_044 } });
  });
});

function executeAndDropAndLeave(call: Parameters<Behaviour>[0]): void {
  void double.close();
  call.socket.destroy();
}
