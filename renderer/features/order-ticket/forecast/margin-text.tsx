import { compare, type DecimalString, decimal, roundToStep } from '../../../../shared/decimal.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { showForeign } from '../../../ui/order-words/foreign-text.ts';
import type { KnownMargin } from './use-order-margin.ts';

/** Whether an order takes more than there is. */
export function isMarginShort(margin: KnownMargin | null): boolean {
  return margin?.state === 'known' && margin.available !== null && compare(margin.initial, margin.available) > 0;
}

/** What the order takes of the account's margin, as the service says; nothing where that has no such figure. */
export function MarginText({ margin }: { readonly margin: KnownMargin | null }) {
  if (margin === null || margin.state === 'not_offered' || margin.state === 'not_asked') return null;
  if (margin.state === 'waiting') return <span className="margin-said">Initial margin …</span>;
  if (margin.state === 'failed') return <span className="margin-said">Initial margin not known now.</span>;
  const { initial, currency, available } = margin;
  const unit = showForeign(currency);
  // Never less than it is: it is told as a bound.
  const figure = <b className="number">{formatDecimal(roundToStep(initial, stepOf(initial), 'up'))}</b>;
  if (available === null) {
    return (
      <span className="margin-said">
        Initial margin ≤ {figure} {unit}.
      </span>
    );
  }
  const funds = <b className="number">{formatDecimal(roundToStep(available, stepOf(available), 'down'))}</b>;
  return isMarginShort(margin) ? (
    <span className="margin-said">
      <span className="visually-hidden">Attention: </span>
      Initial margin {figure} {unit}, available {funds}. Unless it closes a position, the service may reject it.
    </span>
  ) : (
    <span className="margin-said">
      Initial margin ≤ {figure} of {funds} {unit}.
    </span>
  );
}

const HUNDRED = decimal(100);

/** To what a figure of margin is rounded: coins are written with more places than dollars. */
function stepOf(figure: DecimalString): DecimalString {
  return compare(figure, HUNDRED) < 0 ? decimal('0.0001') : decimal('0.01');
}
