import type { Exchange } from '../engine/exchange.ts';
import { Account } from './account.ts';
import { grantStartPortfolio } from './start-portfolio.ts';

const MAIN_ID = 96_103;
const ACCOUNT_AGE_MS = 400 * 86_400_000;
const SUBACCOUNT_AGE_MS = 120 * 86_400_000;

const MAIN_BALANCES = { BTC: 12.4, ETH: 150, USDC: 100_000 };
const SUBACCOUNTS = [
  { username: 'trader_hedges', balances: { BTC: 2, ETH: 20, USDC: 25_000 } },
  { username: 'trader_spreads', balances: { BTC: 0.5, ETH: 5, USDC: 10_000 } },
] as const;

/** What the accounts hold when the simulator starts: positions such as a trader has, or cash alone. */
export type Portfolio = 'start' | 'empty';

/** Opens the main account and its two subaccounts; gives the main one. */
export function openAccounts(exchange: Exchange, portfolio: Portfolio, startMs: number): Account {
  const main = new Account(MAIN_ID, startMs - ACCOUNT_AGE_MS, MAIN_BALANCES, startMs);
  const subaccounts = SUBACCOUNTS.map(
    ({ username, balances }, at) =>
      new Account(MAIN_ID + 1 + at, startMs - SUBACCOUNT_AGE_MS, balances, startMs, {
        type: 'subaccount',
        username,
        email: '',
      }),
  );
  exchange.accounts.push(main, ...subaccounts);
  if (portfolio === 'start') grantStartPortfolio(exchange, main, subaccounts);
  return main;
}
