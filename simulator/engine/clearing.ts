import { Account, CURRENCIES, type Currency, type Fill } from '../account/account.ts';
import type { Instrument } from '../market/instrument.ts';

const HOUSE_ID = 0;

/**
 * The house is the other side of every trade, and the treasury takes fees. Accounts, house and treasury always sum to
 * zero.
 */
export class Clearing {
  /** Holds whatever the accounts hold, with the other sign; it pays no fees and needs no margin. */
  readonly house: Account;
  /** Fees taken less rebates, and what rounding to 1e-8 left over at settlements; 1e-8 of each currency. */
  readonly fees = new Map<Currency, number>();
  readonly roundings = new Map<Currency, number>();

  constructor(nowMs: number) {
    this.house = new Account(HOUSE_ID, nowMs, { BTC: 0, ETH: 0, USDC: 0 }, nowMs);
    for (const currency of CURRENCIES) {
      this.fees.set(currency, 0);
      this.roundings.set(currency, 0);
    }
  }

  /** Books a fill with its account at a fee, and its other side. Gives the profit since entry, as the account does. */
  book(account: Account, fill: Fill, fee: number): bigint | null {
    this.house.applyFill({ ...fill, signedUnits: -fill.signedUnits }, 0);
    this.takeFee(fill.instrument.settlement, fee);
    return account.applyFill(fill, fee);
  }

  /** Gives an account a position out of the house's hands, without fee or premium. */
  grant(account: Account, instrument: Instrument, signedUnits: number, priceUnits: number, fundingAt: bigint): void {
    this.house.grant(instrument, -signedUnits, priceUnits, fundingAt);
    account.grant(instrument, signedUnits, priceUnits, fundingAt);
  }

  takeFee(currency: Currency, units: number): void {
    this.fees.set(currency, (this.fees.get(currency) ?? 0) + units);
  }

  /** The amount by which settlement cash doesn't add up, without fees. */
  keepRounding(currency: Currency, units: number): void {
    this.roundings.set(currency, (this.roundings.get(currency) ?? 0) + units);
  }
}
