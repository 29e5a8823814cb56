import { roundToPlaces, sum } from '../../../../shared/decimal.ts';
import { priceUnit } from '../../../../shared/orders/facts.ts';
import { notionalUsd } from '../../../../shared/orders/notional.ts';
import { netPrices } from '../../../../shared/rfq/analysis/totals.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import { MISSING, pricePlaces, formatPrice } from '../../../ui/words/format.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import type { RfqView } from '../use-rfq.ts';

/** What of the composer is needed to say what a request comes to. */
export type SentView = Pick<RfqView, 'draft' | 'legs' | 'priced' | 'verdict'>;

/** A request's label, what one of it costs by the legs' own books, and what its legs are worth together; a dash for what is not known. */
export function listSendTerms(view: SentView): readonly { readonly name: string; readonly text: string }[] {
  const { label } = view.draft;
  return [
    { name: 'Label', text: label === '' ? 'made when sent' : showForeign(label) },
    { name: 'Net of one', text: describeNet(view) },
    { name: 'Worth', text: describeWorth(view) },
  ];
}

function describeNet({ legs, verdict: { structure } }: SentView): string {
  const first = legs[0]?.instrument ?? null;
  const tickerOf = (name: string) =>
    legs.find(({ leg }) => leg.instrumentName === name)?.received?.quote.ticker ?? null;
  const net = structure === null ? null : netPrices(structure.legs, tickerOf);
  if (net === null || first === null) return MISSING;
  const unit = priceUnit(first);
  const write = (price: typeof net.mark) =>
    price === null ? MISSING : `${formatPrice(price, pricePlaces(first))} ${unit}`;
  return `mark ${write(net.mark)} · bid ${write(net.bid)} · ask ${write(net.ask)}`;
}

/** Bought and sold legs alike: what moves, not what is paid. */
function describeWorth({ legs, priced }: SentView): string {
  const worths = priced.map(({ instrument, amount, ticker }) =>
    ticker === null ? null : notionalUsd(instrument, amount, null, ticker),
  );
  const known = worths.filter((worth) => worth !== null);
  if (known.length < legs.length) return MISSING;
  return `${formatDecimal(roundToPlaces(sum(known), 0))} USD, the legs together`;
}
