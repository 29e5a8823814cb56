import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../../../simulator/account/account.ts';
import { reducibleUnits } from '../../../../simulator/engine/orders/reduce.ts';
import { isCombo } from '../../../../simulator/market/instrument.ts';
import { OrderDesk, START_MS } from './order-desk.ts';

let desk: OrderDesk;
let account: Account;
beforeEach(() => {
  desk = new OrderDesk();
  [account] = desk.accounts;
});

/** A listed spread of futures, and the leg that a sell of it sells. */
function findSpread() {
  const spread = desk.exchange.instruments.find(({ kind, base }) => kind === 'future_combo' && base === 'BTC');
  const sold = spread?.legs.find(({ ratio }) => ratio > 0)?.instrument;
  const bought = spread?.legs.find(({ ratio }) => ratio < 0)?.instrument;
  if (spread === undefined || sold === undefined || bought === undefined) throw new Error('no spread is listed');
  return { spread, sold, bought };
}

function hold(instrumentName: string, side: 'buy' | 'sell', amount: number): void {
  desk.placed(account, { instrumentName, side, type: 'market', amount });
}

describe('an order that only reduces', () => {
  it('ends when a spread has closed the position in its leg, and shrinks when a part of it', () => {
    const { spread, sold } = findSpread();
    hold(sold.name, 'buy', 1000);
    const price = Math.floor((desk.best('sell', sold.name) * 1.01) / 2.5) * 2.5;
    const order = desk.placed(account, { instrumentName: sold.name, amount: 1000, price, reduceOnly: true });
    hold(spread.name, 'sell', 600);
    expect(order).toMatchObject({ state: 'open', amountUnits: account.sizeUnits(sold), filledUnits: 0 });
    hold(spread.name, 'sell', 400);
    expect(account.sizeUnits(sold)).toBe(0);
    expect(order).toMatchObject({ state: 'cancelled', filledUnits: 0 });
  });

  it('takes what is linked to it along, though the fill was in another book', () => {
    const { spread, sold } = findSpread();
    hold(sold.name, 'buy', 1000);
    const price = Math.floor((desk.best('sell', sold.name) * 1.01) / 2.5) * 2.5;
    const child = { side: 'buy', type: 'limit', timeInForce: 'good_til_cancelled', amount: 1000, price: price - 100 };
    desk.placed(account, {
      instrumentName: sold.name,
      amount: 1000,
      price,
      reduceOnly: true,
      linkedOrderType: 'one_triggers_other',
      triggerFillCondition: 'incremental',
      otocoConfig: [{ ...child, label: 'child', postOnly: false, rejectPostOnly: false, reduceOnly: false }],
    } as Parameters<OrderDesk['placed']>[1]);
    hold(spread.name, 'sell', 1000);
    expect(account.waitingOrders.size).toBe(0);
    expect(desk.venue(sold.name).waitingOrders.size).toBe(0);
  });

  it('of a spread is refused without both legs to reduce, and is cut to the smaller', () => {
    const { spread, sold, bought } = findSpread();
    const sell = { instrumentName: spread.name, type: 'market', amount: 1000, reduceOnly: true } as const;
    const refusal = { ok: false, error: { code: 11_030, data: { reason: 'reduce_direction' } } };
    expect(desk.place(account, sell)).toMatchObject(refusal);
    hold(sold.name, 'buy', 700);
    expect(desk.place(account, sell)).toMatchObject(refusal);
    hold(bought.name, 'sell', 300);
    expect(desk.place(account, { ...sell, side: 'buy' })).toMatchObject(refusal);
    const order = desk.placed(account, sell);
    expect(order).toMatchObject({ state: 'filled', filledUnits: order.amountUnits });
    expect(account.sizeUnits(bought)).toBe(0);
    expect(account.sizeUnits(sold)).toBe(order.amountUnits * (4 / 3));
  });

  it('never turns a position in any leg around, whatever is held, and could take no step more', () => {
    const combos = desk.exchange.instruments.filter(isCombo);
    const step = fc.integer({ min: -6, max: 6 });
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('buy', 'sell'), fc.array(step, { minLength: 4 }), (pick, side, steps) => {
        const combo = combos[pick % combos.length];
        if (combo === undefined) throw new Error('no combo is listed');
        const [holder] = new OrderDesk().accounts;
        for (const [at, { instrument }] of combo.legs.entries())
          holder.grant(instrument, (steps[at] ?? 0) * combo.stepUnits, 1, 0n);
        const units = reducibleUnits(holder, combo, side);
        const left = (more: number) =>
          combo.legs.map(({ instrument, ratio }) => {
            const held = holder.sizeUnits(instrument);
            const after = held - (side === 'sell' ? 1 : -1) * ratio * (units + more);
            return { held, after };
          });
        const isReduced = ({ held, after }: { held: number; after: number }) =>
          after === 0 || (Math.sign(after) === Math.sign(held) && Math.abs(after) < Math.abs(held));
        expect(units % combo.stepUnits).toBe(0);
        if (units > 0) expect(left(0).every(isReduced)).toBe(true);
        expect(left(combo.stepUnits).every(isReduced)).toBe(false);
      }),
    );
  });

  it('releases the whole of what is linked to it when it is filled as it was cut, a trigger before it or not', () => {
    const released = (['market', 'take_market'] as const).map((type) => {
      const own = new OrderDesk();
      const [holder] = own.accounts;
      own.placed(holder, { side: 'buy', type: 'market', amount: 500 });
      const venue = own.venue();
      const level = Math.ceil(own.best('sell')) + 1;
      const trigger = type === 'market' ? {} : { trigger: 'last_price', triggerPrice: level };
      const child = { side: 'buy', type: 'limit', timeInForce: 'good_til_cancelled', amount: 1000, price: level - 900 };
      own.placed(holder, {
        type,
        amount: 1000,
        reduceOnly: true,
        ...trigger,
        linkedOrderType: 'one_triggers_other',
        triggerFillCondition: 'incremental',
        otocoConfig: [{ ...child, label: 'child', postOnly: false, rejectPostOnly: false, reduceOnly: false }],
      } as Parameters<OrderDesk['placed']>[1]);
      venue.lastPriceUnits = (level + 2) * 10 ** venue.instrument.pricePlaces;
      own.exchange.settleConsequences(venue, START_MS);
      return [...holder.openOrders].map(({ label, amountUnits }) => ({ label, amountUnits }));
    });
    expect(released[1]).toEqual(released[0]);
    expect(released[0]).toEqual([{ label: 'child', amountUnits: 1000 }]);
  });
});
