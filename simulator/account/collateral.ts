import type { Exchange } from '../engine/exchange.ts';
import { CURRENCIES, type Account, type Currency } from './account.ts';

/** USD for one of a currency, by its index. */
export function usdPrice(exchange: Exchange, currency: Currency): number {
  const { model } = exchange;
  if (currency === 'BTC') return model.indexPrice('btc_usd');
  if (currency === 'ETH') return model.indexPrice('eth_usd');
  return model.indexPrice('btc_usd') / model.indexPrice('btc_usdc');
}

/** Sum over all currencies in USD of a figure that is given in each currency's own coin. No haircuts are taken. */
export function totalUsd(exchange: Exchange, figure: (currency: Currency) => number): number {
  return CURRENCIES.reduce((sum, currency) => sum + figure(currency) * usdPrice(exchange, currency), 0);
}

/** Whether all currencies of the account are collateral for each other. */
export function isCross(account: Account): boolean {
  return account.marginModel.startsWith('cross_');
}

/**
 * Whether portfolio margin applies. Its scenarios aren't published: here it is standard margin, with option value
 * counted (facts, section 10).
 */
export function isPortfolioMargin(account: Account): boolean {
  return account.marginModel.endsWith('_pm');
}
