import { ok } from '../../shared/result.ts';
import { refuseNothingToReduce } from '../engine/orders/reduce.ts';
import { placeOrder } from '../engine/orders/placement.ts';
import { finiteNumber, instrumentName, oneOf, optional, required } from '../http/params.ts';
import { amountNumber } from '../market/instrument.ts';
import { refuseParam } from '../refusal.ts';
import { defineMethod } from './method.ts';

/**
 * `private/close_position`: an extension. A reduce-only order of the whole position for the other side, without label or
 * `valid_until`.
 */
export const closePosition = defineMethod(
  'private/close_position',
  {
    instrument_name: required(instrumentName),
    type: required(oneOf(['limit', 'market'])),
    price: optional(finiteNumber),
  },
  ({ exchange, account }, { instrument_name: name, type, price }, nowMs) => {
    const instrument = exchange.venue(name)?.instrument;
    if (instrument === undefined) return refuseParam('instrument_name', 'instrument not found');
    const size = account.sizeUnits(instrument);
    if (size === 0) return refuseNothingToReduce();
    const request = {
      side: size > 0 ? 'sell' : 'buy',
      instrumentName: name,
      type,
      timeInForce: 'good_til_cancelled',
      amount: amountNumber(instrument, Math.abs(size)),
      price,
      label: '',
      postOnly: false,
      rejectPostOnly: false,
      reduceOnly: true,
      validUntilMs: undefined,
    } as const;
    const placed = placeOrder(exchange, account, request, nowMs);
    return placed.ok ? ok({ order: placed.value.record, trades: placed.value.trades }) : placed;
  },
);
