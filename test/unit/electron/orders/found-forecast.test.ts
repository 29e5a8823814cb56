import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptSight } from '../../../../electron/orders/outcome.ts';
import type { OrderRow } from '../../../../shared/ipc/schemas/order-schema.ts';
import { createDeskBench, type DeskBench, nextIntentId } from '../../../support/bench/desk-bench.ts';
import { intentOf, NOW_MS, reply } from '../../../support/records/forecast-replies.ts';
import { OPEN, STATE } from '../../../support/wire/look-up-methods.ts';
import { placedOrder, orderDraft } from '../../../support/records/records.ts';
import { noAnswer } from '../../../support/wire/scripted-service.ts';

/** What is told of an order whose reply was lost, as a look-up first shows it. */
function found(row: OrderRow, changes: Record<string, unknown>): string[] {
  const lost: OrderRow = { ...row, outcome: 'unknown' };
  return acceptSight(lost, [reply(row, changes).order], NOW_MS)
    .notices.filter(({ code }) => code === 'forecast_missed' || code === 'market_moved')
    .map(({ code, params }) => `${code} ${params['field']}: ${params['expected']} is ${params['actual']}`);
}

describe('an order found after its reply was lost', () => {
  const resting = intentOf(orderDraft());
  const crossing = intentOf(orderDraft({ price: '97400' }));

  it.each<[string, OrderRow, Record<string, unknown>, string[]]>([
    ['as it was forecast', resting, {}, []],
    ['booked elsewhere', resting, { price: 97_510 }, ['forecast_missed price: 97500 is 97510']],
    ['edited since by somebody', resting, { price: 97_510, replaced: true }, []],
    ['of which nothing says how much is filled', crossing, { filled_amount: undefined }, []],
    ['filled since', resting, { order_state: 'filled', filled_amount: 50_000 }, []],
    ['cancelled since', resting, { order_state: 'cancelled' }, []],
    [
      'waiting, which a limit order never does',
      resting,
      { order_state: 'untriggered' },
      ['forecast_missed behaviour: rests is waits'],
    ],
    ['untouched, where the bid that it was to take is gone', crossing, {}, ['market_moved behaviour: trades is rests']],
    [
      'with a term that was not asked',
      resting,
      { time_in_force: 'good_til_day' },
      ['forecast_missed time_in_force: good_til_cancelled is good_til_day'],
    ],
  ])('%s', (_name, row, changes, expected) => {
    expect(found(row, changes)).toEqual(expected);
  });

  it('that a trigger made, and no look-up shows behind its trigger order, is not what the forecast was of', () => {
    const stop = { type: 'stop_limit', price: '95000', trigger: 'mark_price', trigger_price: '96000' } as const;
    const made = { order_type: 'limit', price: 95_500, trigger_order_id: 'SLMB-1', is_triggered: true };
    expect(found(intentOf(orderDraft(stop)), made)).toEqual([]);
  });

  it('that waited for a trigger may have fired since', () => {
    const stop = intentOf(
      orderDraft({ type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '97000' }),
    );
    const fired = { order_state: 'open', order_type: 'stop_market', trigger: 'mark_price', trigger_price: 97_000 };
    expect(found(stop, fired)).toEqual([]);
  });
});

describe('the count of forecasts that were missed', () => {
  let bench: DeskBench;
  beforeEach(() => {
    bench = createDeskBench();
  });
  afterEach(() => bench.remove());

  it('has each order once, found or answered, and is the same after a restart', async () => {
    bench.service.answer('private/sell', () => noAnswer);
    const booked = ({ label }: Record<string, unknown>) => placedOrder({ label, price: 97_510 });
    bench.service.answer(STATE, (params) => ({ value: [booked(params)] }));
    bench.service.answer(OPEN, (params) => ({ value: [booked(params)] }));
    const intentId = nextIntentId();
    await bench.desk.place(intentId, orderDraft(), []);
    await bench.clock.advance(5000);
    expect(bench.row(intentId)).toMatchObject({ outcome: 'accepted' });
    expect(bench.desk.missedForecastCount()).toBe(1);
    bench = bench.restart();
    expect(bench.desk.missedForecastCount()).toBe(1);
  });
});
