import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import {
  type BackEnd,
  checkAndPlace,
  startBackEnd,
  TEST_WINDOW,
  watchPerpetual,
} from '../../support/bench/back-end.ts';
import { createLeapingClock } from '../../support/movable-clocks.ts';
import { orderDraft } from '../../support/records/records.ts';

let on: BackEnd;
beforeAll(async () => {
  on = await startBackEnd();
  await on.waitUntilReady();
});
afterAll(() => on.close());

describe('a name that is no instrument, byte for byte, sells nothing', () => {
  it.each([
    ['a blank behind', 'BTC-PERPETUAL '],
    ['a blank before', ' BTC-PERPETUAL'],
    ['lower case', 'btc-perpetual'],
    ['Cyrillic letters that look the same', 'ВТС-PERPETUAL'],
    ['a full-width letter', 'ＢTC-PERPETUAL'],
    ['an invisible character', 'BTC\u200b-PERPETUAL'],
    ['a day that is none', 'BTC-31FEB27-100000-C'],
    ['a strike of nothing', 'BTC-27NOV26-0-C'],
    ['neither call nor put', 'BTC-27NOV26-98000-X'],
    ['a path', '../private/sell'],
    ['markup', '<b>BTC-PERPETUAL</b>'],
    ['a name of the prototype', '__proto__'],
  ])('%s', async (_name, instrument_name) => {
    const { row, check } = await on.services.handlers['orders.place'](
      { intent_id: randomUUID(), draft: orderDraft({ instrument_name }), acknowledged: [] },
      TEST_WINDOW,
    );
    expect(row).toBeNull();
    expect(check.issues).toContainEqual(
      expect.objectContaining({ severity: 'error', field: 'instrument_name', code: 'instrument_unknown' }),
    );
    expect(on.simulator.control.calls('private/sell').count).toBe(0);
  });
});

const MINUTE_MS = 60_000;

describe('an instrument whose terms change while it is traded', () => {
  const limit = (changes: Partial<OrderDraft> = {}) => orderDraft({ type: 'limit', amount: '1000', ...changes });

  /** A back end and a service whose clocks can be put forward together. */
  async function startOnMovableClock() {
    const clock = createLeapingClock();
    const back = await startBackEnd({ clock });
    await back.waitUntilReady();
    const check = async (draft: OrderDraft) => {
      const { issues } = await back.services.handlers['orders.check']({ draft }, TEST_WINDOW);
      const listed = issues.map(({ severity, field, code }) => `${severity} ${field} ${code}`);
      // A clock that is put forward, or a busy machine, makes prices old too.
      return listed.filter((each) => each !== 'warning order ticker_stale');
    };
    const place = async (draft: OrderDraft) => (await checkAndPlace(back, draft, ['ticker_stale'])).row;
    const passMinutes = (minutes: number): void => {
      clock.pass(minutes * MINUTE_MS);
      back.simulator.control.moveClock(minutes * MINUTE_MS);
    };
    return { back, check, place, passMinutes };
  }

  it('is judged by the new ones once what is known of it is old, and the service refuses by them at once', async () => {
    const { back, check, place, passMinutes } = await startOnMovableClock();
    const { control } = back.simulator;
    const { ticker } = await watchPerpetual(back);
    const price = `${Math.ceil(Number(ticker?.mark_price) / 10) * 10 + 5}`;
    expect(await check(limit({ price }))).toEqual([]);
    control.setInstrumentTerms('BTC-PERPETUAL', { tickSize: 10, minTradeAmount: 2000 });
    expect(await place(limit({ price }))).toMatchObject({ outcome: 'refused' });
    expect(control.executions()).toBe(0);
    passMinutes(11);
    expect(await check(limit({ price }))).toEqual(['error amount amount_below_minimum', 'error price price_off_tick']);
    await back.close();
  });

  it('can’t be read again is sold by what is known of it for a time, and then not at all until it is read', async () => {
    const { back, check, passMinutes } = await startOnMovableClock();
    const { control } = back.simulator;
    const draft = limit({ type: 'market', price: '' });
    expect(await check(draft)).toEqual([]);
    for (const method of ['public/get_instrument', 'public/get_instruments'])
      control.failAll(method, { httpStatus: 503, html: 'away' });
    passMinutes(11);
    expect(await check(draft)).not.toContain('error instrument_name instrument_stale');
    passMinutes(50);
    expect(await check(draft)).toContain('error instrument_name instrument_stale');
    for (const method of ['public/get_instrument', 'public/get_instruments']) control.failAll(method, null);
    await expect.poll(() => check(draft)).not.toContain('error instrument_name instrument_stale');
    await back.close();
  });

  it('is withdrawn though its book is open sells nothing, and the service would refuse it too', async () => {
    const { back, check, place, passMinutes } = await startOnMovableClock();
    const { control } = back.simulator;
    const draft = limit({ type: 'market', price: '' });
    expect(await check(draft)).toEqual([]);
    control.setInstrumentTerms('BTC-PERPETUAL', { isActive: false });
    expect(await place(draft)).toMatchObject({ outcome: 'refused' });
    passMinutes(11);
    expect(await check(draft)).toContain('error instrument_name instrument_inactive');
    await back.close();
  });
});
