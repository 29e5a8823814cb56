import { decimal } from '../../../shared/decimal.ts';
import { coinOfIndex } from '../../../shared/account/units.ts';
import { formatSigned } from '../../ui/words/format.ts';
import type { Part } from './scenario-parts.ts';
import type { PossibleTrades, ScenarioInputs } from './use-scenario.ts';
import { formatCount } from '../../ui/words/shown.ts';

/** What the estimate is made of, so that nobody takes it for more. */
export function Sources({ part, inputs }: { readonly part: Part; readonly inputs: ScenarioInputs }) {
  const { scope, exposures, unpriced, untold, stale, orders, draft } = inputs;
  return (
    <div className="scenario-sources">
      <p>
        <strong>Estimate</strong> in USD, {scope}. Every index and volatility moves alike, at once.
      </p>
      {stale.length === 0 ? null : <p className="warn-text">With stale prices: {stale.join(', ')}.</p>}
      {part.hasAccount ? (
        <>
          <p>
            Account: delta, gamma and vega terms of the totals by index; no theta, no cross terms. Good for small moves.
          </p>
          <ul className="number">
            {exposures.map(({ index, price, delta, gamma, vega }) => (
              <li key={index}>
                {index} {format(price, 2)} USD: delta {signed(delta, 4)} {coinOfIndex(index)}, gamma {signed(gamma, 6)}{' '}
                per USD, vega {signed(vega, 1)} USD / pt
              </li>
            ))}
          </ul>
          {unpriced.length === 0 ? null : (
            <p className="warn-text">Left out, price not known: {unpriced.join(', ')}.</p>
          )}
          {untold.length === 0 ? null : (
            <p className="warn-text">Left out, as the service gives no index for it: {untold.join(', ')}.</p>
          )}
        </>
      ) : null}
      {part.hasOrders ? (
        <Trades
          title="Open orders of this terminal"
          how="each as if it filled at its price, futures exactly, options by Black-76 at mark volatility."
          possible={orders}
        />
      ) : null}
      {part.hasDraft ? (
        <Trades
          title="Block RFQ being composed"
          how="each leg at its mark, as quotes are not known; the hedge at its price."
          possible={draft}
        />
      ) : null}
    </div>
  );
}

interface TradesProps {
  readonly title: string;
  readonly how: string;
  readonly possible: PossibleTrades;
}

function Trades({ title, how, possible: { trades, leftOut } }: TradesProps) {
  return (
    <>
      <p>
        {title}: {trades.length > 0 ? how : leftOut.length > 0 ? 'nothing that can be valued.' : 'none.'}
      </p>
      <ul className="number">
        {trades.map(({ name, trade, units }) => (
          <li key={name}>
            {name}: {signed(trade.signedAmount, 4)} {units.amount} at {format(trade.price, 6)} {units.price}
          </li>
        ))}
        {leftOut.map(({ name, reason }) => (
          <li key={name} className="warn-text">
            {name} left out: {reason}
          </li>
        ))}
      </ul>
    </>
  );
}

function signed(value: number, places: number): string {
  return formatSigned(decimal(value), { max: places });
}

function format(value: number, places: number): string {
  return formatCount(value, places);
}
