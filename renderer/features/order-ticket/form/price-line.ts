import { type DecimalString, parseDecimal } from '../../../../shared/decimal.ts';
import { convertPrice, type PriceForms } from '../../../../shared/options/price-forms.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import { isInverse } from '../../../../shared/orders/facts.ts';
import { oppositeTouchOf, type Side } from '../../../../shared/orders/side.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { AdvancedType } from '../../../../shared/service/order.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { buildDraft } from './ticket-draft.ts';
import { readTypedForm, type TicketState } from './ticket-state.ts';

/** The draft's price in its three forms; null where it is unreadable or the ticker lacks what it takes. */
export function readForms(
  draft: OrderDraft,
  instrument: Instrument | null,
  ticker: Ticker | null,
  nowMs: number,
): PriceForms | null {
  const price = parseDecimal(draft.price);
  if (price === null || instrument === null || ticker === null) return null;
  return convertPrice(price, draft.advanced, instrument, ticker, nowMs, draft.direction);
}

/** What the price that was typed comes to in another form now, whatever form it was shown in meanwhile. */
export function convertTyped(
  state: TicketState,
  form: AdvancedType | null,
  instrument: Instrument,
  ticker: Ticker | null,
  nowMs: number,
): DecimalString | null {
  const asTyped = buildDraft({ ...state, priceForm: readTypedForm(state) }, instrument);
  return pickForm(readForms(asTyped, instrument, ticker, nowMs), form);
}

/** One of the forms; null where it has none. */
export function pickForm(forms: PriceForms | null, form: AdvancedType | null): DecimalString | null {
  if (forms === null) return null;
  return { quote: forms.quote, usd: forms.usd, implv: forms.volatility }[form ?? 'quote'];
}

/** What stands under an option's price: the same price in the forms it was not typed in. */
export function describeForms(
  forms: PriceForms | null,
  typed: AdvancedType | null,
  instrument: Instrument,
  places: number | null,
): string {
  if (forms === null) return 'Other forms need a price and market.';
  const inverse = isInverse(instrument);
  const quote = `${formatDecimal(forms.quote, { min: places ?? 0 })} ${instrument.quote_currency}`;
  const volatility = forms.volatility === null ? 'no volatility' : `${formatDecimal(forms.volatility)} % volatility`;
  const all: readonly [form: AdvancedType | null, text: string | null][] = [
    [null, quote],
    ['usd', inverse ? `${formatDecimal(forms.usd, { min: 2 })} USD` : null],
    ['implv', volatility],
  ];
  const others = all.flatMap(([form, text]) => (form === typed || text === null ? [] : [text]));
  return `= ${others.join(' = ')}`;
}

/** Where a price field starts when it is nudged empty: the touch of its own side, else the mark, in the form at hand. */
export function suggestPrice(
  side: Side,
  form: AdvancedType | null,
  instrument: Instrument,
  ticker: Ticker | null,
  nowMs: number,
): DecimalString | null {
  const price = ticker === null ? null : (oppositeTouchOf(side, ticker)?.price ?? ticker.mark_price ?? null);
  if (form === null || price === null || ticker === null) return price;
  return pickForm(convertPrice(price, null, instrument, ticker, nowMs, side), form);
}
