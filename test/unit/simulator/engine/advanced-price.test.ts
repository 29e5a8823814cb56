import { expect, it } from 'vitest';
import { advancedUnits } from '../../../../simulator/engine/orders/advanced-price.ts';
import { gridDown, gridUp } from '../../../../simulator/market/instrument.ts';
import { OrderDesk } from './order-desk.ts';

const INDEX = 60_000;

it('a price in dollars that comes to one on the grid is booked at that one, and at no other', () => {
  const { exchange } = new OrderDesk();
  const option = exchange.instruments.find(({ kind, linear, base }) => kind === 'option' && !linear && base === 'BTC');
  if (option === undefined) throw new Error('no option is listed');
  const mark = { ...exchange.mark(option), indexPrice: INDEX };
  const scale = 10 ** option.pricePlaces;
  const grid = Array.from({ length: 3000 }, (_, units) => units + 1).filter(
    (units) => gridUp(option, units) === units && gridDown(option, units) === units,
  );
  expect(grid.length).toBeGreaterThan(500);
  const booked = (side: 'buy' | 'sell') =>
    grid.map((units) => advancedUnits(option, mark, side, { by: 'usd', value: (units * INDEX) / scale }));
  expect(booked('sell')).toEqual(grid);
  expect(booked('buy')).toEqual(grid);
});
