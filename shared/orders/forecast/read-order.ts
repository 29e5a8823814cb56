import { type DecimalString, parseDecimal } from '../../decimal.ts';
import { quotePrice } from '../../options/price-forms.ts';
import type { Instrument } from '../../service/instrument.ts';
import type { Ticker } from '../../service/ticker.ts';
import type { OrderDraft } from '../draft.ts';
import { amountUnit, type OrderFacts, type Touch } from '../facts.ts';
import { ORDER_TYPE_TRAITS } from '../order-types.ts';
import { readSize } from '../rules/size.ts';
import { type Side, touchOf } from '../side.ts';

/** A draft whose texts have been read, beside the market it meets. */
export interface ReadOrder {
  readonly draft: OrderDraft;
  readonly side: Side;
  readonly amount: DecimalString;
  /** As typed: in the instrument's quote, or what `advanced` says. Null for types without a price. */
  readonly asked: DecimalString | null;
  /** In the instrument's quote; null for types without a price. */
  readonly price: DecimalString | null;
  readonly instrument: Instrument;
  readonly ticker: Ticker;
  /** What it trades with first: the best bid for a sell, the best ask for a buy. */
  readonly touch: Touch | null;
  readonly unit: string;
  readonly facts: OrderFacts;
}

/** A draft's numbers. Null without instrument or ticker, or unreadable. */
export function readOrder(draft: OrderDraft, facts: OrderFacts): ReadOrder | null {
  const { instrument, ticker } = facts;
  if (instrument === null || ticker === null) return null;
  const { direction: side } = draft;
  const amount = readSize(draft, instrument);
  const traits = ORDER_TYPE_TRAITS[draft.type];
  const asked = traits.hasPrice ? parseDecimal(draft.price) : null;
  if (amount === null || (traits.hasPrice && asked === null)) return null;
  const price =
    asked === null || draft.advanced === null
      ? asked
      : quotePrice(asked, draft.advanced, instrument, ticker, facts.serviceNowMs, side);
  if (draft.advanced !== null && price === null) return null;
  const unit = amountUnit(instrument);
  return { draft, side, amount, asked, price, instrument, ticker, touch: touchOf(side, ticker), unit, facts };
}
