import type { Order } from '../engine/orders/order.ts';
import { power } from '../fixed.ts';
import type { Instrument, SettlementCurrency } from '../market/instrument.ts';
import { feeRate, feeUnits, type FeeSchedule, type Liquidity } from './fees.ts';
import { defaultLimits, RateLimits } from './limits.ts';
import { applyTrade, emptyPosition, payFunding, toMoneyUnits, valueAt, type Position } from './position.ts';

export type Currency = SettlementCurrency;
export const CURRENCIES: readonly Currency[] = ['BTC', 'ETH', 'USDC'];

/** Closed orders are first swept away when an account has kept this many. */
export const FIRST_SWEEP = 1024;

/** Unsettled profit in 1e-18: futures' becomes balance at settlement; options' already is. */
interface SessionProfit {
  futures: bigint;
  options: bigint;
}
const NO_PROFIT: Readonly<SessionProfit> = { futures: 0n, options: 0n };

/** Trades beyond this many are forgotten, the oldest first, unless an account is to keep more: what is kept stays level. */
const MAX_TRADES = 20_000;

/** A trade of the account: where it belongs and the record that the service sends. */
export interface AccountTrade {
  readonly timestampMs: number;
  readonly instrument: Instrument;
  readonly record: Readonly<Record<string, unknown>>;
}

/** What an account receives of a fill. */
export interface Fill {
  readonly instrument: Instrument;
  readonly signedUnits: number;
  readonly priceUnits: number;
  readonly liquidity: Liquidity;
  readonly isBlockTrade: boolean;
  /** The price index then, part of linear options' fees. */
  readonly indexPrice: number;
  /** Where the funding of a perpetual stands, in 1e-24; 0 for everything else. */
  readonly fundingAt: bigint;
}

/** How an account is presented, and whose it is. */
export interface AccountProfile {
  readonly type: 'main' | 'subaccount';
  readonly username: string;
  readonly email: string;
}
const MAIN_PROFILE: AccountProfile = { type: 'main', username: 'trader', email: 'trader@simulator.example' };

/** What summaries show for some accounts only (facts, section 4). */
export interface AccountRarities {
  readonly feeGroup: string | null;
  readonly affiliatePromotionFee: number;
  readonly hasNonBlockChainEquity: boolean;
}

/** How margin is reckoned: each currency by itself or all together, by standard or portfolio margin (facts, section 4). */
export const MARGIN_MODELS = ['segregated_sm', 'segregated_pm', 'cross_sm', 'cross_pm'] as const;
export type MarginModel = (typeof MARGIN_MODELS)[number];

/** Self-trading as the account fields name it: who gives way, and whether subaccounts of one owner count as one. */
export interface SelfTrading {
  readonly mode: 'reject_taker' | 'cancel_maker';
  readonly extendedToSubaccounts: boolean;
}

/** One trading account: cash, positions, orders and trades. Cash is counted in 1e-8, profits in 1e-18. */
export class Account {
  readonly id: number;
  readonly createdMs: number;
  readonly profile: AccountProfile;
  readonly limits: RateLimits;
  readonly #cash = new Map<string, number>();
  readonly #session = new Map<Currency, SessionProfit>();
  readonly positions = new Map<Instrument, Position>();
  #version = 0;
  marginModel: MarginModel = 'segregated_sm';
  /** Discounts on fees; none at first. */
  feeSchedule: FeeSchedule = {};
  rarities: AccountRarities = { feeGroup: null, affiliatePromotionFee: 0, hasNonBlockChainEquity: false };
  readonly #openOrders = new Set<Order>();
  /** Waiting orders outside the books, which hold no margin. */
  readonly waitingOrders = new Set<Order>();
  /** What happens when the account would trade with itself. */
  selfTrading: SelfTrading = { mode: 'reject_taker', extendedToSubaccounts: false };
  /** Whether market maker protection is on, without which no `mmp` order is taken. */
  mmpEnabled = false;
  /** Orders that look-ups may show, oldest first (`history.ts` removes them). */
  readonly recentOrders = new Map<string, Order>();
  /** Ended orders that have left the recent ones, in the order they left; the oldest go first. */
  readonly pastOrders: Order[] = [];
  /** Labelled orders by label, for fast look-ups. */
  readonly recentByLabel = new Map<string, Set<Order>>();
  /** Size at which `recentOrders` is swept next. */
  recentOrdersSweep = FIRST_SWEEP;
  readonly trades: AccountTrade[] = [];
  /** How many of them are kept. */
  mostTrades = MAX_TRADES;

  constructor(
    id: number,
    createdMs: number,
    balances: Readonly<Record<Currency, number>>,
    nowMs: number,
    profile: AccountProfile = MAIN_PROFILE,
  ) {
    this.id = id;
    this.createdMs = createdMs;
    this.profile = profile;
    this.limits = new RateLimits(defaultLimits(), nowMs);
    for (const currency of CURRENCIES) {
      this.#cash.set(currency, Math.round(balances[currency] * 1e8));
      this.#session.set(currency, { ...NO_PROFIT });
    }
  }

  /** Counts what changed cash, positions, open orders or settings: what was worked out of them holds while it stays. */
  get version(): number {
    return this.#version;
  }

  /** Says that something changed which a summary shows. */
  noteChange(): void {
    this.#version += 1;
  }

  /** Orders that rest in a book. */
  get openOrders(): ReadonlySet<Order> {
    return this.#openOrders;
  }

  /** Counts an order among the open ones. */
  open(order: Order): void {
    this.noteChange();
    this.#openOrders.add(order);
  }

  /** Counts an order among the open ones no longer. */
  close(order: Order): void {
    this.noteChange();
    this.#openOrders.delete(order);
  }

  /** Cash in 1e-8 coin; 0 for a currency never held. */
  cashUnits(currency: string): number {
    return this.#cash.get(currency) ?? 0;
  }

  /** Adds to cash, in 1e-8; below zero takes away. */
  credit(currency: string, units: number): void {
    this.noteChange();
    this.#cash.set(currency, this.cashUnits(currency) + units + 0);
  }

  sessionProfit(currency: string): Readonly<SessionProfit> {
    return this.#session.get(currency as Currency) ?? NO_PROFIT;
  }

  /** Size of the position in an instrument, in its units; 0 without one. */
  sizeUnits(instrument: Instrument): number {
    return this.positions.get(instrument)?.sizeUnits ?? 0;
  }

  positionIn(instrument: Instrument): Position {
    let position = this.positions.get(instrument);
    if (position === undefined) {
      position = emptyPosition(instrument);
      this.positions.set(instrument, position);
    }
    return position;
  }

  /** The fee of a fill in 1e-8 of what the instrument settles in, by the account's own schedule. */
  feeOf(fill: Fill): number {
    const rate = feeRate(this.feeSchedule, fill.instrument, fill.liquidity, fill.isBlockTrade);
    return feeUnits({ ...fill, amountUnits: Math.abs(fill.signedUnits) }, rate);
  }

  /** Books a fill and its fee. Gives the profit since entry in 1e-18, or null for spot, which changes cash alone. */
  applyFill(fill: Fill, fee: number): bigint | null {
    const { instrument, signedUnits, priceUnits } = fill;
    const { settlement, kind } = instrument;
    this.credit(settlement, -fee);
    const value = valueAt(instrument, signedUnits, priceUnits);
    if (kind === 'spot') {
      this.credit(instrument.base, signedUnits * power(8 - instrument.amountPlaces));
      this.credit(settlement, -toMoneyUnits(value));
      return null;
    }
    const session = this.#session.get(settlement);
    if (session === undefined) throw new Error(`no ledger for ${settlement}`);
    const position = this.positionIn(instrument);
    if (instrument.perpetual) session.futures += payFunding(position, fill.fundingAt);
    const realised = applyTrade(position, signedUnits, priceUnits);
    if (kind === 'option') {
      this.credit(settlement, -toMoneyUnits(value));
      session.options += realised.sessionProfit;
    } else {
      session.futures += realised.sessionProfit;
    }
    return realised.entryProfit;
  }

  /** Gives a position at a price, without fee or premium. */
  grant(instrument: Instrument, signedUnits: number, priceUnits: number, fundingAt: bigint): void {
    this.noteChange();
    const position = this.positionIn(instrument);
    const session = this.#session.get(instrument.settlement);
    if (session === undefined) throw new Error(`no ledger for ${instrument.settlement}`);
    if (instrument.perpetual) session.futures += payFunding(position, fundingAt);
    session[instrument.kind === 'option' ? 'options' : 'futures'] += applyTrade(
      position,
      signedUnits,
      priceUnits,
    ).sessionProfit;
  }

  /** Starts a currency's session, after its profit became cash. */
  endSession(currency: Currency): void {
    this.noteChange();
    this.#session.set(currency, { ...NO_PROFIT });
  }

  /** Keeps a trade, in order of time, for the history. */
  addTrade(trade: AccountTrade): void {
    const { trades } = this;
    let at = trades.length;
    while (at > 0 && (trades[at - 1]?.timestampMs ?? 0) > trade.timestampMs) at -= 1;
    if (at === trades.length) trades.push(trade);
    else trades.splice(at, 0, trade);
    if (trades.length > this.mostTrades * 1.25) trades.splice(0, trades.length - this.mostTrades);
  }
}
