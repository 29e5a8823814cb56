import type { Exchange } from '../engine/exchange.ts';
import { createOrder, type Side } from '../engine/orders/order.ts';
import type { Venue } from '../engine/venue.ts';
import type { Account, AccountRarities, MarginModel, SelfTrading } from './account.ts';
import type { FeeSchedule } from './fees.ts';
import { remember } from './history.ts';

/** Settings of an account; what is not given stays. */
export interface AccountSettings {
  readonly marginModel?: MarginModel;
  readonly fees?: FeeSchedule;
  readonly rarities?: Partial<AccountRarities>;
  /** How many trades the account keeps. */
  readonly mostTrades?: number;
}

/** Settings of an account that orders go by; what is not given stays. */
export interface TradingSettings {
  readonly selfTrading?: SelfTrading;
  readonly mmpEnabled?: boolean;
}

/** Whose trades a burst makes, and how: sold under no label by the main account when nothing is given. */
export interface TradeBurst {
  readonly side?: Side;
  readonly label?: string;
  readonly accountId?: number;
}

export function changeAccount(account: Account, settings: AccountSettings): void {
  account.marginModel = settings.marginModel ?? account.marginModel;
  account.feeSchedule = settings.fees ?? account.feeSchedule;
  account.mostTrades = settings.mostTrades ?? account.mostTrades;
  account.rarities = { ...account.rarities, ...settings.rarities };
  account.noteChange();
}

export function changeTrading(account: Account, settings: TradingSettings): void {
  account.selfTrading = settings.selfTrading ?? account.selfTrading;
  account.mmpEnabled = settings.mmpEnabled ?? account.mmpEnabled;
  account.noteChange();
}

/**
 * Fills one market order in `count` trades of the least amount at the mark. Ignores book and margin. Throws when closed
 * or `count` is invalid.
 */
export function makeTrades(
  exchange: Exchange,
  account: Account,
  venue: Venue,
  { count, side = 'sell', label = '' }: TradeBurst & { readonly count: number },
  atMs: number,
): void {
  const { instrument } = venue;
  if (venue.state !== 'open') throw new Error(`${instrument.name} is not open`);
  if (!Number.isSafeInteger(count) || count < 1) throw new Error(`cannot make ${count} trades`);
  const order = createOrder(
    account,
    instrument,
    {
      side,
      type: 'market',
      timeInForce: 'immediate_or_cancel',
      label,
      postOnly: false,
      rejectPostOnly: false,
      reduceOnly: false,
      mmp: false,
      amountUnits: count * instrument.minAmountUnits,
      limitUnits: null,
      advanced: null,
      displayUnits: null,
      trigger: null,
    },
    atMs,
  );
  order.id = exchange.takeOrderId(order);
  order.priceUnits = Math.max(instrument.tickUnits, exchange.markUnits(instrument));
  remember(account, order, atMs);
  for (let made = 0; made < count; made += 1) {
    const print = venue.print(order.priceUnits, instrument.minAmountUnits, atMs);
    exchange.applyFill(venue, {
      order,
      priceUnits: order.priceUnits,
      amountUnits: instrument.minAmountUnits,
      liquidity: 'T',
      print,
      atMs,
    });
  }
  exchange.settleConsequences(venue, atMs);
}
