import { type DecimalString, parseDecimal } from '../../../decimal.ts';
import type { Instrument } from '../../../service/instrument.ts';
import type { Ticker } from '../../../service/ticker.ts';
import type { ChildDraft, OrderDraft } from '../../draft.ts';
import type { Touch } from '../../facts.ts';
import { ORDER_TYPE_TRAITS } from '../../order-types.ts';
import { touchOf } from '../../side.ts';
import { readSize } from '../size.ts';

/** One order of a draft as the limits judge it. */
export interface GuardedOrder {
  readonly terms: Pick<ChildDraft, 'direction' | 'type' | 'price' | 'trigger' | 'trigger_price' | 'trigger_offset'>;
  readonly advanced: OrderDraft['advanced'];
  /** Null where it can't be read. */
  readonly amount: DecimalString | null;
  /** The limit as typed; null for types without one. */
  readonly price: DecimalString | null;
  /** Goes to the book once a trigger fires it. */
  readonly isWaiting: boolean;
  /** Goes to the book with the press, and takes what it finds there. */
  readonly isAtMarket: boolean;
  /** Its first price at market; null without a touch. */
  readonly touch: Touch | null;
}

/** The order itself. */
export function readOwn(draft: OrderDraft, instrument: Instrument, ticker: Ticker | null): GuardedOrder {
  const own = { terms: draft, advanced: draft.advanced };
  return { ...own, ...readNumbers(own.terms, ticker, true), amount: readSize(draft, instrument) };
}

/** A linked order. Its price is in the quote whatever form the other's was typed in. */
export function readLinked(
  child: ChildDraft,
  kind: OrderDraft['linked_order_type'],
  ticker: Ticker | null,
): GuardedOrder {
  const isWithOrder = kind === 'one_cancels_other';
  return {
    terms: child,
    advanced: null,
    ...readNumbers(child, ticker, isWithOrder),
    amount: parseDecimal(child.amount),
  };
}

function readNumbers({ type, direction, price }: GuardedOrder['terms'], ticker: Ticker | null, isSent: boolean) {
  const { hasPrice, triggeredBy } = ORDER_TYPE_TRAITS[type];
  const isWaiting = triggeredBy !== null;
  const isAtMarket = isSent && !hasPrice && !isWaiting;
  return {
    isWaiting,
    price: hasPrice ? parseDecimal(price) : null,
    isAtMarket,
    touch: isAtMarket && ticker !== null ? touchOf(direction, ticker) : null,
  };
}
