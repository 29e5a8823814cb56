import type { DecimalString } from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { Ticker } from '../../service/ticker.ts';
import type { SellDraft } from '../draft.ts';
import type { SellFacts, Touch } from '../facts.ts';

/** A draft whose texts have been read, beside the market it meets. */
export interface Sell {
  readonly draft: SellDraft;
  readonly amount: DecimalString;
  /** In the instrument's quote; null for types without a price. */
  readonly price: DecimalString | null;
  readonly instrument: Instrument;
  readonly ticker: Ticker;
  readonly bid: Touch | null;
  readonly unit: string;
  readonly facts: SellFacts;
}
