import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackEnd, startBackEnd, TEST_WINDOW } from '../../support/back-end.ts';
import { sellDraft } from '../../support/records.ts';

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
      { intent_id: randomUUID(), draft: sellDraft({ instrument_name }), acknowledged: [] },
      TEST_WINDOW,
    );
    expect(row).toBeNull();
    expect(check.issues).toContainEqual(
      expect.objectContaining({ severity: 'error', field: 'instrument_name', code: 'instrument_unknown' }),
    );
    expect(on.simulator.control.calls('private/sell').count).toBe(0);
  });
});
