import { fromUnits, MONEY_PLACES } from '../fixed.ts';
import type { Instrument, SettlementCurrency } from '../market/instrument.ts';
import type { Order } from '../engine/order.ts';
import { feeUnits, type Liquidity } from './fees.ts';
import { defaultLimits, RateLimits } from './limits.ts';
import { applyTrade, coinValue, emptyPosition, toMoneyUnits, type Position } from './position.ts';

export type Currency = SettlementCurrency;
export const CURRENCIES: readonly Currency[] = ['BTC', 'ETH', 'USDC'];

/** Closed orders are first swept away when an account has kept this many. */
export const FIRST_SWEEP = 1024;

/** Profit realised since the last settlement, 1e-8 coin. Futures' becomes balance at settlement; options' already is. */
interface SessionProfit {
  futures: number;
  options: number;
}

/** A trade of the account: where it belongs and the record that the service sends. */
export interface AccountTrade {
  readonly timestampMs: number;
  readonly instrument: Instrument;
  readonly record: Readonly<Record<string, unknown>>;
}

/** What an account receives of a fill: the market's own figures are its caller's. */
export interface Fill {
  readonly instrument: Instrument;
  readonly signedUnits: number;
  readonly priceUnits: number;
  readonly liquidity: Liquidity;
}

/** Self-trading as the account fields name it: who gives way, and whether subaccounts of one owner count as one. */
export interface SelfTrading {
  readonly mode: 'reject_taker' | 'cancel_maker';
  readonly extendedToSubaccounts: boolean;
}

/** One trading account: cash, positions, orders and trades. Money is counted in 1e-8 coin. */
export class Account {
  readonly id: number;
  readonly createdMs: number;
  readonly limits: RateLimits;
  readonly #cash = new Map<Currency, number>();
  readonly #session = new Map<Currency, SessionProfit>();
  readonly positions = new Map<Instrument, Position>();
  readonly openOrders = new Set<Order>();
  /** Orders outside the books that wait for a price or for another order: they hold no margin. */
  readonly waitingOrders = new Set<Order>();
  /** What happens when the account would trade with itself. */
  selfTrading: SelfTrading = { mode: 'reject_taker', extendedToSubaccounts: false };
  /** Whether market maker protection is on, without which no `mmp` order is taken. */
  mmpEnabled = false;
  /** Every order that may still be asked for, oldest first; `history.ts` says who leaves when. */
  readonly recentOrders = new Map<string, Order>();
  /** Size at which `recentOrders` is swept next. */
  recentOrdersSweep = FIRST_SWEEP;
  readonly trades: AccountTrade[] = [];

  constructor(id: number, createdMs: number, balances: Readonly<Record<Currency, number>>, nowMs: number) {
    this.id = id;
    this.createdMs = createdMs;
    this.limits = new RateLimits(defaultLimits(), nowMs);
    for (const currency of CURRENCIES) {
      this.#cash.set(currency, Math.round(balances[currency] * 1e8));
      this.#session.set(currency, { futures: 0, options: 0 });
    }
  }

  /** Cash in 1e-8 coin; 0 for a currency never held. */
  cashUnits(currency: string): number {
    return this.#cash.get(currency as Currency) ?? 0;
  }

  sessionProfit(currency: string): Readonly<SessionProfit> {
    return this.#session.get(currency as Currency) ?? { futures: 0, options: 0 };
  }

  positionIn(instrument: Instrument): Position {
    let position = this.positions.get(instrument);
    if (position === undefined) {
      position = emptyPosition(instrument);
      this.positions.set(instrument, position);
    }
    return position;
  }

  /** Books a fill: position, premium, realised profit and fee. Gives the fee and the profit since entry, in coins. */
  applyFill(fill: Fill): { fee: number; profit: number } {
    const { instrument } = fill;
    const fee = feeUnits(instrument, Math.abs(fill.signedUnits), fill.priceUnits, fill.liquidity);
    const realised = applyTrade(this.positionIn(instrument), fill.signedUnits, fill.priceUnits);
    let cash = this.cashUnits(instrument.settlement) - fee;
    const session = this.#session.get(instrument.settlement);
    if (session === undefined) throw new Error(`no ledger for ${instrument.settlement}`);
    if (instrument.kind === 'option') {
      cash -= toMoneyUnits(coinValue(instrument, fill.signedUnits, fill.priceUnits));
      session.options += realised.sessionProfit;
    } else {
      session.futures += realised.sessionProfit;
    }
    this.#cash.set(instrument.settlement, cash);
    return { fee: fromUnits(fee, MONEY_PLACES), profit: fromUnits(realised.entryProfit, MONEY_PLACES) };
  }

  /** Gives a position at a price, as if it had always been there: no fee, no premium. */
  grant(instrument: Instrument, signedUnits: number, priceUnits: number): void {
    applyTrade(this.positionIn(instrument), signedUnits, priceUnits);
  }

  /** Moves the session's futures profit, realised and not, into cash, and starts a new session. */
  settle(currency: Currency, unrealisedFuturesUnits: number): void {
    const realised = this.sessionProfit(currency).futures;
    this.#cash.set(currency, this.cashUnits(currency) + realised + unrealisedFuturesUnits);
    this.#session.set(currency, { futures: 0, options: 0 });
  }

  /** Pays out a delivered option or future and forgets the position. */
  deliver(position: Position, payoutUnits: number): void {
    const { settlement } = position.instrument;
    this.#cash.set(settlement, this.cashUnits(settlement) + payoutUnits);
    this.positions.delete(position.instrument);
  }
}
