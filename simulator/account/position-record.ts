import type { Exchange } from '../engine/exchange.ts';
import { fromUnits, MONEY_PLACES, roundPlaces } from '../fixed.ts';
import { amountNumber } from '../market/instrument.ts';
import type { Mark } from '../market/model.ts';
import type { Account } from './account.ts';
import { liquidationRatios } from './liquidation.ts';
import { instrumentMargin } from './margin.ts';
import { entryPrice, fundingDue, isReciprocal, toMoneyUnits, valuePosition, type Position } from './position.ts';

function money(value: bigint): number {
  return fromUnits(toMoneyUnits(value), MONEY_PLACES);
}

/**
 * A position of `private/get_positions` (facts, section 9): floating and realised profit are the session's, total is
 * since entry.
 */
export function positionRecord(exchange: Exchange, account: Account, position: Position) {
  const { instrument, sizeUnits } = position;
  const mark = exchange.mark(instrument);
  const valued = valuePosition(position, exchange.markUnits(instrument));
  const margin = instrumentMargin(exchange, account, instrument);
  return {
    instrument_name: instrument.name,
    kind: instrument.kind,
    direction: sizeUnits === 0 ? 'zero' : sizeUnits > 0 ? 'buy' : 'sell',
    size: amountNumber(instrument, sizeUnits),
    average_price: roundPlaces(entryPrice(position), instrument.pricePlaces + 4),
    mark_price: mark.price,
    index_price: mark.indexPrice,
    settlement_price: exchange.venue(instrument.name)?.settlementPrice ?? null,
    floating_profit_loss: fromUnits(valued.sessionProfit, MONEY_PLACES),
    realized_profit_loss: money(position.realised),
    total_profit_loss: fromUnits(valued.entryProfit, MONEY_PLACES),
    initial_margin: roundPlaces(margin.initial, 8),
    maintenance_margin: roundPlaces(margin.maintenance, 8),
    open_orders_margin: roundPlaces(margin.openOrders, 8),
    ...(mark.option === null ? futureFields(exchange, account, position, mark) : optionFields(position, mark)),
  };
}

function futureFields(exchange: Exchange, account: Account, position: Position, mark: Mark) {
  const { instrument, sizeUnits } = position;
  const amount = amountNumber(instrument, sizeUnits);
  const coins = roundPlaces(isReciprocal(instrument) ? amount / mark.price : amount, 8);
  const ratio = liquidationRatios(exchange, account, instrument.settlement).byIndex[instrument.indexName] ?? 0;
  const standsAt = exchange.funding.standsAt(instrument);
  return {
    size_currency: coins,
    // What it adds to the account's delta total, in what it settles in.
    delta: instrument.linear ? roundPlaces(coins * mark.price, 8) : coins,
    leverage: Number(instrument.fields['max_leverage'] ?? 1),
    estimated_liquidation_price: ratio === 0 ? null : roundPlaces(ratio * mark.price, instrument.pricePlaces),
    ...(instrument.perpetual
      ? {
          realized_funding: money(position.realisedFunding + fundingDue(position, standsAt)),
          interest_value: roundPlaces(exchange.model.funding(instrument).interest, 10),
        }
      : {}),
  };
}

function optionFields(position: Position, mark: Mark) {
  const { instrument, sizeUnits } = position;
  if (mark.option === null) return {};
  const { greeks } = mark.option;
  const amount = amountNumber(instrument, sizeUnits);
  // Prices of inverse options are in coins: their worth in USD is that at the index of now.
  const usd = instrument.linear ? 1 : mark.indexPrice;
  const profit = fromUnits(
    valuePosition(position, Math.round(mark.price * 10 ** instrument.pricePlaces)).sessionProfit,
    8,
  );
  return {
    average_price_usd: roundPlaces(entryPrice(position) * usd, 6),
    floating_profit_loss_usd: roundPlaces(profit * usd, 6),
    estimated_liquidation_price: null,
    delta: roundPlaces(amount * greeks.delta, 5),
    gamma: roundPlaces(amount * greeks.gamma, 5),
    vega: roundPlaces(amount * greeks.vega, 5),
    theta: roundPlaces(amount * greeks.theta, 5),
  };
}
