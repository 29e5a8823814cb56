import { describe, expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { orderSchema } from '../../../../shared/service/order.ts';
import { listForecast } from '../../../../renderer/features/orders/forecast-lines.ts';
import { OPEN_ROW, SENDING_ROW } from '../samples.ts';

describe('a forecast beside the fact', () => {
  const expected = {
    ...(SENDING_ROW.expected ?? {
      version: 2 as const,
      is_price_estimate: false,
      hangs_on_partner: false,
      fee: null,
      asked: null,
    }),
    price: decimal('97410'),
    behaviour: 'trades',
    fill: { amount: decimal(10), price: decimal('97410.5') },
  };
  const order = orderSchema.parse({
    ...OPEN_ROW.order,
    order_state: 'filled',
    price: 97_410,
    filled_amount: 10,
    average_price: 97_409.5,
  });

  it('has each field once: what differs first, with its verdict', () => {
    const notices = [
      { code: 'market_moved' as const, params: { field: 'average_price', expected: '97410.5', actual: '97409.5' } },
      { code: 'forecast_missed' as const, params: { field: 'fee', expected: '0.1 BTC', actual: '0.2 BTC' } },
    ];
    expect(listForecast({ ...SENDING_ROW, expected, order, notices })).toEqual([
      { name: 'Average price', forecast: '97,410.5', fact: '97,409.5', verdict: 'moved' },
      { name: 'Fee of what filled at once', forecast: '0.1 BTC', fact: '0.2 BTC', verdict: 'missed' },
      { name: 'What it does', forecast: 'trades', fact: 'filled', verdict: 'as forecast' },
      { name: 'Price', forecast: '97,410', fact: '97,410', verdict: 'as forecast' },
      { name: 'Filled at once', forecast: '10', fact: '10', verdict: 'as forecast' },
    ]);
  });

  it('leaves open what becomes of an order that its partner was to end, until it has', () => {
    const ended = { ...expected, behaviour: 'cancelled', hangs_on_partner: true };
    const verdict = (order_state: string) => {
      const row = { ...SENDING_ROW, expected: ended, order: { ...order, order_state }, notices: [] };
      return listForecast(row).find(({ name }) => name === 'What it does')?.verdict;
    };
    expect([verdict('open'), verdict('untriggered'), verdict('cancelled')]).toEqual([
      'not known yet',
      'not known yet',
      'as forecast',
    ]);
  });

  it('says what is not known yet, and nothing where there was no forecast', () => {
    expect(listForecast({ ...SENDING_ROW, expected: null })).toEqual([]);
    const lines = listForecast({ ...SENDING_ROW, expected, order: null, notices: [] });
    expect(lines).toHaveLength(4);
    expect(new Set(lines.map(({ fact, verdict }) => `${fact} ${verdict}`))).toEqual(new Set(['– not known yet']));
  });
});
