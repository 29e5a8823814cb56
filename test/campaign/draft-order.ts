import { type ChildDraft, EMPTY_DRAFT, type OrderDraft } from '../../shared/orders/draft.ts';
import { oppositeOf, type Side } from '../../shared/orders/side.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { Ticker } from '../../shared/service/ticker.ts';
import type { PlannedInstrument, PlannedLink, PlannedTrigger, Press } from './plan.ts';

/** What is known of an instrument at the start of a seed. */
export interface Quote {
  readonly instrument: Instrument;
  readonly ticker: Ticker;
}

/** Smallest sizes that the instruments trade in. */
export const AMOUNTS: Readonly<Record<PlannedInstrument, number>> = {
  'BTC-PERPETUAL': 10,
  'ETH-PERPETUAL': 10,
  'BTC_USDC-PERPETUAL': 0.01,
  'SOL_USDC-PERPETUAL': 1,
};

/** The price on the instrument's grid next to this one, as text. */
export function onTick(price: number, { tick_size }: Instrument): string {
  const places = (tick_size.split('.')[1] ?? '').length;
  return (Math.round(price / Number(tick_size)) * Number(tick_size)).toFixed(places);
}

/** What a trader types for a press, by the market as it was quoted. */
export function draftOrder(
  press: Press,
  quote: Quote,
  trigger: PlannedTrigger | null,
  link: PlannedLink | null,
): OrderDraft {
  const { instrument, ticker } = quote;
  const draft: OrderDraft = {
    ...EMPTY_DRAFT,
    direction: press.side,
    instrument_name: press.instrument,
    amount: String(AMOUNTS[press.instrument]),
    price: onTick(Number(ticker.mark_price) * mirrored(press.side, press.priceFactor), instrument),
    post_only: false,
    valid_for_ms: press.validForMs,
    label: press.label,
  };
  return { ...draft, ...triggerTerms(draft, quote, trigger), ...linkTerms(press, quote, link) };
}

/** A factor of the mark as a sell has it, for that side. */
function mirrored(side: Side, factor: number): number {
  return side === 'sell' ? factor : 2 - factor;
}

function triggerTerms(draft: OrderDraft, { instrument, ticker }: Quote, trigger: PlannedTrigger | null) {
  if (trigger === null) return {};
  const { type, away } = trigger;
  const mark = Number(ticker.mark_price);
  const at = mark * mirrored(draft.direction, type.startsWith('take') ? 1 + away : 1 - away);
  const isTrailing = type === 'trailing_stop';
  return {
    type,
    price: type.endsWith('limit') ? draft.price : '',
    trigger: 'mark_price',
    trigger_price: isTrailing ? '' : onTick(at, instrument),
    // No less than a few ticks: a mark of the next moment must not fire it at once.
    trigger_offset: isTrailing ? onTick(Math.max(mark * away, 3 * Number(instrument.tick_size)), instrument) : '',
  } as const;
}

/** What an order's fills place is of the other side; what cancels it, or is cancelled by it, of its own. */
function linkTerms({ instrument: name, side }: Press, { instrument, ticker }: Quote, link: PlannedLink | null) {
  if (link === null) return {};
  const mark = Number(ticker.mark_price);
  const amount = String(Number((AMOUNTS[name] * link.sizes).toFixed(2)));
  const direction = link.type === 'one_cancels_other' ? side : oppositeOf(side);
  const children = link.children.map(({ type, away }): ChildDraft => {
    const isStop = type === 'stop_market';
    const isAbove = isStop === (direction === 'buy');
    const price = onTick(mark * (isAbove ? 1 + away : 1 - away), instrument);
    return {
      direction,
      type,
      amount,
      price: isStop ? '' : price,
      time_in_force: 'good_til_cancelled',
      post_only: false,
      reject_post_only: false,
      reduce_only: false,
      trigger: isStop ? 'mark_price' : null,
      trigger_price: isStop ? price : '',
      trigger_offset: '',
      label: '',
    };
  });
  return { amount, linked_order_type: link.type, trigger_fill_condition: link.condition, children } as const;
}
